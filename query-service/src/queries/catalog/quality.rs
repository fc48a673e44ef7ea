//! How well people find what they look for: `quality.txt` is what they type and what they want.

use std::collections::BTreeMap;

use crate::testing::{Goods, Market, pluck};

/// As many products are seen without scrolling.
const SEEN: usize = 5;

const TABLE: &str = include_str!("quality.txt");

/// How many of a class's searches must find what is wanted, in percent.
const WANTED: [(&str, usize); 6] =
    [("exact", 100), ("typo", 95), ("plural", 95), ("order", 95), ("prefix", 90), ("accent", 100)];

macro_rules! lists {
    ($($category:literal),* $(,)?) => {
        [$(($category, include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"), "/../deploy/greenstall/data/demo/products/", $category, ".txt"
        )))),*]
    };
}

const LISTS: [(&str, &str); 16] = lists![
    "produce",
    "dairy",
    "meat",
    "seafood",
    "bakery",
    "beverages",
    "prepared-foods",
    "snacks",
    "condiments",
    "spices",
    "health",
    "beauty",
    "home",
    "crafts",
    "flowers",
    "other",
];

fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('|').map(str::trim).collect())
}

/// Everything that the demo market can sell, once.
async fn market() -> Market {
    let mut market = Market::open().await;
    let farm = market.merchant("General Store", "05401").await;
    for (category, list) in LISTS {
        let (products, _) = list.split_once("---\n").expect("a list closes with its sentences");
        for columns in lines(products) {
            let [name, _, _, _, _, tags, description] = columns[..] else { panic!("{columns:?}") };
            let tags: Vec<&str> = tags.split(',').map(str::trim).collect();
            let goods = Goods { name, description, category, tags: tags.leak(), ..Goods::default() };
            market.product(&farm, goods).await;
        }
    }
    market.settled().await;
    market
}

#[tokio::test]
async fn people_find_what_they_look_for() {
    let market = market().await;
    let mut classes: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    for columns in lines(TABLE) {
        let [class, search, expected] = columns[..] else { panic!("{columns:?}") };
        let text: String = search.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let page = market.send(&format!("/products?limit={SEEN}&search={text}"), &[]).await.ok();
        let found = pluck(&page["products"], "name");
        let (all, missed) = classes.entry(class).or_default();
        *all += 1;
        if !expected.split("; ").all(|name| found.contains(&name)) {
            missed.push(format!("{search:?} finds {found:?}, not {expected}"));
        }
    }
    for (class, least) in WANTED {
        let (all, missed) = &classes[class];
        let found = all - missed.len();
        println!("{class}: {found} of {all}");
        missed.iter().for_each(|miss| println!("  {miss}"));
        assert!(found * 100 >= least * all, "{class}: {missed:#?}");
    }
    assert!(classes.values().map(|(all, _)| all).sum::<usize>() >= 60, "the table is long enough to tell");
}
