//! Random products, changes and queries: the index answers what a model answers that looks at every product.
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::sync::Arc;

use catalog_index::{Document, Filter, Page, Snapshot, Sort, SortKey, Way, Writer};
use common::model::{Model, Wanted};
use uuid::Uuid;

/// Histories that are played. Each has its own seed, which a failure names.
const HISTORIES: u64 = 60;
const BATCHES: usize = 8;
const QUERIES: usize = 25;

/// Pseudo-random numbers (SplitMix64): the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }

    fn pick<'a, T: ?Sized>(&mut self, among: &[&'a T]) -> &'a T {
        among[self.below(among.len() as u64) as usize]
    }

    fn some<T>(&mut self, share: u64, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.percent(share).then(|| value(self))
    }
}

const WORDS: [&str; 36] = [
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
const CATEGORIES: [&str; 4] = ["produce", "dairy", "cheese", "flowers"];
const SUBCATEGORIES: [&str; 5] = ["Cheese", "Fruit & Juice", "Vegetables", "", "Leaves"];

fn words(dice: &mut Dice, most: u64) -> String {
    let count = dice.below(most + 1);
    (0..count).map(|_| dice.pick(&WORDS)).collect::<Vec<_>>().join(" ")
}

fn merchant(number: u64) -> Uuid {
    Uuid::from_u128(u128::from(number) + 77)
}

fn product(dice: &mut Dice, id: u64, version: u64) -> Document {
    let merchant_number = dice.below(5);
    Document {
        id: Uuid::from_u128(u128::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)),
        version,
        name: words(dice, 4),
        description: words(dice, 8),
        category: dice.pick(&CATEGORIES).to_owned(),
        subcategory: dice.pick(&SUBCATEGORIES).to_owned(),
        tags: (0..dice.below(3)).map(|_| words(dice, 2)).collect(),
        merchant: merchant(merchant_number),
        merchant_name: format!("Farm of {merchant_number}"),
        price: dice.below(8) as i64 * 50,
        organic: dice.percent(30),
        in_stock: dice.percent(70),
        can_pickup: dice.percent(70),
        can_deliver: dice.percent(50),
        featured: dice.percent(20),
        listed_at: dice.below(40) as i64 - 20,
        views: dice.below(5) as i64,
        popularity: [0, 0, 3, 500, 2_000_000][dice.below(5) as usize],
        rating: [0.0, 3.5, 4.25, 5.0][dice.below(4) as usize],
    }
}

fn typed(dice: &mut Dice) -> String {
    let mut text = words(dice, 3);
    if dice.percent(40) {
        text = text.chars().take(1 + dice.below(6) as usize).collect();
    }
    text
}

fn wanted(dice: &mut Dice) -> Wanted {
    let nearby = dice.some(25, |dice| {
        let near: Vec<(Uuid, f64)> = (0..6)
            .filter(|_| dice.percent(50))
            .map(|number| (merchant(number), (number % 3) as f64))
            .collect();
        Arc::from(near)
    });
    Wanted {
        text: dice.some(70, typed),
        filter: Filter {
            terms: None,
            category: dice.some(25, |dice| dice.pick(&["produce", "dairy", "cheese", "toys"]).to_owned()),
            subcategory: dice.some(10, |dice| dice.pick(&SUBCATEGORIES).to_owned()),
            merchant: dice.some(10, |dice| merchant(dice.below(7))),
            min_price: dice.some(15, |dice| dice.below(300) as i64),
            max_price: dice.some(15, |dice| dice.below(400) as i64),
            organic: dice.some(20, |dice| dice.percent(50)),
            in_stock: dice.some(20, |dice| dice.percent(50)),
            way: dice.some(20, |dice| if dice.percent(50) { Way::Pickup } else { Way::Delivery }),
            featured: dice.percent(10),
            nearby,
        },
    }
}

fn sorts(dice: &mut Dice) -> Vec<Sort> {
    let keys = [
        SortKey::Relevance,
        SortKey::CreatedAt,
        SortKey::Price,
        SortKey::Name,
        SortKey::Rating,
        SortKey::Views,
        SortKey::Distance,
    ];
    let count = dice.below(4);
    let mut sorts: Vec<Sort> = Vec::new();
    for _ in 0..count {
        let key = keys[dice.below(7) as usize];
        if sorts.iter().all(|sort| sort.key != key) {
            sorts.push(Sort { key, descending: dice.percent(50) });
        }
    }
    sorts
}

fn compare(dice: &mut Dice, model: &Model, snapshot: &Snapshot) {
    let wanted = wanted(dice);
    let sorts = sorts(dice);
    let told = format!("{wanted:?} by {sorts:?}");
    let terms = snapshot.terms(wanted.text.as_deref().unwrap_or_default()).unwrap();
    let filter = Filter { terms, ..wanted.filter.clone() };
    let ordered = model.ordered(&wanted, &sorts);
    let ids = |page: &Page| -> (Vec<Uuid>, Option<catalog_index::Cursor>) {
        let found = snapshot.search(&filter, &sorts, page, false).unwrap();
        (found.hits.iter().map(|hit| hit.id).collect(), found.next)
    };

    let (offset, limit) = (dice.below(6) as usize, 1 + dice.below(12) as usize);
    let found = snapshot.search(&filter, &sorts, &Page { limit, offset, after: None }, true).unwrap();
    let hits: Vec<Uuid> = found.hits.iter().map(|hit| hit.id).collect();
    let expected: Vec<Uuid> = ordered.iter().skip(offset).take(limit).copied().collect();
    assert_eq!(hits, expected, "{told}");
    assert!(found.hits.iter().all(|hit| model.0[&hit.id].version == hit.version), "{told}");
    assert_eq!(found.next.is_some(), ordered.len() > offset + limit, "{told}");
    assert_eq!(found.counts, Some(model.counts(&wanted)), "{told}");

    // From cursor to cursor, every product once.
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let (hits, next) = ids(&Page { limit, offset: 0, after });
        all.extend(hits);
        if next.is_none() || all.len() > ordered.len() {
            break;
        }
        after = next;
    }
    assert_eq!(all, ordered, "{told}");

    let word = typed(dice).to_lowercase();
    for word in words::words(&word) {
        let mut letters: Vec<char> = word.chars().collect();
        for _ in 0..1 + dice.below(2) {
            let place = dice.below(letters.len() as u64) as usize;
            match dice.below(3) {
                0 if letters.len() > 1 => drop(letters.remove(place)),
                1 => letters.insert(place, 'x'),
                _ => letters.swap(0, place),
            }
        }
        let word: String = letters.into_iter().collect();
        assert_eq!(snapshot.corrections(&word).unwrap(), model.corrections(&word), "{word}");
    }
    let text = typed(dice);
    let suggested = snapshot.suggest_products(&text, 6).unwrap();
    let suggested: Vec<Uuid> = suggested.into_iter().map(|one| one.id).collect();
    assert_eq!(suggested, model.suggestions(&text, 6), "{text}");
}

#[test]
fn the_index_answers_like_the_model() {
    for seed in 0..HISTORIES {
        println!("seed {seed}");
        let dice = &mut Dice(seed);
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(folder.path(), "1").unwrap();
        let mut model = Model::default();
        let known = 5 + dice.below(40);
        for position in 1..=BATCHES as u64 {
            for _ in 0..dice.below(12) {
                let id = dice.below(known);
                let product = product(dice, id, position);
                if dice.percent(75) {
                    writer.put(&product).unwrap();
                    model.0.insert(product.id, product);
                } else {
                    writer.delete(product.id);
                    model.0.remove(&product.id);
                }
            }
            writer.commit(position).unwrap();
            match dice.below(6) {
                0 => writer.merge_all().unwrap(),
                1 => {
                    writer.close().unwrap();
                    writer = Writer::open(folder.path(), "1").unwrap();
                    assert_eq!(writer.position(), Some(position));
                }
                _ => {}
            }
            let snapshot = writer.index().snapshot();
            assert_eq!(snapshot.len(), model.0.len() as u64);
            for _ in 0..QUERIES {
                compare(dice, &model, &snapshot);
            }
        }
    }
}

#[test]
fn another_generation_starts_anew_and_an_unreadable_index_too() {
    let dice = &mut Dice(1);
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(folder.path(), "1").unwrap();
    assert_eq!(writer.position(), None);
    writer.put(&product(dice, 1, 1)).unwrap();
    writer.commit(7).unwrap();
    // What was not committed is lost, and the position says so.
    writer.put(&product(dice, 2, 1)).unwrap();
    drop(writer);
    let writer = Writer::open(folder.path(), "1").unwrap();
    assert_eq!((writer.position(), writer.index().snapshot().len()), (Some(7), 1));
    assert!(Writer::open(folder.path(), "1").is_err(), "an index has one writer");
    drop(writer);
    let mut writer = Writer::open(folder.path(), "2").unwrap();
    assert_eq!((writer.position(), writer.index().snapshot().len()), (None, 0));
    writer.commit(1).unwrap();
    drop(writer);
    std::fs::write(folder.path().join("meta.json"), "{").unwrap();
    let writer = Writer::open(folder.path(), "2").unwrap();
    assert_eq!(writer.position(), None);
}

#[test]
fn a_snapshot_stays_as_it_was() {
    let dice = &mut Dice(2);
    let mut writer = Writer::in_memory("1").unwrap();
    let one = product(dice, 1, 1);
    writer.put(&one).unwrap();
    writer.commit(1).unwrap();
    let before = writer.index().snapshot();
    writer.delete(one.id);
    writer.commit(2).unwrap();
    assert_eq!((before.len(), writer.index().snapshot().len()), (1, 0));
    let page = Page { limit: 5, ..Page::default() };
    assert_eq!(before.search(&Filter::default(), &[], &page, true).unwrap().hits.len(), 1);
}

#[test]
fn merchants_are_suggested_by_their_newest_name() {
    let dice = &mut Dice(3);
    let mut writer = Writer::in_memory("1").unwrap();
    for number in 0..4 {
        let product = product(dice, number, 1);
        writer.put(&Document { merchant: merchant(0), merchant_name: "Old Mill".into(), ..product }).unwrap();
    }
    writer.commit(1).unwrap();
    let product = product(dice, 0, 2);
    writer.put(&Document { merchant: merchant(0), merchant_name: "New Mill".into(), ..product }).unwrap();
    writer.commit(2).unwrap();
    let snapshot = writer.index().snapshot();
    let names = |text| -> Vec<String> {
        snapshot.suggest_merchants(text, 3).unwrap().into_iter().map(|one| one.text).collect()
    };
    assert_eq!(names("new mi"), Vec::<String>::new(), "the last word is too short");
    assert_eq!(names("new mil"), ["New Mill"]);
    assert_eq!(names("old mill"), Vec::<String>::new());
}
