//! Signs people up at a new shop, and lists what they sell, before the load begins.

use std::{
    fmt::Write,
    io,
    sync::{Arc, atomic::AtomicUsize},
};

use bench_support::forms::{self, City, PASSWORD};
use serde_json::json;
use tokio::{sync::Semaphore, task::JoinSet};

use crate::{
    book::Book,
    client::{Answer, Person, Shop},
    fault::Fault,
    pool::Pool,
    profile::{self, CHANGED, SOLD},
    streams::Streams,
    world::{ADMIN, Customer, Merchant, Offer, PRICE, World},
    zipf::Zipf,
};

const UNITS: u32 = 1_000_000;
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
