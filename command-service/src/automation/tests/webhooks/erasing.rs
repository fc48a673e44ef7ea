//! Tests of an erasure whose webhooks cannot be removed at that moment.

use shared_events::{Actor, ids::AccountId};

use super::*;
use crate::application::{
    accounts::erase,
    checkout::tests::faulty::{Fault, FaultyStore},
};

#[tokio::test]
async fn webhooks_that_an_erasure_cannot_remove_are_removed_after_it() {
    let (_database, pool) = database().await;
    let store = Arc::new(FaultyStore::default());
    let market = Market::open_on(store.log()).await;
    webhook(&market, &market.mia, &["order.placed"]).await;
    let (shop, owner) = (&market.shop, AccountId::new(market.mia.id));
    let provenance = shop.app.command_by(Actor::system("test"));
    // The first event would be the removal.
    store.fail(0, Fault::Unavailable);
    erase(&shop.app.erasure_ports(), &provenance, owner, &[]).await.unwrap();
    assert_eq!(shop.history("webhook", owner.uuid()).await, ["WebhookCreated"]);
    assert_eq!(shop.history("account", owner.uuid()).await.pop().as_deref(), Some("AccountErased"));
    let process = Process::start(&shop.app, &pool);
    let removed = async || {
        let history = shop.history("webhook", owner.uuid()).await;
        (history == ["WebhookCreated", "WebhookRemoved"]).then_some(())
    };
    wait_for("the webhook to be removed", removed).await;
    shop.clock.advance(TimeDelta::seconds(61));
    idle(&market, &pool).await;
    process.end().await;
}
