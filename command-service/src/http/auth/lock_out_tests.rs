//! Tests of the log-in limits: strangers guess passwords or cause many hashes, and the owner still logs in.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    http::{Method, Request, StatusCode, header},
};
use chrono::TimeDelta;
use serde_json::json;
use test_support::wait_for;

use crate::{
    http::testing::*,
    passwords::{Asker, HashingCost, Passwords},
};

const OK: StatusCode = StatusCode::OK;
const WRONG: StatusCode = StatusCode::UNAUTHORIZED;
const TOO_MANY: StatusCode = StatusCode::TOO_MANY_REQUESTS;
const CROWDED: StatusCode = StatusCode::SERVICE_UNAVAILABLE;

fn from(last: u8) -> SocketAddr {
    ([192, 0, 2, last], 50_000).into()
}

fn log_in(address: SocketAddr, email: &str, password: &str) -> Request<Body> {
    from_address("/auth/login", address, &json!({"email": email, "password": password}))
}

/// The cookie that a response sets, as a browser sends it back.
fn cookie(reply: &Reply) -> String {
    let set = reply.headers[header::SET_COOKIE].to_str().unwrap();
    set.split(';').next().unwrap().to_owned()
}

fn with_cookie(mut request: Request<Body>, cookie: &str) -> Request<Body> {
    request.headers_mut().insert(header::COOKIE, format!("theme=dark; {cookie}").parse().unwrap());
    request
}

/// Ten wrong passwords from this address; the eleventh attempt is refused.
async fn guesses(shop: &Shop, last: u8) {
    for _ in 0..10 {
        shop.send(log_in(from(last), "anna@example.com", "wrong")).await.refused(WRONG);
    }
    shop.send(log_in(from(last), "anna@example.com", "wrong")).await.refused(TOO_MANY);
}

#[tokio::test]
async fn strangers_cannot_lock_an_owner_out() {
    let shop = Shop::open();
    shop.customer().await;
    guesses(&shop, 1).await;
    shop.clock.advance(TimeDelta::seconds(1));
    shop.send(log_in(from(2), "anna@example.com", PASSWORD)).await.done(OK);
    shop.send(log_in(from(1), "anna@example.com", PASSWORD)).await.refused(TOO_MANY);
}

#[tokio::test]
async fn guesses_from_many_addresses_slow_strangers_down_and_no_known_device() {
    let shop = Shop::open();
    let signed_up = shop.send(sign_up_from(from(9), &customer_form("anna@example.com"))).await;
    let known = cookie(&signed_up);
    guesses(&shop, 1).await;
    let mut refused = 0;
    for last in 2..=250 {
        let reply = shop.send(log_in(from(last), "anna@example.com", "wrong")).await;
        refused += usize::from(reply.status == TOO_MANY);
    }
    assert_eq!(refused, 249, "at the same moment nobody else may guess");
    let stranger = shop.send(log_in(from(251), "anna@example.com", PASSWORD)).await;
    assert_eq!(stranger.refused(TOO_MANY), "Too many failed sign-ins. Please try again later.");
    assert_eq!(stranger.headers["retry-after"], "1");
    for last in [9, 1] {
        let request = with_cookie(log_in(from(last), "anna@example.com", PASSWORD), &known);
        shop.send(request).await.done(OK);
    }
}

#[tokio::test]
async fn a_known_device_has_ten_failures_of_its_own() {
    let shop = Shop::open();
    let known = cookie(&shop.send(sign_up_from(from(9), &customer_form("anna@example.com"))).await);
    let try_with = |password| with_cookie(log_in(from(9), "anna@example.com", password), &known);
    for _ in 0..10 {
        shop.send(try_with("wrong")).await.refused(WRONG);
    }
    let reply = shop.send(try_with(PASSWORD)).await;
    reply.refused(TOO_MANY);
    assert_eq!(reply.headers["retry-after"], "900");
    shop.clock.advance(TimeDelta::minutes(15));
    shop.send(try_with(PASSWORD)).await.done(OK);
}

#[tokio::test]
async fn a_device_is_known_only_for_accounts_it_was_used_for() {
    let shop = Shop::open();
    let anna = shop.send(sign_up_from(from(9), &customer_form("anna@example.com"))).await;
    let set = anna.headers[header::SET_COOKIE].to_str().unwrap();
    let ending = "; Path=/api/auth; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure";
    assert!(set.starts_with("greenstall-device=") && set.ends_with(ending), "{set}");
    assert!(!set.contains("anna") && !set.contains(anna.body["user"]["id"].as_str().unwrap()), "{set}");
    let known = cookie(&anna);
    shop.send(sign_up_from(from(8), &merchant_form("mia@example.com"))).await.done(StatusCode::CREATED);
    let guess = || with_cookie(log_in(from(9), "mia@example.com", "wrong"), &known);
    for _ in 0..10 {
        shop.send(guess()).await.refused(WRONG);
    }
    shop.send(guess()).await.refused(TOO_MANY);
    shop.clock.advance(TimeDelta::minutes(15));
    let request = with_cookie(log_in(from(9), "mia@example.com", PASSWORD), &known);
    let both = cookie(&shop.send(request).await);
    assert!(both.starts_with(&known[..known.find('.').unwrap()]), "the same device");
    guesses(&shop, 9).await;
    for email in ["anna@example.com", "mia@example.com"] {
        shop.send(with_cookie(log_in(from(9), email, PASSWORD), &both)).await.done(OK);
    }
}

/// The effect of 400 log-ins with unknown addresses on the log-in of a person with an account.
struct LogInBurst {
    /// Number of the burst's passwords that were hashed before the real log-in was answered.
    hashed_first: usize,
    waited: Duration,
    statuses: Vec<StatusCode>,
}

async fn burst(passwords: Passwords, address: impl Fn(u16) -> IpAddr) -> LogInBurst {
    let mut shop = Shop::open();
    shop.customer().await;
    shop.exchange_passwords(passwords);
    let shop = Arc::new(shop);
    let hashed = Arc::new(AtomicUsize::new(0));
    let calls: Vec<_> = (0..400)
        .map(|number| {
            let request =
                log_in((address(number), 50_000).into(), &format!("nobody{number}@example.com"), "x");
            let (shop, hashed) = (shop.clone(), hashed.clone());
            tokio::spawn(async move {
                let reply = shop.send(request).await;
                hashed.fetch_add(usize::from(reply.status == WRONG), Ordering::SeqCst);
                if reply.status != WRONG {
                    assert!(reply.headers.contains_key("retry-after"), "{reply:?}");
                }
                reply.status
            })
        })
        .collect();
    let began = Instant::now();
    let real = shop.clone();
    let real = tokio::spawn(async move {
        let reply = real.send(log_in(from(7), "anna@example.com", PASSWORD)).await;
        (reply.status, hashed.load(Ordering::SeqCst))
    });
    let (status, hashed_first) = real.await.unwrap();
    let waited = began.elapsed();
    assert_eq!(status, OK);
    let statuses = futures_util::future::join_all(calls).await.into_iter().map(Result::unwrap).collect();
    LogInBurst { hashed_first, waited, statuses }
}

/// A tenth of the cost in production.
const COST: HashingCost = HashingCost { memory_kib: 1_900, ..HashingCost::PRODUCTION };

#[tokio::test]
async fn four_hundred_unknown_log_ins_do_not_delay_a_real_one() {
    let ids = || Arc::new(service_kit::SeededIds::new(1));
    // Without limits, there are as many places as callers, each from an address of its own.
    let unlimited = Passwords::new(COST, ids()).with_places(1_000);
    let before =
        burst(unlimited, |number| IpAddr::from((0x0a00_0000 + u32::from(number)).to_be_bytes())).await;
    // As many places as four cores have, because the bound below must not depend on this machine.
    let limited = Passwords::new(COST, ids()).with_places(64);
    let after = burst(limited, |_| from(1).ip()).await;
    for (what, burst) in [("without limits", &before), ("with limits", &after)] {
        let count = |status| burst.statuses.iter().filter(|other| **other == status).count();
        println!(
            "{what}: the real log-in waited {:?} for {} hashes; of the 400, {} were hashed, {} answered 503, {} 429",
            burst.waited,
            burst.hashed_first,
            count(WRONG),
            count(CROWDED),
            count(TOO_MANY)
        );
        assert_eq!(count(WRONG) + count(CROWDED) + count(TOO_MANY), 400);
    }
    assert!(before.hashed_first > 300, "{} came first", before.hashed_first);
    assert!(after.hashed_first < 100, "{} came first", after.hashed_first);
}

#[tokio::test]
async fn a_log_in_whose_client_disconnects_leaves_the_queue() {
    let mut shop = Shop::open();
    shop.customer().await;
    let passwords = Passwords::new(HashingCost::LEAST, shop.app.ids.clone()).with_places(1);
    shop.exchange_passwords(passwords.clone());
    let free = || passwords.queue(Asker::Stranger(None)).is_ok();
    let all_threads = passwords.occupy().await;
    let login = json!({"email": "anna@example.com", "password": PASSWORD});
    let mut call = Box::pin(shop.post("/auth/login", None, &login));
    let queued = async || {
        assert!(futures_util::poll!(&mut call).is_pending());
        (!free()).then_some(())
    };
    wait_for("the log-in in the queue", queued).await;
    drop(call);
    assert!(free(), "the caller who hung up has left");
    drop(all_threads);
    shop.call(Method::POST, "/auth/login", None, &login).await.done(OK);
}
