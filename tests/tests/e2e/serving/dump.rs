//! Tests a shop while a dump is open, which uses every table for as long as it lasts.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use embedded_postgres::Connection as Server;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use test_support::LOCKS_OF_A_DUMP;
use tokio::runtime::Runtime;

use super::process::Process;
use crate::{
    client::Client,
    instance::{Instance, Shape, binary},
    market,
};

const PRICE: f64 = 4.5;

/// A purchase with its wait for the views takes a fraction of a second on a quiet machine. Behind a change of a table it would
/// take until the end of the dump.
const LONGEST_PURCHASE: Duration = Duration::from_secs(15);

fn buy(customer: &mut Client, product: &str) {
    let intent = customer.post("/payments/create-intent", &market::intent(product, PRICE, 1)).ok();
    let id = intent["paymentIntent"]["id"].as_str().expect("an intent has an id").to_owned();
    let secret = intent["clientSecret"].as_str().expect("an intent has a secret");
    assert_eq!(market::pay(customer, &id, secret).expect("an answer").ok()["status"], "succeeded");
    customer.post("/orders/create", &json!({ "paymentIntentId": id })).ok();
}

fn number_of_orders(customer: &mut Client) -> usize {
    customer.get("/orders/customer").ok().as_array().map_or(0, Vec::<Value>::len)
}

#[test]
fn a_shop_goes_on_while_a_dump_is_open_and_something_starts_or_is_rebuilt() {
    let instance = Instance::start(Shape::AllInOne);
    let mut admin = market::admin(&instance);
    let mut merchant = market::merchant(&instance, &mut admin);
    let product = market::product(&mut merchant, &mut admin, "Dumped Dill", PRICE, 20);
    let mut customer = market::customer(&instance, 1);
    customer.has_seen_as_much_as(&admin);
    // Leaves a generation that the next build drops first.
    instance.operate(&["views", "rebuild", "reviews"]);

    let runtime = Runtime::new().expect("a runtime");
    let mut dump = runtime.block_on(async {
        let server = Server::of(&instance.folder().join("postgres")).expect("the server runs");
        let mut dump = PgConnection::connect(&server.url("greenstall")).await.expect("a connection");
        sqlx::raw_sql(LOCKS_OF_A_DUMP).execute(&mut dump).await.expect("the locks");
        dump
    });

    let mut rebuild = instance.begin(&["views", "rebuild", "reviews"]);
    let mut second = Command::new(binary());
    second
        .args(["serve", "--roles", "query"])
        .env("GREENSTALL_DATA_DIR", instance.folder())
        .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0");
    let second = Process::start(second, instance.folder().join("second.log"));
    second.ready();
    instance.operate(&["parked", "list"]);
    for number in 1..=5 {
        let began = Instant::now();
        buy(&mut customer, &product);
        assert_eq!(number_of_orders(&mut customer), number);
        assert!(began.elapsed() < LONGEST_PURCHASE, "purchase {number} took {:?}", began.elapsed());
    }
    assert!(rebuild.try_wait().expect("it is ours").is_none(), "the rebuild waits for the dump");

    runtime
        .block_on(async { sqlx::raw_sql("ROLLBACK").execute(&mut dump).await.expect("the end of the dump") });
    assert!(rebuild.wait().expect("it ends").success());
    buy(&mut customer, &product);
    assert_eq!(number_of_orders(&mut customer), 6);
}
