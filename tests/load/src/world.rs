//! What journeys share: the people and products of the shop under load, and the book.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use bench_support::forms::Line;
use rand::{RngExt, rngs::StdRng};
use serde_json::Value;

use crate::{
    book::Book,
    client::{Answer, Person, Shop},
    fault::Fault,
    pool::Pool,
    profile::Kind,
    streams::Streams,
    zipf::Zipf,
};

/// In cents.
pub(crate) const PRICE: u32 = 250;
pub(crate) const ADMIN: &str = "load-admin@market.example";

/// The addresses of visitors begin after those of people with accounts.
const FIRST_VISITOR: u32 = 10_000;

pub(crate) struct Merchant {
    pub(crate) person: Person,
    pub(crate) id: String,
    pub(crate) sold: Vec<String>,
    pub(crate) changed: Vec<String>,
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
    pub(crate) expected: AtomicUsize,
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
            quantity: dice.random_range(1..4),
        };
        let lines = (0..products).map(line).collect();
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
}

/// Within this time what was acknowledged must be seen.
pub(crate) const LONGEST_DELAY: Duration = Duration::from_secs(10);
