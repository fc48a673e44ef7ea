//! Benchmarks what messages to webhooks cost: the same shoppers buy in turns without webhooks, and with one of the
//! merchant and one of the shop that get a message about each order.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{Router, http::StatusCode, routing::post};
use serde_json::json;
use test_support::bench::{Budget, Figures, forms::PASSWORD};
use tokio::{net::TcpListener, time::sleep};

use super::{
    checkouts::{MERCHANT, SHOPPERS, buy_for},
    client::{Client, text},
    server::ADMIN,
};

const OWNERS: [&str; 2] = [MERCHANT, ADMIN];
/// Turns without and with webhooks.
const ROUNDS: u32 = 3;
const TURN: Duration = Duration::from_secs(8);
/// The longest time that the last message, or the process manager that requests it, may take.
const LAST_MESSAGE_TIMEOUT: Duration = Duration::from_secs(120);

/// Accepts each message at once, and counts it.
struct Receiver {
    address: String,
    got: Arc<AtomicUsize>,
}

/// The totals of all turns of one kind.
#[derive(Default)]
struct TurnTotals {
    orders: usize,
    /// From the last order of a turn to the last message about one.
    rest: Duration,
}

pub(crate) async fn measure(
    address: SocketAddr,
    mut shoppers: Vec<Client>,
    products: &[String],
    figures: &mut Figures,
) -> io::Result<()> {
    let receiver = Receiver::start().await?;
    let (mut without, mut with) = (TurnTotals::default(), TurnTotals::default());
    for _ in 0..ROUNDS {
        shoppers = receiver.turn(shoppers, products, 0, &mut without).await?;
        let webhooks = subscribe(address, &receiver).await?;
        shoppers = receiver.turn(shoppers, products, OWNERS.len(), &mut with).await?;
        remove(address, &webhooks).await?;
        // They were idle while the last messages came.
        for shopper in &mut shoppers {
            shopper.reconnect(address).await?;
        }
    }
    let name = |figure: &str| format!("checkouts of {SHOPPERS} shoppers, two webhooks: {figure}");
    let rate = |orders: usize| orders as f64 / (TURN * ROUNDS).as_secs_f64();
    figures.add(&name("orders without"), rate(without.orders), "orders/s", Budget::Free);
    figures.add(&name("orders with"), rate(with.orders), "orders/s", Budget::Free);
    figures.add(&name("ratio"), rate(with.orders) / rate(without.orders), "times", Budget::Free);
    figures.add(&name("longest wait for the last message"), with.rest.as_secs_f64(), "s", Budget::Free);
    Ok(())
}

impl Receiver {
    async fn start() -> io::Result<Self> {
        let got = Arc::<AtomicUsize>::default();
        let counter = got.clone();
        let accept = async move || {
            counter.fetch_add(1, Ordering::Relaxed);
            StatusCode::NO_CONTENT
        };
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}/hooks", listener.local_addr()?);
        let hooks = Router::new().route("/hooks", post(accept));
        tokio::spawn(async move { axum::serve(listener, hooks).await });
        Ok(Self { address, got })
    }

    /// Lets the shoppers buy for one turn, then waits until this many messages about each order have come.
    async fn turn(
        &self,
        shoppers: Vec<Client>,
        products: &[String],
        messages: usize,
        totals: &mut TurnTotals,
    ) -> io::Result<Vec<Client>> {
        let before = self.got.load(Ordering::Relaxed);
        let (shoppers, latencies) = buy_for(shoppers, products, TURN).await?;
        let (ended, expected) = (Instant::now(), before + latencies.len() * messages);
        while self.got.load(Ordering::Relaxed) < expected {
            if ended.elapsed() > LAST_MESSAGE_TIMEOUT {
                return Err(io::Error::other("messages are missing"));
            }
            sleep(Duration::from_millis(10)).await;
        }
        totals.orders += latencies.len();
        totals.rest = totals.rest.max(ended.elapsed());
        Ok(shoppers)
    }
}

/// Creates a webhook for each owner, and returns the ids of the webhooks.
async fn subscribe(address: SocketAddr, receiver: &Receiver) -> io::Result<Vec<String>> {
    all_orders_are_read(address).await?;
    let form = json!({ "url": receiver.address, "types": ["order.placed"], "currentPassword": PASSWORD });
    let mut ids = Vec::new();
    for owner in OWNERS {
        let mut client = Client::connect(address).await?;
        client.log_in(owner).await?;
        ids.push(text(&client.send("POST", "/webhooks", &form).await?["webhook"]["id"])?);
    }
    Ok(ids)
}

/// Waits until the process manager that requests messages has read about all orders: a webhook that is created before would
/// get messages about earlier ones.
async fn all_orders_are_read(address: SocketAddr) -> io::Result<()> {
    let mut admin = Client::connect(address).await?;
    admin.log_in(ADMIN).await?;
    let begun = Instant::now();
    while begun.elapsed() < LAST_MESSAGE_TIMEOUT {
        let list = admin.send("GET", "/admin/managers", &json!({})).await?;
        let managers = list["managers"].as_array().into_iter().flatten();
        if managers.clone().any(|one| one["name"] == "message_webhooks_when_order_changes" && one["lag"] == 0)
        {
            return Ok(());
        }
        sleep(Duration::from_millis(100)).await;
    }
    Err(io::Error::other("the process manager does not catch up"))
}

/// Removes the webhook of each owner.
async fn remove(address: SocketAddr, webhooks: &[String]) -> io::Result<()> {
    for (owner, webhook) in OWNERS.into_iter().zip(webhooks) {
        let mut client = Client::connect(address).await?;
        client.log_in(owner).await?;
        client.send("DELETE", &format!("/webhooks/{webhook}"), &json!({})).await?;
    }
    Ok(())
}
