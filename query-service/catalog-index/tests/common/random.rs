//! Random products, changes and queries. They draw from few words, prices and dates, so that many are equal.

use std::{ops::Range, sync::Arc};

use catalog_index::{Document, Filter, Sort, SortKey, Way};
use proptest::{
    collection::vec,
    option::weighted as sometimes,
    prelude::*,
    sample::{Index, select, subsequence},
};
use uuid::Uuid;

use super::model::Wanted;

const WORDS: &[&str] = &[
    "tomato",
    "Tomatoes",
    "seedlings",
    "juice",
    "Ginger",
    "root",
    "leaf",
    "leaves",
    "knife",
    "knives",
    "apple",
    "apples",
    "pie",
    "of",
    "with",
    "in",
    "the",
    "kefir",
    "Chèvre",
    "cheese",
    "goat",
    "milk",
    "salt",
    "salted",
    "2%",
    "Farmer's",
    "for",
    "two",
    "豆腐",
    "bar",
    "tom",
    "applesauce",
    "organic",
    "-",
    ",",
    "and",
];
const CATEGORIES: &[&str] = &["produce", "dairy", "cheese", "flowers"];
const WANTED_CATEGORIES: &[&str] = &["produce", "dairy", "cheese", "toys"];
const SUBCATEGORIES: &[&str] = &["Cheese", "Fruit & Juice", "Vegetables", "", "Leaves"];
const MERCHANTS: u64 = 6;

/// The batches of changes to an index, and the queries after each batch.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) batches: Vec<Batch>,
    pub(crate) queries: Vec<Query>,
}

/// Changes that are committed together, and what happens afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) changes: Vec<Change>,
    pub(crate) then: Then,
}

#[derive(Clone, Debug)]
pub(crate) enum Change {
    Put(Document),
    Delete(Uuid),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Then {
    Nothing,
    Merge,
    Reopen,
}

/// A search or a list, a misspelled word, and what a shopper has typed so far.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) wanted: Wanted,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) offset: usize,
    pub(crate) limit: usize,
    pub(crate) misspelled: String,
    pub(crate) begun: String,
}

fn text(words: usize) -> impl Strategy<Value = String> {
    vec(select(WORDS), 0..=words).prop_map(|words| words.join(" "))
}

fn one_of(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(names).prop_map(str::to_owned)
}

pub(crate) fn merchant(number: u64) -> Uuid {
    Uuid::from_u128(u128::from(number) + 77)
}

fn product_id(number: u64) -> Uuid {
    Uuid::from_u128(u128::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
}

/// A product with one of `ids` ids.
pub(crate) fn product(ids: u64) -> impl Strategy<Value = Document> {
    let texts = (text(4), text(8), one_of(CATEGORIES), one_of(SUBCATEGORIES), vec(text(2), 0..3));
    let numbers = (0..8_i64, -20..20_i64, 0..5_i64, 0..4_i64);
    let grades = (select(&[0, 0, 3, 500, 2_000_000][..]), select(&[0.0, 3.5, 4.25, 5.0][..]));
    let facts = [0.3, 0.7, 0.7, 0.5, 0.2].map(prop::bool::weighted);
    (0..ids, 0..MERCHANTS - 1, texts, numbers, grades, facts).prop_map(
        |(id, owner, texts, (price, listed_at, views, harvested_on), (popularity, rating), facts)| {
            let (name, description, category, subcategory, tags) = texts;
            let [organic, in_stock, can_pickup, can_deliver, featured] = facts;
            Document {
                id: product_id(id),
                version: 1,
                name,
                description,
                category,
                subcategory,
                tags,
                merchant: merchant(owner),
                price: price * 50,
                organic,
                in_stock,
                can_pickup,
                can_deliver,
                featured,
                harvested_on,
                listed_at,
                views,
                popularity,
                rating,
            }
        },
    )
}

fn typed() -> impl Strategy<Value = String> {
    (text(3), sometimes(0.4, 1..7_usize)).prop_map(|(text, letters)| match letters {
        Some(letters) => text.chars().take(letters).collect(),
        None => text,
    })
}

fn misspelled() -> impl Strategy<Value = String> {
    (typed(), vec((any::<Index>(), 0..3_u8), 1..=2)).prop_map(|(text, mistakes)| {
        let mut letters: Vec<char> =
            words::words(&text).into_iter().next().unwrap_or_default().chars().collect();
        for (place, mistake) in mistakes {
            if letters.is_empty() {
                break;
            }
            let place = place.index(letters.len());
            match mistake {
                0 if letters.len() > 1 => drop(letters.remove(place)),
                1 => letters.insert(place, 'x'),
                _ => letters.swap(0, place),
            }
        }
        letters.into_iter().collect()
    })
}

fn nearby() -> impl Strategy<Value = Arc<[(Uuid, f64)]>> {
    subsequence((0..MERCHANTS).collect::<Vec<_>>(), 0..=MERCHANTS as usize).prop_map(|numbers| {
        numbers.into_iter().map(|number| (merchant(number), (number % 3) as f64 * 0.6)).collect()
    })
}

/// A price limit, which often equals a product's price.
fn bound() -> impl Strategy<Value = i64> {
    (0..17_i64).prop_map(|quarters| quarters * 25)
}

fn filter() -> impl Strategy<Value = Filter> {
    let shelf = (sometimes(0.25, one_of(WANTED_CATEGORIES)), sometimes(0.1, one_of(SUBCATEGORIES)));
    let prices = (sometimes(0.15, bound()), sometimes(0.15, bound()));
    let facts = (sometimes(0.2, any::<bool>()), sometimes(0.2, any::<bool>()));
    let way = sometimes(0.2, select(&[Way::Pickup, Way::Delivery][..]));
    let scope = (sometimes(0.1, 0..MERCHANTS + 1), prop::bool::weighted(0.1), sometimes(0.25, nearby()));
    (shelf, prices, facts, way, scope).prop_map(
        |((category, subcategory), (min_price, max_price), (organic, in_stock), way, scope)| {
            let (owner, featured, nearby) = scope;
            Filter {
                terms: None,
                category,
                subcategory,
                merchant: owner.map(merchant),
                min_price,
                max_price,
                organic,
                in_stock,
                way,
                featured,
                nearby,
            }
        },
    )
}

fn sorts() -> impl Strategy<Value = Vec<Sort>> {
    let keys = [
        SortKey::Relevance,
        SortKey::CreatedAt,
        SortKey::Price,
        SortKey::Name,
        SortKey::Rating,
        SortKey::Views,
        SortKey::Distance,
    ];
    let requested =
        (Just(keys.to_vec()).prop_shuffle(), vec(any::<bool>(), 0..4)).prop_map(|(keys, directions)| {
            keys.into_iter().zip(directions).map(|(key, descending)| Sort { key, descending }).collect()
        });
    prop_oneof![4 => requested, 1 => Just(catalog_index::usual_order(false)), 1 => Just(catalog_index::usual_order(true))]
}

/// `searches`: the share of the queries that have search words, from 0 to 1.
fn query(searches: f64) -> impl Strategy<Value = Query> {
    let wanted = (sometimes(searches, typed()), filter()).prop_map(|(text, filter)| Wanted { text, filter });
    (wanted, sorts(), 0..6_usize, 1..13_usize, misspelled(), typed()).prop_map(
        |(wanted, sorts, offset, limit, misspelled, begun)| Query {
            wanted,
            sorts,
            offset,
            limit,
            misspelled,
            begun,
        },
    )
}

fn change(ids: u64) -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => product(ids).prop_map(Change::Put),
        1 => (0..ids).prop_map(|id| Change::Delete(product_id(id))),
    ]
}

fn batches(ids: u64, count: Range<usize>) -> impl Strategy<Value = Vec<Batch>> {
    let then = prop_oneof![4 => Just(Then::Nothing), 1 => Just(Then::Merge), 1 => Just(Then::Reopen)];
    vec((vec(change(ids), 0..12), then).prop_map(|(changes, then)| Batch { changes, then }), count)
}

/// Histories of few products, mostly with searches, so that all rules of the ranking matter.
pub(crate) fn searches() -> impl Strategy<Value = History> {
    (batches(45, 1..9), vec(query(0.7), 25)).prop_map(|(batches, queries)| History { batches, queries })
}

/// Histories that begin with enough products for lists to read only the first of an order, and continue with few
/// changes.
pub(crate) fn lists() -> impl Strategy<Value = History> {
    let many = vec(product(600).prop_map(Change::Put), 300..600);
    (many, batches(600, 1..5), vec(query(0.05), 40)).prop_map(|(changes, mut batches, queries)| {
        batches.insert(0, Batch { changes, then: Then::Nothing });
        History { batches, queries }
    })
}
