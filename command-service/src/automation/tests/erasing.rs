//! Tests of the process manager that finishes an erasure.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::http::Method;
use shared_events::{
    Position, StreamId,
    events::{Operated, OperatorAct},
};

use super::*;
use crate::{
    http::testing::PASSWORD,
    operations::{Failed, NotDone, Operations, Refusal},
};

/// Counts the calls to the database, while another program still updates a view build.
#[derive(Default)]
struct CountingOperations {
    build_is_gone: AtomicBool,
    looks: AtomicUsize,
    cleared: AtomicUsize,
}

#[async_trait]
impl Operations for CountingOperations {
    async fn find(&self, _name: &str, _stream: Option<&StreamId>) -> Result<Operated, NotDone> {
        Err(Refusal::NotFound.into())
    }

    async fn act(&self, _act: OperatorAct, _on: &Operated, _by: AccountId) -> Result<(), NotDone> {
        Err(Refusal::NotFound.into())
    }

    async fn clear_erased_keys(&self) -> Result<(), Failed> {
        self.cleared.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    async fn drop_stale_builds(&self, _position: Position) -> Result<bool, Failed> {
        self.looks.fetch_add(1, Ordering::SeqCst);
        Ok(self.build_is_gone.load(Ordering::SeqCst))
    }
}

#[tokio::test]
async fn erased_keys_are_wiped_once_in_the_last_check() {
    let (_database, pool) = database().await;
    let mut market = Market::open().await;
    let operations = Arc::new(CountingOperations::default());
    market.shop.exchange_operations(operations.clone());
    let process = Process::start(&market.shop.app, &pool);
    let password = json!({"password": PASSWORD});
    market.shop.call(Method::DELETE, "/users/me", Some(&market.anna), &password).await.done(StatusCode::OK);
    for look in 2..5 {
        let looked = async || (operations.looks.load(Ordering::SeqCst) >= look).then_some(());
        wait_for("another look at the build", looked).await;
        market.shop.clock.advance(TimeDelta::seconds(1));
    }
    assert_eq!(
        operations.cleared.load(Ordering::SeqCst),
        0,
        "neither in the request nor while a build is on its way"
    );
    operations.build_is_gone.store(true, Ordering::SeqCst);
    market.shop.clock.advance(TimeDelta::seconds(61));
    idle(&market, &pool).await;
    assert_eq!(operations.cleared.load(Ordering::SeqCst), 1);
    process.end().await;
}
