//! Tests of a database that stops answering although its connections stay open.

use postgres_kit::{Pool, parse};
use test_support::SilentProxy;

use super::{
    handover::{sent_by, with_mailer},
    *,
};
use crate::mail::MemoryMailer;

#[tokio::test]
async fn a_process_with_a_silent_database_loses_the_lease_and_can_take_it_again() {
    let (database, direct) = database().await;
    let market = Market::open().await;
    let proxy = SilentProxy::before(&database.url()).await;
    let through = Pool::new(limits().session(parse(&proxy.url()).unwrap()), 8, limits());
    let mailers: [Arc<MemoryMailer>; 2] = Default::default();
    let [first, second] = mailers.each_ref().map(|mailer| with_mailer(&market, mailer.clone()));
    let first = Process::start(&first, &through);
    idle(&market, &direct).await;
    let second = Process::start(&second, &direct);
    assert_eq!(sent_by(&market, &direct, &mailers).await, [20, 0]);
    proxy.hang();
    assert_eq!(sent_by(&market, &direct, &mailers).await, [0, 20], "by the second process");
    proxy.recover();
    for _ in 0..3 {
        assert_eq!(sent_by(&market, &direct, &mailers).await, [0, 20], "still by the second process");
    }
    // New connections work again, so the first process can continue.
    second.end().await;
    assert_eq!(sent_by(&market, &direct, &mailers).await, [20, 0], "by the first process again");
    first.end().await;
}
