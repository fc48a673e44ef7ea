//! Benchmarks whole checkouts: price and hold the cart, pay with a card in the sandbox, create the order. Every shopper
//! repeats this on a connection of its own.

use std::{
    io,
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::json;
use test_support::bench::{
    Budget, Figures,
    forms::{self, Line, SAN_FRANCISCO},
    machine, percentile,
};
use tokio::task::JoinSet;

use super::{
    client::{Client, text},
    server::ADMIN,
    webhooks,
};

pub(crate) const SHOPPERS: usize = 64;
/// Who sells all products.
pub(crate) const MERCHANT: &str = "mara@market.example";
const PRODUCTS: usize = 1_000;
const UNITS: u32 = 1_000_000;
/// In cents.
const PRICE: u32 = 450;
const WARM_UP: Duration = Duration::from_secs(2);
const MEASURED_TIME: Duration = Duration::from_secs(15);

pub(crate) async fn measure(address: SocketAddr, figures: &mut Figures) -> io::Result<()> {
    let products = stock(address).await?;
    let mut shoppers = Vec::new();
    for number in 0..SHOPPERS {
        let mut shopper = Client::connect(address).await?;
        let form = forms::customer(&format!("Shopper {number}"), &format!("shopper{number}@market.example"));
        shopper.enter("/auth/signup", &form).await?;
        shoppers.push(shopper);
    }
    let shoppers = buy_for(shoppers, &products, WARM_UP).await?.0;
    let (shoppers, mut latencies) = buy_for(shoppers, &products, MEASURED_TIME).await?;
    report(
        "a stock of 1,000 products",
        &mut latencies,
        [Budget::AtLeast(300.0), Budget::AtMost(500.0)],
        figures,
    );
    let one = &products[..1];
    let (shoppers, mut latencies) = buy_for(shoppers, one, MEASURED_TIME).await?;
    report("one product", &mut latencies, [Budget::Free; 2], figures);
    webhooks::measure(address, shoppers, &products, figures).await
}

fn report(what: &str, milliseconds: &mut [f64], [rate, worst]: [Budget; 2], figures: &mut Figures) {
    let name = |figure: &str| format!("checkouts of {SHOPPERS} shoppers, {what}: {figure}");
    let count = milliseconds.len() as f64;
    figures.add(&name("orders"), count / MEASURED_TIME.as_secs_f64(), "orders/s", rate);
    figures.add(&name("p50"), percentile(milliseconds, 50), "ms", Budget::Free);
    figures.add(&name("p99"), percentile(milliseconds, 99), "ms", worst);
    figures.add(&name("load"), machine::load(), "", Budget::Free);
}

/// Creates a merchant's products and has the admin approve them.
async fn stock(address: SocketAddr) -> io::Result<Vec<String>> {
    let mut admin = Client::connect(address).await?;
    admin.log_in(ADMIN).await?;
    let mut merchant = Client::connect(address).await?;
    let form = forms::merchant("Mara Meadows", MERCHANT, "Meadow Farm", SAN_FRANCISCO);
    let id = merchant.enter("/auth/signup", &form).await?;
    let approved = json!({ "approved": true });
    admin.send("PUT", &format!("/admin/users/{id}/approve"), &approved).await?;
    let mut products = Vec::with_capacity(PRODUCTS);
    for number in 0..PRODUCTS {
        let form = forms::product(&format!("Turnips {number}"), f64::from(PRICE) / 100.0, UNITS);
        let product = text(&merchant.send("POST", "/products", &form).await?["product"]["id"])?;
        admin.send("PUT", &format!("/admin/products/{product}/approve"), &approved).await?;
        products.push(product);
    }
    Ok(products)
}

/// Lets all shoppers buy until the time is over. Returns the shoppers, and the duration of each checkout in
/// milliseconds.
pub(crate) async fn buy_for(
    shoppers: Vec<Client>,
    products: &[String],
    time: Duration,
) -> io::Result<(Vec<Client>, Vec<f64>)> {
    let end = Instant::now() + time;
    let mut all = JoinSet::new();
    for (number, mut shopper) in shoppers.into_iter().enumerate() {
        let products = products.to_vec();
        all.spawn(async move {
            let mut latencies = Vec::new();
            // A prime step, so that shoppers rarely buy the same product at the same time.
            let mut next = number * 7_919;
            while Instant::now() < end {
                let began = Instant::now();
                buy(&mut shopper, &products[next % products.len()]).await?;
                latencies.push(began.elapsed().as_secs_f64() * 1e3);
                next += 104_729;
            }
            Ok::<_, io::Error>((shopper, latencies))
        });
    }
    let (mut shoppers, mut latencies) = (Vec::new(), Vec::new());
    for outcome in all.join_all().await {
        let (shopper, of_one) = outcome?;
        shoppers.push(shopper);
        latencies.extend(of_one);
    }
    Ok((shoppers, latencies))
}

async fn buy(shopper: &mut Client, product: &str) -> io::Result<()> {
    let cart = forms::intent(&[Line { product: product.to_owned(), price: PRICE, quantity: 1 }]);
    let intent = shopper.send("POST", "/payments/create-intent", &cart).await?;
    let (id, secret) = (text(&intent["paymentIntent"]["id"])?, &intent["clientSecret"]);
    shopper.send("POST", &format!("/payments/sandbox/{id}/confirm"), &forms::card(secret)).await?;
    shopper.send("POST", "/orders/create", &json!({ "paymentIntentId": id })).await.map(drop)
}
