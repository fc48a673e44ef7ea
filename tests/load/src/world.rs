//! The people and products of the shop under load, and what journeys share.

use std::{
    fmt::Write,
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use bench_support::forms::{self, City, Line, PASSWORD};
use rand::{RngExt, rngs::StdRng};
use serde_json::{Value, json};
use tokio::{sync::Semaphore, task::JoinSet};

use crate::{
    book::Book,
    client::{Answer, Person, Shop},
    fault::Fault,
    pool::Pool,
    profile::{self, CHANGED, Kind, SOLD},
    streams::Streams,
    zipf::Zipf,
};

/// In cents.
const PRICE: u32 = 250;
const UNITS: u32 = 1_000_000;
pub(crate) const ADMIN: &str = "load-admin@market.example";

/// Where merchants are: the places of which readers list what is near.
const CITIES: [City; 6] = [
    ["Portland", "OR", "97205"],
    ["Brooklyn", "NY", "11201"],
    ["Chicago", "IL", "60614"],
    ["Austin", "TX", "78702"],
    ["Seattle", "WA", "98101"],
    forms::SAN_FRANCISCO,
];

/// Sign-ups at a time: each costs a hash.
const SIGN_UPS_AT_A_TIME: usize = 4;
const COMMANDS_AT_A_TIME: usize = 16;
/// Products in a page of the catalog.
const PAGE: usize = 100;
/// The addresses of visitors begin after those of people with accounts.
const FIRST_VISITOR: u32 = 10_000;

pub(crate) struct Merchant {
    pub(crate) person: Person,
    pub(crate) id: String,
    pub(crate) sold: Vec<String>,
    changed: Vec<String>,
}

pub(crate) struct Customer {
    pub(crate) person: Person,
    pub(crate) email: String,
}

/// A product whose offer changes.
pub(crate) struct Offer {
    pub(crate) merchant: usize,
    pub(crate) product: String,
}

/// An order that waits for its merchant.
pub(crate) struct PlacedOrder {
    pub(crate) id: String,
    pub(crate) merchant: usize,
    pub(crate) customer: Person,
}

pub(crate) struct World {
    pub(crate) shop: Shop,
    pub(crate) book: Book,
    pub(crate) streams: Arc<Streams>,
    pub(crate) admin: Person,
    pub(crate) merchants: Vec<Merchant>,
    pub(crate) customers: Pool<Arc<Customer>>,
    pub(crate) offers: Pool<Offer>,
    pub(crate) orders: Pool<PlacedOrder>,
    /// Every product that the public sees.
    pub(crate) catalog: Zipf<String>,
    /// Events that somebody still expects on a stream.
    expected: AtomicUsize,
}

/// The people who have signed up and what they have listed.
pub(crate) struct People {
    pub(crate) shop: Shop,
    admin: Person,
    pub(crate) merchants: Vec<Merchant>,
    pub(crate) customers: Vec<Arc<Customer>>,
    catalog: Vec<String>,
}

impl People {
    /// Signs everybody up, lists the products and has them approved.
    pub(crate) async fn move_in(shop: Shop, factor: f64) -> io::Result<Self> {
        let shop = Arc::new(shop);
        let mut admin = Person::numbered(1);
        let form = json!({ "email": ADMIN, "password": PASSWORD });
        admin.token = entered(shop.post(&admin, "/auth/login", &form).await)?.0;
        let merchants = all(profile::merchants(factor), SIGN_UPS_AT_A_TIME, |number| {
            let (shop, admin) = (Arc::clone(&shop), admin.clone());
            async move { merchant(&shop, &admin, number).await }
        })
        .await?;
        let customers = all(profile::customers(factor), SIGN_UPS_AT_A_TIME, |number| {
            let shop = Arc::clone(&shop);
            async move { customer(&shop, number).await }
        })
        .await?;
        let catalog = catalog(&shop).await?;
        let shop = Arc::into_inner(shop).ok_or_else(|| io::Error::other("somebody still moves in"))?;
        Ok(Self { shop, admin, merchants, customers, catalog })
    }

    /// The world in which the load begins.
    pub(crate) fn into_world(self, book: Book, streams: Arc<Streams>) -> World {
        let Self { shop, admin, merchants, customers, catalog } = self;
        let offers = (0..CHANGED as usize).flat_map(|place| {
            let offer = move |(number, merchant): (usize, &Merchant)| Offer {
                merchant: number,
                product: merchant.changed[place].clone(),
            };
            merchants.iter().enumerate().map(offer).collect::<Vec<_>>()
        });
        let offers = Pool::new(offers);
        let orders = Pool::new([]);
        let (customers, catalog) = (Pool::new(customers), Zipf::new(catalog));
        let expected = AtomicUsize::new(0);
        World { shop, book, streams, admin, merchants, customers, offers, orders, catalog, expected }
    }
}

impl World {
    /// A visitor with one of a million addresses.
    pub(crate) fn visitor(&self, dice: &mut StdRng) -> Person {
        Person::numbered(FIRST_VISITOR + dice.random_range(0..1_000_000))
    }

    /// A customer whom no other journey uses, for as long as the future takes.
    pub(crate) async fn as_customer<T>(
        &self,
        journey: impl AsyncFnOnce(&Customer) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let customer = self.customers.take().ok_or(Fault::Overload)?;
        let outcome = journey(&customer).await;
        self.customers.put(customer);
        outcome
    }

    /// One to three units each of some products of one merchant.
    pub(crate) fn cart(&self, dice: &mut StdRng, products: usize) -> (usize, Vec<Line>) {
        let merchant = dice.random_range(0..self.merchants.len());
        let sold = &self.merchants[merchant].sold;
        let first = dice.random_range(0..sold.len());
        let line = |place: usize| Line {
            product: sold[(first + place) % sold.len()].clone(),
            price: PRICE,
            quantity: 0,
        };
        let mut lines: Vec<Line> = (0..products).map(line).collect();
        lines.iter_mut().for_each(|line| line.quantity = dice.random_range(1..4));
        (merchant, lines)
    }

    /// Reads until the answer has what was acknowledged. Only answers that say that they are stale may lack it, and not
    /// for long.
    pub(crate) async fn read_own_write(
        &self,
        by: &Person,
        path: &str,
        after: u64,
        has_it: impl Fn(&Value) -> bool,
    ) -> Result<Answer, Fault> {
        let began = Instant::now();
        loop {
            let answer = self.shop.get_after(by, path, after).await?;
            if has_it(&answer.body) {
                return Ok(answer);
            }
            if !answer.stale || began.elapsed() > LONGEST_DELAY {
                let waited = began.elapsed();
                let mut what =
                    format!("{path} lacks what position {after} has acknowledged {waited:?} before");
                if answer.stale {
                    what.push_str(", and says so");
                }
                return Err(Fault::Broken(what));
            }
        }
    }

    /// Expects the event of an acknowledged command on the merchant's stream, and records the delay.
    pub(crate) fn expect_on_stream(self: &Arc<Self>, kind: Kind, name: String, acknowledged: Instant) {
        let world = Arc::clone(self);
        world.expected.fetch_add(1, Ordering::Relaxed);
        tokio::spawn(async move {
            match world.streams.news.wait_for(&name, LONGEST_DELAY).await {
                Some(at) => {
                    world.book.record(kind, acknowledged, at.saturating_duration_since(acknowledged));
                }
                None => {
                    let fault = Fault::Broken(format!("{name}: not on the stream after {LONGEST_DELAY:?}"));
                    world.book.fault(kind, acknowledged, &fault);
                }
            }
            world.expected.fetch_sub(1, Ordering::Relaxed);
        });
    }

    /// Events that somebody still expects on a stream.
    pub(crate) fn expected(&self) -> usize {
        self.expected.load(Ordering::Relaxed)
    }
}

/// Within this time what was acknowledged must be seen.
pub(crate) const LONGEST_DELAY: Duration = Duration::from_secs(10);

/// Signs a merchant up, approved and with products.
async fn merchant(shop: &Arc<Shop>, admin: &Person, number: u32) -> io::Result<Merchant> {
    let mut person = Person::numbered(100 + number);
    let city = CITIES[number as usize % CITIES.len()];
    let (name, business) = (format!("Mara Meadows {number}"), format!("Meadow Farm No. {number}"));
    let form = forms::merchant(&name, &format!("merchant{number}@load.example"), &business, city);
    let (token, id) = entered(shop.post(&person, "/auth/signup", &form).await)?;
    person.token = token;
    let approved = json!({ "approved": true });
    failed(shop.put(admin, &format!("/admin/users/{id}/approve"), &approved).await)?;
    let products = all(SOLD + CHANGED, COMMANDS_AT_A_TIME / SIGN_UPS_AT_A_TIME, |place| {
        let (shop, admin, person, approved) =
            (Arc::clone(shop), admin.clone(), person.clone(), approved.clone());
        async move {
            let mut name = String::from(if place < SOLD { "Turnips" } else { "Peas" });
            write!(name, " {place} of Farm {number}").map_err(io::Error::other)?;
            let form = forms::product(&name, f64::from(PRICE) / 100.0, UNITS);
            let listed = failed(shop.post(&person, "/products", &form).await)?;
            let id = failed(listed.text("/product/id"))?;
            failed(shop.put(&admin, &format!("/admin/products/{id}/approve"), &approved).await)?;
            Ok(id)
        }
    })
    .await?;
    let changed = products[SOLD as usize..].to_vec();
    Ok(Merchant { person, id, sold: products[..SOLD as usize].to_vec(), changed })
}

async fn customer(shop: &Shop, number: u32) -> io::Result<Arc<Customer>> {
    let mut person = Person::numbered(1_000 + number);
    let email = format!("customer{number}@load.example");
    let form = forms::customer(&format!("Cora Customer {number}"), &email);
    person.token = entered(shop.post(&person, "/auth/signup", &form).await)?.0;
    Ok(Arc::new(Customer { person, email }))
}

/// The ids of all public products.
async fn catalog(shop: &Shop) -> io::Result<Vec<String>> {
    let mut ids = Vec::new();
    for page in 1.. {
        let path = format!("/products?sort=name&limit={PAGE}&page={page}");
        let answer = failed(shop.get(&Person::numbered(2), &path).await)?;
        let products = answer.body["products"].as_array().cloned().unwrap_or_default();
        ids.extend(products.iter().filter_map(|product| product["id"].as_str().map(str::to_owned)));
        if products.len() < PAGE {
            break;
        }
    }
    Ok(ids)
}

/// The token and the account's id.
fn entered(answer: Result<Answer, Fault>) -> io::Result<(String, String)> {
    let answer = failed(answer)?;
    Ok((failed(answer.text("/token"))?, failed(answer.text("/user/id"))?))
}

/// Before the load begins, nothing may fail.
fn failed<T>(outcome: Result<T, Fault>) -> io::Result<T> {
    outcome.map_err(|fault| io::Error::other(fault.to_string()))
}

/// Makes the things with these numbers, some at a time; returns them in order.
async fn all<T, Making>(count: u32, at_a_time: usize, make: impl Fn(u32) -> Making) -> io::Result<Vec<T>>
where
    T: Send + 'static,
    Making: Future<Output = io::Result<T>> + Send + 'static,
{
    let turns = Arc::new(Semaphore::new(at_a_time));
    let mut tasks = JoinSet::new();
    for number in 0..count {
        let (turns, making) = (Arc::clone(&turns), make(number));
        tasks.spawn(async move {
            let _turn = turns.acquire().await.map_err(io::Error::other)?;
            Ok::<_, io::Error>((number, making.await?))
        });
    }
    let mut made = tasks.join_all().await.into_iter().collect::<io::Result<Vec<_>>>()?;
    made.sort_unstable_by_key(|(number, _)| *number);
    Ok(made.into_iter().map(|(_, one)| one).collect())
}
