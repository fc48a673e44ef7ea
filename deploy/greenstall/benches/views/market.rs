//! Generates histories of a market in the log, in the order of their times, and writes them by COPY.

use std::{collections::BTreeSet, fmt::Write};

use chrono::{DateTime, TimeDelta, Utc};
use event_store::{Keyring, postgres::PostgresKeyring};
use greenstall::demo::market::{self, Approval, Market, Merchant, Product};
use histories::Person;
use postgres_kit::Pool;
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};
use shared_events::{
    Actor, Event, Role, encode,
    events::{AccountEvent, ProductEvent, ReleaseReason, StockEvent},
    ids::{AccountId, CheckoutId, Id, OrderId, ProductId},
    personal::{self, SubjectKey},
};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

/// Raise this when the histories change: databases of other versions are created again.
pub(crate) const VERSION: u32 = 1;

const CHUNK_BYTES: usize = 1 << 20;
/// The most holds that are open at a time.
const OPEN_CHECKOUTS: usize = 64;

/// A history to fill a log with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum History {
    /// A market over some years with this many events: a tenth are product listings, two thirds are holds, sales and
    /// releases of stock, and 2% are sign-ups with sealed names.
    Market(usize),
    /// Only listings of this many products, so that each event becomes a row.
    Listings(usize),
}

impl History {
    /// The name of the history's database.
    pub(crate) fn database(self) -> String {
        match self {
            Self::Market(events) => format!("market_{events}_v{VERSION}"),
            Self::Listings(products) => format!("listings_{products}_v{VERSION}"),
        }
    }
}

/// Writes a history into an empty log; returns the number of events.
pub(crate) async fn fill(pool: &Pool, history: History) -> usize {
    let mut writer = Writer::open(pool).await;
    match history {
        History::Market(events) => market_of(&mut writer, events).await,
        History::Listings(products) => listings(&mut writer, products).await,
    }
    writer.close(pool).await
}

async fn listings(writer: &mut Writer<'_>, products: usize) {
    let demo = market::generate(market::DEFAULT_SEED);
    let merchants = products.div_ceil(200);
    for number in 0..merchants {
        let merchant = writer.sign_up(&demo, number).await;
        writer.approve_merchant(merchant).await;
    }
    for number in 0..products {
        writer.list(&demo, number, AccountId::new(writer.ids[number % merchants])).await;
    }
}

async fn market_of(writer: &mut Writer<'_>, events: usize) {
    let demo = market::generate(market::DEFAULT_SEED);
    let products = events / 10;
    let per_merchant = 100;
    let mut listed: Vec<ProductId> = Vec::with_capacity(products);
    let mut merchant = None;
    let mut holds = Vec::new();
    for number in 0..products {
        if number % per_merchant == 0 {
            let opened = writer.sign_up(&demo, number / per_merchant).await;
            writer.approve_merchant(opened).await;
            merchant = Some(opened);
        }
        if number % 5 == 0 {
            writer.join(number).await;
        }
        let product = writer.list(&demo, number, merchant.expect("the first product has a merchant")).await;
        let quantity = 20 + writer.dice.random_range(0..200);
        writer.stock(product, StockEvent::StockCounted { product_id: product, quantity }).await;
        listed.push(product);
        if number >= 20 {
            writer.decide(listed[number - 20], &demo_product(&demo, number - 20).1.approval).await;
        }
        // Add sales until the history has the wanted length.
        while writer.events < (number + 1) * (events / products) {
            trade(writer, &listed, &mut holds).await;
        }
    }
    while writer.events < events {
        trade(writer, &listed, &mut holds).await;
    }
}

struct Hold {
    product_id: ProductId,
    checkout_id: CheckoutId,
    quantity: u32,
}

/// A shopper takes a hold, or an earlier hold ends: its units are sold or released.
async fn trade(writer: &mut Writer<'_>, listed: &[ProductId], holds: &mut Vec<Hold>) {
    if holds.len() < OPEN_CHECKOUTS || writer.dice.random_bool(0.5) && holds.len() < 2 * OPEN_CHECKOUTS {
        // Some products sell far better than others.
        let rank = writer.dice.random_range(0.0..1.0_f64).powi(2);
        let product_id = listed[(rank * listed.len() as f64) as usize];
        let hold = Hold { product_id, checkout_id: writer.id(), quantity: writer.dice.random_range(1..4) };
        let Hold { checkout_id, quantity, .. } = hold;
        let until = writer.now + TimeDelta::minutes(15);
        writer.stock(product_id, StockEvent::UnitsHeld { product_id, checkout_id, quantity, until }).await;
        holds.push(hold);
        return;
    }
    let which = writer.dice.random_range(0..holds.len());
    let Hold { product_id, checkout_id, quantity } = holds.swap_remove(which);
    if writer.dice.random_bool(0.12) {
        let reason = ReleaseReason::Expired;
        let released = StockEvent::HoldReleased { product_id, checkout_id, quantity, reason };
        writer.stock(product_id, released).await;
        return;
    }
    let order_id: OrderId = writer.id();
    writer.stock(product_id, StockEvent::UnitsSold { product_id, checkout_id, order_id, quantity }).await;
    if writer.dice.random_bool(0.03) {
        writer.stock(product_id, StockEvent::UnitsRestocked { product_id, order_id, quantity }).await;
    }
}

/// The demo market's product with this number, and its merchant. Numbers past the last product start again at the
/// first.
fn demo_product(demo: &Market, number: usize) -> (&Merchant, &Product) {
    let merchant = &demo.merchants[number % demo.merchants.len()];
    (merchant, &merchant.products[(number / demo.merchants.len()) % merchant.products.len()])
}

/// Writes events as lines for COPY.
struct Writer<'p> {
    pool: &'p Pool,
    keys: PostgresKeyring,
    dice: StdRng,
    now: DateTime<Utc>,
    events: usize,
    versions: std::collections::HashMap<(&'static str, Uuid), u64>,
    ids: Vec<Uuid>,
    admin: Actor,
    lines: String,
}

impl<'p> Writer<'p> {
    async fn open(pool: &'p Pool) -> Self {
        let admin = Actor::Account { id: AccountId::new(Uuid::from_u128(0xAD)), role: Role::Admin };
        Self {
            pool,
            keys: PostgresKeyring::start(pool.clone()),
            dice: StdRng::seed_from_u64(7),
            now: DateTime::from_timestamp(1_700_000_000, 0).expect("a moment"),
            events: 0,
            versions: std::collections::HashMap::new(),
            ids: Vec::new(),
            admin,
            lines: String::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 4),
        }
    }

    fn uuid(&mut self) -> Uuid {
        let mut bytes = [0; 16];
        self.dice.fill_bytes(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }

    fn id<Kind>(&mut self) -> Id<Kind> {
        Id::new(self.uuid())
    }

    async fn sign_up(&mut self, demo: &Market, number: usize) -> AccountId {
        let merchant = &demo.merchants[number % demo.merchants.len()];
        let account_id: AccountId = self.id();
        self.ids.push(account_id.uuid());
        let person = Person {
            id: account_id,
            role: Role::Merchant,
            name: merchant.account.name.clone(),
            email: format!("{number}.{}", merchant.account.email),
            phone: Some(merchant.account.phone.clone()),
            address: Some(merchant.address.clone()),
            business: Some(merchant.profile.clone()),
        };
        self.open_account(&person).await;
        account_id
    }

    /// A customer signs up.
    async fn join(&mut self, number: usize) {
        let person = Person { id: self.id(), ..histories::customer(number as u128) };
        self.open_account(&person).await;
    }

    async fn approve_merchant(&mut self, account_id: AccountId) {
        let event = AccountEvent::MerchantApproved { account_id, reason: None };
        self.add(account_id.uuid(), self.admin.clone(), &event, None).await;
    }

    async fn list(&mut self, demo: &Market, number: usize, merchant_id: AccountId) -> ProductId {
        let (_, product) = demo_product(demo, number);
        let product_id: ProductId = self.id();
        let mut details = product.details_on(self.now.date_naive());
        write!(details.name, " No. {number}").expect("a string grows");
        let listed = ProductEvent::ProductListed {
            product_id,
            merchant_id,
            details,
            price: product.price,
            unit: product.unit.to_owned(),
            low_stock_threshold: product.low_stock_threshold,
            fulfillment: product.fulfillment.clone(),
        };
        let merchant = Actor::Account { id: merchant_id, role: Role::Merchant };
        self.add(product_id.uuid(), merchant, &listed, None).await;
        product_id
    }

    async fn decide(&mut self, product_id: ProductId, approval: &Approval) {
        let event = match approval {
            Approval::Approved => ProductEvent::ProductApproved { product_id, reason: None },
            Approval::Pending => return,
            Approval::Rejected { reason } => {
                ProductEvent::ProductRejected { product_id, reason: reason.clone() }
            }
        };
        self.add(product_id.uuid(), self.admin.clone(), &event, None).await;
    }

    async fn stock(&mut self, product_id: ProductId, event: StockEvent) {
        self.add(product_id.uuid(), Actor::system("hold_units"), &event, None).await;
    }

    async fn open_account(&mut self, person: &Person) {
        let subject = person.id.uuid();
        let mut keys = self.keys.find_or_make(&BTreeSet::from([subject])).await.expect("keys are made");
        self.add(subject, person.actor(), &person.opened(), keys.remove(&subject)).await;
    }

    async fn add<E: Event>(&mut self, id: Uuid, actor: Actor, event: &E, key: Option<SubjectKey>) {
        self.events += 1;
        self.now += TimeDelta::milliseconds(self.dice.random_range(1_000..60_000));
        let version = self.versions.entry((E::CATEGORY, id)).or_default();
        *version += 1;
        let (position, version, event_id) = (self.events, *version, self.uuid());
        let mut raw = encode(event);
        personal::seal(&mut raw.data, event_id, &|_| key.clone());
        let cause = self.uuid();
        let fields = [
            position.to_string(),
            version.to_string(),
            self.now.to_rfc3339(),
            id.to_string(),
            event_id.to_string(),
            cause.to_string(),
            cause.to_string(),
            raw.schema_version.to_string(),
            E::CATEGORY.to_owned(),
            raw.event_type.into_owned(),
            escaped(&serde_json::to_string(&actor).expect("an actor is plain data")),
            escaped(&raw.data.to_string()),
        ];
        writeln!(self.lines, "{}", fields.join("\t")).expect("a string grows");
        if self.lines.len() >= CHUNK_BYTES {
            self.flush().await;
        }
    }

    async fn flush(&mut self) {
        let statement = "COPY event_store.events (position, version, recorded_at, stream_id, event_id, \
                         correlation_id, causation_id, schema_version, category, event_type, actor, data) FROM STDIN";
        let mut connection = self.pool.acquire().await.expect("a connection");
        let mut copy = connection.copy_in_raw(statement).await.expect("COPY begins");
        copy.send(self.lines.as_bytes()).await.expect("the lines are sent");
        copy.finish().await.expect("the lines are taken");
        self.lines.clear();
    }

    async fn close(mut self, pool: &Pool) -> usize {
        self.flush().await;
        let events = self.events;
        let statement = format!("SELECT setval('event_store.positions', {events})");
        sqlx::query(AssertSqlSafe(statement)).execute(pool).await.expect("the sequence is set");
        sqlx::query("VACUUM ANALYZE event_store.events").execute(pool).await.expect("statistics are made");
        events
    }
}

/// Escapes text for COPY's text format.
fn escaped(json: &str) -> String {
    json.replace('\\', "\\\\")
}
