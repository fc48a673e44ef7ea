use std::{collections::BTreeMap, sync::Arc, time::Duration};

use blobs::Blobs;
use chrono::TimeDelta;
use command_service::{
    application::{Turns, Writer, checkout::close_checkout},
    idempotency::MemoryKeys,
    looks::Looks,
    mail::FolderMailer,
    operations,
    passwords::Passwords,
    payments::sandbox::{MemoryBooks, Sandbox},
    sessions::Sessions,
    snapshots::{MemorySnapshots, Snapshots},
    webhooks::{Messenger, Reach},
};
use domain::checkout::FeePolicy;
use event_store::EventLog;
use service_kit::{Clock, Ids, ManualClock, SystemIds, token::Tokens};
use shared_events::{
    Actor, RawEvent, Recorded, decode,
    events::{AbandonReason, CredentialEvent, OrderEvent, StockEvent},
    shop::OrderStatus,
};

use super::{super::market::generate, *};

/// A shop on an empty log in memory, with a real random source, which must not influence the market.
struct Shop {
    app: App,
    clock: ManualClock,
}

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_262_400, 0).unwrap()
}

impl Shop {
    fn new() -> Self {
        let clock = ManualClock::at(noon());
        let ids: Arc<dyn Ids> = Arc::new(SystemIds);
        let shared: Arc<dyn Clock> = Arc::new(clock.clone());
        let sandbox = Sandbox::new(Arc::new(MemoryBooks::default()), shared.clone(), ids.clone());
        let log = EventLog::in_memory();
        let app = App {
            sessions: Sessions::new(log.clone()),
            writer: Writer {
                log,
                turns: Turns::default(),
                snapshots: Snapshots::new(Arc::new(MemorySnapshots::default())),
                account_limits: Arc::default(),
            },
            keys: Arc::new(MemoryKeys::default()),
            outage_patience: Duration::ZERO,
            looks: Looks::new(ids.as_ref()),
            tokens: Tokens::new(&[7; 32], shared.clone()),
            mailer: Arc::new(FolderMailer::new("unused".into(), shared.clone())),
            public_url: "https://shop.example".into(),
            support_address: "support@shop.example".into(),
            clock: shared,
            passwords: Passwords::new(HashingCost::LEAST, ids.clone()),
            ids,
            limits: Arc::default(),
            payments: Arc::new(sandbox.clone()),
            sandbox: Some(sandbox),
            fees: FeePolicy::default(),
            blobs: Blobs::in_memory(),
            operations: Arc::new(operations::Unknown),
            messenger: Messenger::over_network(Reach::Public),
        };
        Self { app, clock }
    }

    async fn fill(&self, market: &Market) -> Filled {
        fill(&self.app, market, 0, HashingCost::LEAST, |_| ()).await.unwrap()
    }

    async fn events(&self) -> Vec<Recorded<RawEvent>> {
        self.app.writer.log.read_all(Position::START, &Categories::All, 1_000_000).await.unwrap().events
    }

    /// The events of every stream, without the gaps between their positions.
    async fn streams(&self) -> Streams {
        let mut streams = Streams::new();
        for mut event in self.events().await {
            event.position = Position::START;
            streams.entry(event.stream.to_string()).or_default().push(event);
        }
        // Products are listed concurrently, so they take a stall's places in any order.
        for (_, places) in streams.iter_mut().filter(|(name, _)| name.starts_with("stall-")) {
            places.sort_by_key(|event| event.event_id);
            places.iter_mut().for_each(|event| event.version = 0);
        }
        // Drop the `email-` streams: their ids depend on the installation's key.
        streams.retain(|name, _| !name.starts_with("email-"));
        streams
    }
}

/// A market with a few orders in every status and the people who belong to them.
fn small() -> Market {
    let mut market = generate(7);
    let mut orders = Vec::new();
    for status in OrderStatus::ALL {
        let of = |order: &&super::super::market::PastOrder| {
            order.parts[0].merchant == 0 && order.parts[0].status() == status
        };
        orders.extend(market.orders.iter().filter(of).take(2).cloned());
    }
    orders.sort_by_key(|order| order.placed_at(noon()));
    market.orders = orders;
    market.merchants.truncate(1 + last(&market, |order| order.parts.iter().map(|part| part.merchant).max()));
    market.customers.truncate(1 + last(&market, |order| Some(order.customer)));
    market
}

fn last(market: &Market, of: impl Fn(&super::super::market::PastOrder) -> Option<usize>) -> usize {
    market.orders.iter().filter_map(of).max().unwrap()
}

type Streams = BTreeMap<String, Vec<Recorded<RawEvent>>>;

/// Compares stream by stream, so that a difference is readable.
fn assert_same(one: &Streams, other: &Streams) {
    assert!(one.keys().eq(other.keys()));
    for (name, events) in one {
        assert_eq!(events, &other[name], "{name}");
    }
}

#[tokio::test]
async fn the_same_seed_writes_the_same_events() {
    let (market, one, other) = (small(), Shop::new(), Shop::new());
    assert_eq!(one.fill(&market).await, Filled::Written);
    assert_eq!(other.fill(&market).await, Filled::Written);
    let (one, other) = (one.streams().await, other.streams().await);
    assert!(one.len() > 100, "{} streams", one.len());
    assert_same(&one, &other);
}

/// With another cost, the time of a log-in would reveal which accounts belong to the demo.
#[tokio::test]
async fn every_password_has_the_shops_hashing_cost() {
    let (market, shop) = (small(), Shop::new());
    let cost = HashingCost { memory_kib: 16, ..HashingCost::LEAST };
    assert_eq!(fill(&shop.app, &market, 0, cost, |_| ()).await.unwrap(), Filled::Written);
    let mut passwords = 0;
    for event in shop.events().await.into_iter().filter(|event| event.event.event_type == "PasswordSet") {
        let CredentialEvent::PasswordSet { hash, .. } = decode(event.event).unwrap() else { unreachable!() };
        let hash = hash.get().expect("nobody is erased").clone();
        assert!(hash.starts_with("$argon2id$v=19$m=16,t=1,p=1$"), "{hash}");
        passwords += 1;
    }
    assert_eq!(passwords, 1 + market.merchants.len() + market.customers.len());
}

#[tokio::test]
async fn further_products_are_listed_and_approved_once() {
    let (market, shop) = (small(), Shop::new());
    let writer = MarketWriter::new(&shop.app, &market, HashingCost::LEAST, noon());
    people::admin(&writer).await.unwrap();
    let before = shop.events().await.len();
    let mut reported = Vec::new();
    stalls::stalls(&writer, 250, |written| reported.push(written)).await.unwrap();
    let once = shop.events().await;
    stalls::stalls(&writer, 250, |_| ()).await.unwrap();
    assert_eq!(shop.events().await, once);
    assert_eq!(reported, [250]);
    let count =
        |event_type: &str| once[before..].iter().filter(|event| event.event.event_type == event_type).count();
    assert_eq!(count("ProductListed"), 250);
    assert_eq!(count("ProductApproved"), 250);
    assert_eq!(count("StockCounted"), 250);
    assert_eq!((count("AccountOpened"), count("MerchantApproved")), (2, 2));
    assert!(count("ProductViewed") > 100, "some are looked at: {}", count("ProductViewed"));
}

#[tokio::test]
async fn an_existing_market_is_left_alone() {
    let (market, shop) = (small(), Shop::new());
    shop.fill(&market).await;
    let before = shop.events().await;
    shop.clock.advance(TimeDelta::days(3));
    assert_eq!(shop.fill(&market).await, Filled::AlreadyThere);
    assert_eq!(shop.events().await, before);
}

/// Writes everything that comes before the order with index `end`.
async fn write_up_to(writer: &MarketWriter<'_>, end: usize) {
    people::admin(writer).await.unwrap();
    for (m, merchant) in writer.market.merchants.iter().enumerate() {
        people::merchant(writer, m).await.unwrap();
        for p in 0..merchant.products.len() {
            products::product(writer, m, p).await.unwrap();
        }
    }
    for customer in 0..writer.market.customers.len() {
        people::customer(writer, customer).await.unwrap();
    }
    for order in 0..end {
        orders::order(writer, order).await.unwrap();
    }
}

#[tokio::test]
async fn filling_a_complete_market_adds_nothing() {
    let (market, shop) = (small(), Shop::new());
    shop.fill(&market).await;
    let before = shop.events().await;
    write_up_to(&MarketWriter::new(&shop.app, &market, HashingCost::LEAST, noon()), market.orders.len())
        .await;
    assert_eq!(shop.events().await, before);
}

#[tokio::test]
async fn a_filling_continued_days_later_gives_the_same_market() {
    let market = small();
    let (whole, cut) = (Shop::new(), Shop::new());
    whole.fill(&market).await;
    let writer = MarketWriter::new(&cut.app, &market, HashingCost::LEAST, noon());
    let half = market.orders.len() / 2;
    write_up_to(&writer, half).await;
    orders::open_without_paying(&writer, half).await;
    cut.clock.advance(TimeDelta::days(2));
    assert_eq!(cut.fill(&market).await, Filled::Written);
    assert_same(&cut.streams().await, &whole.streams().await);
}

#[tokio::test]
async fn a_checkout_that_was_closed_meanwhile_is_opened_again() {
    let (market, shop) = (small(), Shop::new());
    let writer = MarketWriter::new(&shop.app, &market, HashingCost::LEAST, noon());
    write_up_to(&writer, 0).await;
    let checkout = orders::open_without_paying(&writer, 0).await;
    let provenance = shop.app.command_by(Actor::system("test"));
    close_checkout(&shop.app.checkout_ports(), &provenance, checkout, AbandonReason::Expired).await.unwrap();
    assert_eq!(shop.fill(&market).await, Filled::Written);
    let placed = shop.streams().await.into_keys().filter(|name| name.starts_with("order-")).count();
    assert_eq!(placed, market.orders.iter().map(|order| order.parts.len()).sum::<usize>());
}

#[tokio::test]
async fn a_log_with_another_shop_is_not_filled() {
    let shop = Shop::new();
    let mut other = small();
    other.seed += 1;
    people::admin(&MarketWriter::new(&shop.app, &other, HashingCost::LEAST, noon())).await.unwrap();
    let before = shop.events().await;
    assert_eq!(shop.fill(&small()).await, Filled::Occupied);
    assert_eq!(shop.events().await, before);
}

#[tokio::test]
async fn no_event_is_in_the_future_and_every_order_has_its_status() {
    let (market, shop) = (generate(crate::demo::market::DEFAULT_SEED), Shop::new());
    shop.fill(&market).await;
    let events = shop.events().await;
    assert!(events.iter().all(|event| event.recorded_at <= noon()), "an event lies in the future");
    let mut orders: BTreeMap<String, &'static str> = BTreeMap::new();
    let mut stock: BTreeMap<String, i64> = BTreeMap::new();
    for event in &events {
        let stream = event.stream.to_string();
        match stream.split('-').next() {
            Some("order") => {
                let status = match decode(event.event.clone()).unwrap() {
                    OrderEvent::OrderPlaced { .. } => "pending",
                    OrderEvent::OrderConfirmed { .. } => "confirmed",
                    OrderEvent::PreparationStarted { .. } => "preparing",
                    OrderEvent::OrderMadeReady { .. } => "ready-for-pickup",
                    OrderEvent::OrderSentOut { .. } => "out-for-delivery",
                    OrderEvent::OrderShipped { .. } => "shipped",
                    OrderEvent::OrderDelivered { .. } => "delivered",
                    OrderEvent::OrderCancelled { .. } => "cancelled",
                    OrderEvent::OrderReturned { .. } => "returned",
                    OrderEvent::OrderRefunded { .. } => continue,
                };
                orders.insert(stream, status);
            }
            Some("stock") => {
                let left = stock.entry(stream).or_default();
                match decode(event.event.clone()).unwrap() {
                    StockEvent::StockCounted { quantity, .. } => *left = quantity.into(),
                    StockEvent::UnitsSold { quantity, .. } => *left -= i64::from(quantity),
                    StockEvent::UnitsRestocked { quantity, .. } => *left += i64::from(quantity),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    for status in orders.values() {
        *counted.entry(status).or_default() += 1;
    }
    let mut expected: BTreeMap<&str, usize> = BTreeMap::new();
    for part in market.orders.iter().flat_map(|order| &order.parts) {
        *expected.entry(part.status().as_str()).or_default() += 1;
    }
    assert_eq!(counted, expected);
    let writer = MarketWriter::new(&shop.app, &market, HashingCost::LEAST, noon());
    for (m, merchant) in market.merchants.iter().enumerate() {
        for (p, product) in merchant.products.iter().enumerate() {
            let left = stock[&format!("stock-{}", writer.product(m, p).uuid())];
            assert_eq!(left, i64::from(product.quantity), "{}", product.details.name);
        }
    }
}
