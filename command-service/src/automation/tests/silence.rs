//! A database that answers nothing any more, although its connections stay open.

use sqlx::postgres::PgPoolOptions;
use test_support::SilentProxy;

use super::{
    handover::{told_by, with_mailer},
    *,
};
use crate::mail::MemoryMailer;

#[tokio::test]
async fn a_process_whose_database_falls_silent_gives_the_lease_away() {
    let (database, pool) = database().await;
    let market = Market::open().await;
    let proxy = SilentProxy::before(&database.url()).await;
    let through = PgPoolOptions::new().max_connections(8).connect(&proxy.url()).await.unwrap();
    let mailers: [Arc<MemoryMailer>; 2] = Default::default();
    let [first, second] = mailers.each_ref().map(|mailer| with_mailer(&market, mailer.clone()));
    let first = Process::start(&first, &through);
    idle(&market, &pool).await;
    let second = Process::start(&second, &pool);
    assert_eq!(told_by(&market, &pool, &mailers).await, [20, 0]);
    proxy.hang();
    assert_eq!(told_by(&market, &pool, &mailers).await, [0, 20], "by the second process");
    proxy.recover();
    for _ in 0..3 {
        assert_eq!(told_by(&market, &pool, &mailers).await, [0, 20], "still by the second process");
    }
    second.end().await;
    first.end().await;
}
