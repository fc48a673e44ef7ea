//! Tests of requests with a key when a process dies, or the event store or the key store fails.

use std::{sync::Arc, time::Duration};

use axum::http::StatusCode;
use chrono::TimeDelta;

use super::{Call, events, tomatoes};
use crate::{
    application::checkout::tests::faulty::{Fault, FaultyStore},
    http::{
        market::{Market, Payment},
        testing::{Shop, customer_form},
    },
    idempotency::{CLAIM_LEASE, MemoryKeys},
};

/// A command on its own market.
type Command = fn(&Market) -> Call;

const COMMANDS: [(&str, Command); 3] = [
    ("list a product", |market| Call::post("/products", Some(&market.mia), tomatoes(3.5))),
    ("sign up", |_| Call::post("/auth/signup", None, customer_form("carl@example.com"))),
    ("pay for a cart", |market| Call::post("/payments/create-intent", Some(&market.anna), market.cart())),
];

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// The process dies at one append of the command, and another process gets the same request; repeated for every
/// append. The log must have no duplicate or missing event.
#[test]
fn a_request_repeated_after_a_crash_at_any_append_has_its_effects_once() {
    for (name, command) in COMMANDS {
        let main = runtime();
        let undisturbed = main.block_on(async {
            let market = Market::open().await;
            let reply = command(&market).send(&market.shop, "k1").await;
            assert!(reply.status.is_success(), "{name}: {reply:?}");
            events(&market.shop.app.writer.log).await
        });
        let mut crashes = 0;
        for fault in [Fault::DiesBefore, Fault::DiesAfter] {
            for nth in 0.. {
                let store = Arc::new(FaultyStore::default());
                let market = main.block_on(Market::open_on(store.log()));
                let call = command(&market);
                store.fail(nth, fault);
                // A runtime of its own: dropping it ends all tasks of the process.
                let process = runtime();
                let died = process.block_on(async {
                    tokio::select! {
                        reply = call.send(&market.shop, "k1") => { assert!(reply.status.is_success()); false }
                        () = store.death() => true,
                    }
                });
                drop(process);
                if !died {
                    break;
                }
                crashes += 1;
                store.restart();
                market.shop.clock.advance(CLAIM_LEASE);
                let (reply, mut left) = main.block_on(async {
                    let reply = call.send(&market.shop, "k1").await;
                    (reply, events(&market.shop.app.writer.log).await)
                });
                assert!(reply.status.is_success(), "{name}, {fault:?} at append {nth}: {reply:?}");
                // The claim of an address without an account has expired by now, so the repetition claims it
                // once more.
                if let Some(claims) = left.get_mut("EmailClaimed") {
                    let before = undisturbed["EmailClaimed"];
                    assert!((before..=before + 1).contains(claims), "{name}, {fault:?} at append {nth}");
                    *claims = before;
                }
                assert_eq!(left, undisturbed, "{name}, {fault:?} at append {nth}");
                let again = main.block_on(call.send(&market.shop, "k1"));
                assert_eq!(again.body, reply.body);
            }
        }
        println!("{name}: {crashes} crashes");
        assert!(crashes >= 2, "{name} appends something");
    }
}

/// A store that does not answer makes the command fail, possibly after some cleanup. The same key tries again.
#[tokio::test]
async fn a_command_that_failed_succeeds_with_the_same_key() {
    for (name, command) in COMMANDS {
        for fault in [Fault::Unavailable, Fault::AnswerLost, Fault::RequestLost] {
            for nth in 0.. {
                let store = Arc::new(FaultyStore::default());
                let market = Market::open_on(store.log()).await;
                let call = command(&market);
                store.fail(nth, fault);
                let first = call.send(&market.shop, "k1").await;
                let happened = store.restart();
                let second = call.send(&market.shop, "k1").await;
                assert!(
                    second.status.is_success(),
                    "{name}, {fault:?} at append {nth}: {first:?}, then {second:?}"
                );
                if !happened {
                    break;
                }
            }
        }
    }
}

/// The repetition goes on with the checkout of the failed try, so cleaning up after the failure must not cancel its payment.
#[tokio::test]
async fn a_checkout_that_an_outage_has_interrupted_can_be_paid_after_the_repetition() {
    for nth in 0.. {
        let store = Arc::new(FaultyStore::default());
        let market = Market::open_on(store.log()).await;
        let call = Call::post("/payments/create-intent", Some(&market.anna), market.cart());
        store.fail(nth, Fault::Outage);
        call.send(&market.shop, "k1").await;
        let happened = store.restart();
        let opened = call.send(&market.shop, "k1").await;
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let (id, secret) = (text(&opened.body["paymentIntent"]["id"]), text(&opened.body["clientSecret"]));
        market.pays(&Payment { id, secret }).await;
        if !happened {
            assert!(nth >= 3, "a checkout appends something");
            break;
        }
    }
}

/// The session cannot be verified now, but could be a moment later: the command must not be executed without
/// its key in between.
#[tokio::test]
async fn a_key_is_not_ignored_while_its_owner_cannot_be_verified() {
    let store = Arc::new(FaultyStore::default());
    let shop = Shop::open_on(store.log());
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    store.fail_reads(1);
    let unavailable = call.send(&shop, "k1").await;
    unavailable.refused(StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(unavailable.headers["retry-after"], "1");
    let done = call.send(&shop, "k1").await;
    done.done(StatusCode::CREATED);
    assert_eq!(call.send(&shop, "k1").await.body, done.body);
    assert_eq!(events(&shop.app.writer.log).await["ProductListed"], 1);
}

#[tokio::test]
async fn a_command_with_a_key_waits_for_the_end_of_a_short_outage() {
    let store = Arc::new(FaultyStore::default());
    let mut shop = Shop::open_on(store.log());
    shop.wait_out_outages(Duration::from_secs(10));
    let mia = shop.merchant().await;
    store.fail_reads(1);
    Call::post("/products", Some(&mia), tomatoes(3.5)).send(&shop, "k1").await.done(StatusCode::CREATED);
    assert_eq!(events(&shop.app.writer.log).await["ProductListed"], 1);
}

/// Otherwise a repetition would get a different response, for example with a later date.
#[tokio::test]
async fn a_response_that_cannot_be_stored_is_not_sent() {
    let mut shop = Shop::open();
    let keys = Arc::new(MemoryKeys::default());
    shop.exchange_keys(keys.clone());
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    keys.fail_at_the_next_answer();
    call.send(&shop, "k1").await.refused(StatusCode::SERVICE_UNAVAILABLE);
    shop.clock.advance(CLAIM_LEASE + TimeDelta::seconds(1));
    let done = call.send(&shop, "k1").await;
    done.done(StatusCode::CREATED);
    assert_eq!(call.send(&shop, "k1").await.body, done.body);
    assert_eq!(events(&shop.app.writer.log).await["ProductListed"], 1);
}
