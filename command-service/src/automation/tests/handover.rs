//! Tests of a lease that changes hands while the process managers work.

use std::{collections::BTreeMap, sync::Mutex, time::Duration};

use service_kit::SeededIds;

use super::*;
use crate::mail::{ClaimingMailer, Mail, MailError, Mailer, MemoryMailer};

/// The Postgres backend process of the connection that holds the lease.
async fn holder(pool: &Pool) -> Option<i32> {
    sqlx::query_scalar(
        "SELECT pid FROM pg_locks
         WHERE locktype = 'advisory' AND granted
           AND objid::bigint = hashtext('process managers')::bigint::bit(32)::bigint
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
    .fetch_optional(pool)
    .await
    .unwrap()
}

/// Ends the connection that holds the lease, and returns once another one holds it.
async fn end_lease(pool: &Pool) {
    let before = holder(pool).await.expect("a holder");
    let ended: bool =
        sqlx::query_scalar("SELECT pg_terminate_backend($1)").bind(before).fetch_one(pool).await.unwrap();
    assert!(ended);
    wait_for("a new holder of the lease", async || holder(pool).await.filter(|now| *now != before)).await;
}

/// Sends inquiries to support; each leads to one letter.
async fn inquire(market: &Market, number: usize) {
    for _ in 0..number {
        let form = json!({"name": "Eve", "email": "eve@example.com", "subject": "Hi", "message": "Help"});
        market.shop.post("/contact", None, &form).await.done_for_visitor(StatusCode::CREATED);
    }
}

pub(super) fn with_mailer(market: &Market, mailer: Arc<dyn Mailer>) -> App {
    App { mailer, ..market.shop.app.clone() }
}

/// Number of letters about new inquiries that each process sends.
pub(super) async fn sent_by(market: &Market, pool: &Pool, mailers: &[Arc<MemoryMailer>; 2]) -> [usize; 2] {
    let sent = || mailers.each_ref().map(|mailer| mailer.sent().len());
    let before = sent();
    inquire(market, 20).await;
    idle(market, pool).await;
    let now = sent();
    [now[0] - before[0], now[1] - before[1]]
}

#[tokio::test]
async fn after_a_lost_lease_exactly_one_process_runs_the_managers() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let mailers: [Arc<MemoryMailer>; 2] = Default::default();
    let [first, second] = mailers.each_ref().map(|mailer| with_mailer(&market, mailer.clone()));
    let first = Process::start(&first, &pool);
    idle(&market, &pool).await;
    let second = Process::start(&second, &pool);
    assert_eq!(sent_by(&market, &pool, &mailers).await, [20, 0]);
    end_lease(&pool).await;
    // The former holder may notice the loss only at its next renewal.
    let alone = wait_for("one process to send all letters alone", async || {
        let sent = sent_by(&market, &pool, &mailers).await;
        sent.contains(&0).then_some(sent)
    })
    .await;
    for _ in 0..3 {
        assert_eq!(sent_by(&market, &pool, &mailers).await, alone);
    }
    first.end().await;
    second.end().await;
}

/// A slow mail server that accepts a letter any number of times.
#[derive(Default)]
struct SlowServer(Mutex<BTreeMap<Uuid, usize>>);

impl SlowServer {
    fn letters(&self) -> BTreeMap<Uuid, usize> {
        self.0.lock().unwrap().clone()
    }
}

#[async_trait]
impl Mailer for SlowServer {
    async fn send(&self, id: Uuid, _: &Mail) -> Result<(), MailError> {
        tokio::time::sleep(Duration::from_millis(100)).await;
        *self.0.lock().unwrap().entry(id).or_default() += 1;
        Ok(())
    }
}

#[tokio::test]
async fn every_letter_is_sent_once_even_if_the_lease_is_lost() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let server = Arc::<SlowServer>::default();
    let processes = [1, 2].map(|seed| {
        let claiming = ClaimingMailer::new(server.clone(), pool.clone(), Arc::new(SeededIds::new(seed)));
        Process::start(&with_mailer(&market, Arc::new(claiming)), &pool)
    });
    idle(&market, &pool).await;
    inquire(&market, 60).await;
    wait_for("the first letters", async || (server.letters().len() > 5).then_some(())).await;
    end_lease(&pool).await;
    inquire(&market, 60).await;
    // A letter that was being sent when the lease was lost is retried until it is recorded as sent.
    wait_for("all letters", async || {
        market.shop.clock.advance(TimeDelta::seconds(1));
        (waiting(&pool).await == 0 && server.letters().len() == 120).then_some(())
    })
    .await;
    let more_than_once = server.letters().values().filter(|times| **times > 1).count();
    assert_eq!(more_than_once, 0, "of 120 letters");
    for process in processes {
        process.end().await;
    }
}
