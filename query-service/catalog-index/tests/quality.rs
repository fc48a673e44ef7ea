//! Measures search quality: the query service's table `quality.txt`, and `things_first.txt`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

mod common;

use std::collections::BTreeMap;

use catalog_index::{Document, Filter, Page, Snapshot, Sort, SortKey, Writer};
use common::demo::{every_item, lines};

/// Products that are visible without scrolling.
const VISIBLE: usize = 5;
const TABLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../src/queries/catalog/quality.txt"));
const THINGS_FIRST: &str = include_str!("things_first.txt");
const HELD_OUT: &str = include_str!("held_out.txt");
/// The minimum number of searches of `held_out.txt` that have their products at the top.
const MIN_HELD_OUT: usize = 59;

/// The minimum rates in percent by class, which are those of the query service's `quality_rates.txt` at present.
const MIN_RATES: [(&str, usize); 6] =
    [("exact", 100), ("typo", 100), ("plural", 100), ("order", 100), ("prefix", 100), ("accent", 100)];

fn index(products: &[Document]) -> std::sync::Arc<Snapshot> {
    let mut writer = Writer::in_memory().unwrap();
    for product in products {
        writer.put_new(product).unwrap();
    }
    writer.commit(1).unwrap();
    writer.index().snapshot()
}

/// The names of the products that a search finds, corrected when it finds nothing.
fn found(snapshot: &Snapshot, names: &BTreeMap<uuid::Uuid, String>, text: &str, limit: usize) -> Vec<String> {
    let page = Page { limit, ..Page::default() };
    let sorts = [Sort { key: SortKey::Relevance, descending: true }];
    let search = |terms| {
        let filter = Filter { terms, ..Filter::default() };
        snapshot.search(&filter, &sorts, &page, true).unwrap()
    };
    let mut found = search(snapshot.terms(text).unwrap());
    if found.counts.as_ref().unwrap().total == 0
        && let Some((terms, _)) = snapshot.corrected(text).unwrap()
    {
        found = search(Some(terms));
    }
    found.hits.iter().map(|hit| names[&hit.id].clone()).collect()
}

fn names(products: &[Document]) -> BTreeMap<uuid::Uuid, String> {
    products.iter().map(|product| (product.id, product.name.clone())).collect()
}

#[test]
fn searches_find_the_wanted_products() {
    let products = every_item();
    let (snapshot, names) = (index(&products), names(&products));
    let mut classes: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    for columns in lines(TABLE) {
        let [class, search, expected] = columns[..] else { panic!("{columns:?}") };
        let found = found(&snapshot, &names, search, VISIBLE);
        let (searches, missed) = classes.entry(class).or_default();
        *searches += 1;
        if !expected.split("; ").all(|name| found.iter().any(|one| one == name)) {
            missed.push(format!("{search:?} finds {found:?}, not {expected:?}"));
        }
    }
    for (class, (searches, missed)) in &classes {
        println!("{class}: {} of {searches} {missed:#?}", searches - missed.len());
    }
    for (class, least) in MIN_RATES {
        let (searches, missed) = &classes[class];
        assert!((searches - missed.len()) * 100 >= least * searches, "{class}: {missed:#?}");
    }
}

#[test]
fn held_out_searches_have_their_products_at_the_top() {
    let products = every_item();
    let (snapshot, names) = (index(&products), names(&products));
    let (mut searches, mut missed) = (0, Vec::new());
    for columns in lines(HELD_OUT) {
        let [kind, search, top, expected] = columns[..] else { panic!("{columns:?}") };
        let found = found(&snapshot, &names, search, top.parse().unwrap());
        searches += 1;
        if !expected.split("; ").all(|name| found.iter().any(|one| one == name)) {
            missed.push(format!("{kind} {search:?} finds {found:?}, not {expected:?}"));
        }
    }
    println!("{} of {searches}, missed: {missed:#?}", searches - missed.len());
    assert!(searches - missed.len() >= MIN_HELD_OUT, "{missed:#?}");
}

/// The number of searches in `things_first.txt`, and those whose results are in the wrong order when the products made
/// from a thing have this popularity.
fn misordered(popularity: i64) -> (usize, Vec<String>) {
    let mut searches = 0;
    let mut wrong = Vec::new();
    for columns in lines(THINGS_FIRST) {
        let [search, first, later] = columns[..] else { panic!("{columns:?}") };
        let list = |text: &'static str| text.split("; ").collect::<Vec<_>>();
        let (first, later) = (list(first), list(later));
        let mut products = every_item();
        for product in &mut products {
            if later.contains(&product.name.as_str()) {
                product.popularity = popularity;
            }
        }
        let names = names(&products);
        assert!(first.iter().chain(&later).all(|name| names.values().any(|one| one == name)), "{columns:?}");
        let found = found(&index(&products), &names, search, 500);
        let place = |name: &&str| found.iter().position(|one| one == name);
        let last_thing = first.iter().map(|name| place(name).unwrap_or(usize::MAX)).max();
        let first_other = later.iter().filter_map(place).min().unwrap_or(usize::MAX);
        searches += 1;
        if last_thing >= Some(first_other) {
            wrong.push(format!("{search:?} finds {:?}", &found[..found.len().min(12)]));
        }
    }
    (searches, wrong)
}

#[test]
fn a_thing_comes_before_what_is_made_of_it() {
    for popularity in [0, 1_000, 20_000] {
        let (searches, wrong) = misordered(popularity);
        println!("popularity {popularity}: {} of {searches}", searches - wrong.len());
        assert!(searches >= 40);
        assert!(wrong.is_empty(), "popularity {popularity}: {wrong:#?}");
    }
}

#[test]
fn numbers_and_compounds_are_found_however_they_are_written() {
    let mut products: Vec<Document> = every_item().into_iter().take(5).collect();
    let called = ["Coffee 12oz", "Sugar-Snap Peas", "Tagged", "Shelved", "Described"];
    for (product, name) in products.iter_mut().zip(called) {
        product.name = name.to_owned();
    }
    products[2].tags = vec!["gluten-free".to_owned(), "750ml".to_owned()];
    products[3].subcategory = "Pick-Me-Ups".to_owned();
    products[4].description = "Slow-roasted in 5lb batches".to_owned();
    let (snapshot, names) = (index(&products), names(&products));
    for (search, name) in [
        ("coffee 12oz", "Coffee 12oz"),
        ("coffee 12 oz", "Coffee 12oz"),
        ("12 oz", "Coffee 12oz"),
        ("12oz", "Coffee 12oz"),
        ("sugarsnap", "Sugar-Snap Peas"),
        ("sugar snap", "Sugar-Snap Peas"),
        ("sugar-snap", "Sugar-Snap Peas"),
        ("sugarsnap peas", "Sugar-Snap Peas"),
        ("glutenfree", "Tagged"),
        ("gluten free 750 ml", "Tagged"),
        ("pickmeups", "Shelved"),
        ("slowroasted", "Described"),
        ("5 lb batches", "Described"),
    ] {
        let terms = snapshot.terms(search).unwrap();
        let filter = Filter { terms, ..Filter::default() };
        let sorts = [Sort { key: SortKey::Relevance, descending: true }];
        let hits =
            snapshot.search(&filter, &sorts, &Page { limit: 1, ..Page::default() }, false).unwrap().hits;
        assert_eq!(hits.first().map(|hit| names[&hit.id].as_str()), Some(name), "{search}");
    }
}
