//! Requests with a key when a process dies, or the store or the keys fail.

use std::sync::Arc;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{Call, events, tomatoes};
use crate::{
    application::checkout::tests::faulty::{Fault, FaultyStore},
    http::{
        market::Market,
        testing::{Shop, customer_form},
    },
    idempotency::{LEASE, MemoryKeys},
};

/// A command on a market of its own.
type Command = fn(&Market) -> Call;

const COMMANDS: [(&str, Command); 4] = [
    ("list a product", |market| Call::post("/products", Some(&market.mia), tomatoes(3.5))),
    ("sign up", |_| Call::post("/auth/signup", None, customer_form("carl@example.com"))),
    ("log in", |_| {
        let login = json!({"email": "anna@example.com", "password": crate::http::testing::PASSWORD});
        Call::post("/auth/login", None, login)
    }),
    ("pay for a cart", |market| Call::post("/payments/create-intent", Some(&market.anna), market.cart())),
];

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// The command is sent, the process dies at one of its appends, another process gets the same request: at every append,
/// and of what is in the log nothing is there twice or missing.
#[test]
fn a_crash_at_any_append_and_the_same_request_again_leave_what_one_request_leaves() {
    for (name, command) in COMMANDS {
        let main = runtime();
        let undisturbed = main.block_on(async {
            let market = Market::open().await;
            let reply = command(&market).send(&market.shop, "k1").await;
            assert!(reply.status.is_success(), "{name}: {reply:?}");
            events(&market.shop.app.log).await
        });
        let mut crashes = 0;
        for fault in [Fault::DiesBefore, Fault::DiesAfter] {
            for nth in 0.. {
                let store = Arc::new(FaultyStore::default());
                let market = main.block_on(Market::open_on(store.log()));
                let call = command(&market);
                store.fail(nth, fault);
                // A runtime of its own: with it goes whatever the process was about to do.
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
                market.shop.clock.advance(LEASE);
                let (reply, mut left) = main.block_on(async {
                    let reply = call.send(&market.shop, "k1").await;
                    (reply, events(&market.shop.app.log).await)
                });
                assert!(reply.status.is_success(), "{name}, {fault:?} at append {nth}: {reply:?}");
                // A claim of an address without an account has lapsed by now: whoever comes back claims it once more.
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

/// A store that does not answer makes the command fail; it may have cleaned up behind itself. The same key tries again.
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

/// The session cannot be verified for the moment, and could be a moment later: the command must not be done without its
/// key in between.
#[tokio::test]
async fn a_key_counts_although_nobody_can_tell_whose_it_is_for_the_moment() {
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
    assert_eq!(events(&shop.app.log).await["ProductListed"], 1);
}

/// Otherwise the answer would be another one when the command is sent again: with a later date, say.
#[tokio::test]
async fn an_answer_that_cannot_be_noted_is_not_given() {
    let mut shop = Shop::open();
    let keys = Arc::new(MemoryKeys::default());
    shop.exchange_keys(keys.clone());
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    keys.fail_at_the_next_answer();
    call.send(&shop, "k1").await.refused(StatusCode::SERVICE_UNAVAILABLE);
    shop.clock.advance(LEASE + TimeDelta::seconds(1));
    let done = call.send(&shop, "k1").await;
    done.done(StatusCode::CREATED);
    assert_eq!(call.send(&shop, "k1").await.body, done.body);
    assert_eq!(events(&shop.app.log).await["ProductListed"], 1);
}
