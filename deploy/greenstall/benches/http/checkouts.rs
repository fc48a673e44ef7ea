//! Benchmarks whole checkouts: price and hold the cart, pay with a card in the sandbox, create the order. Every shopper
//! repeats this on a connection of its own.

use std::{
    io,
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use test_support::bench::{Budget, Figures, machine, percentile};
use tokio::task::JoinSet;

use super::{
    client::{Client, text},
    server::PASSWORD,
};

const SHOPPERS: usize = 64;
const PRODUCTS: usize = 1_000;
const UNITS: u32 = 1_000_000;
const PRICE: f64 = 4.5;
/// In dollars, with 8% tax.
const AMOUNT: f64 = 4.86;
const WARM_UP: Duration = Duration::from_secs(2);
const MEASURED_TIME: Duration = Duration::from_secs(15);

pub(crate) async fn measure(address: SocketAddr, figures: &mut Figures) -> io::Result<()> {
    let products = stock(address).await?;
    let mut shoppers = Vec::new();
    for number in 0..SHOPPERS {
        let mut shopper = Client::connect(address).await?;
        let form = json!({
            "name": format!("Shopper {number}"), "email": format!("shopper{number}@market.example"),
            "password": PASSWORD, "role": "customer",
        });
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
    let (_, mut latencies) = buy_for(shoppers, one, MEASURED_TIME).await?;
    report("one product", &mut latencies, [Budget::Free; 2], figures);
    Ok(())
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
    admin.enter("/auth/login", &json!({ "email": "admin@market.example", "password": PASSWORD })).await?;
    let mut merchant = Client::connect(address).await?;
    let id = merchant
        .enter("/auth/signup", &json!({
            "name": "Mara Meadows", "email": "mara@market.example", "password": PASSWORD, "role": "merchant",
            "phone": "(415) 555-0134", "businessName": "Meadow Farm", "businessDescription": "Vegetables.",
            "address": { "street": "1 Field Road", "city": "San Francisco", "state": "CA", "zipCode": "94110" },
        }))
        .await?;
    let approved = json!({ "approved": true });
    admin.send("PUT", &format!("/admin/users/{id}/approve"), &approved).await?;
    let mut products = Vec::with_capacity(PRODUCTS);
    for number in 0..PRODUCTS {
        let form = json!({
            "name": format!("Turnips {number}"), "description": "Picked this morning.", "price": PRICE,
            "category": "produce", "subcategory": "Vegetables", "inventory": { "quantity": UNITS, "unit": "pound" },
            "fulfillment": { "method": "both" },
        });
        let product = text(&merchant.send("POST", "/products", &form).await?["product"]["id"])?;
        admin.send("PUT", &format!("/admin/products/{product}/approve"), &approved).await?;
        products.push(product);
    }
    Ok(products)
}

/// Lets all shoppers buy until the time is over. Returns the shoppers, and the duration of each checkout in
/// milliseconds.
async fn buy_for(
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
    let intent = shopper.send("POST", "/payments/create-intent", &cart(product)).await?;
    let (id, secret) = (text(&intent["paymentIntent"]["id"])?, &intent["clientSecret"]);
    let card = json!({ "number": "4242 4242 4242 4242", "expMonth": 12, "expYear": 2035, "cvc": "123" });
    let path = format!("/payments/sandbox/{id}/confirm");
    shopper.send("POST", &path, &json!({ "clientSecret": secret, "card": card })).await?;
    shopper.send("POST", "/orders/create", &json!({ "paymentIntentId": id })).await.map(drop)
}

fn cart(product: &str) -> Value {
    json!({
        "amount": AMOUNT, "currency": "usd",
        "shipping": {
            "firstName": "Cora", "lastName": "Customer", "email": "cora@market.example", "phone": "",
            "address": "2 Market Street", "city": "San Francisco", "state": "CA", "zipCode": "94110", "country": "US",
            "deliveryMethod": "pickup", "deliveryInstructions": "",
        },
        "billing": { "sameAsShipping": true },
        "items": [{ "id": product, "name": "Turnips", "price": PRICE, "quantity": 1 }],
    })
}
