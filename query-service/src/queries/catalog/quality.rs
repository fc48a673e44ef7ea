//! Measures search quality. `quality.txt` lists searches with the wanted products, and `quality_rates.txt` has the
//! share of searches that find them. `UPDATE_GOLDEN=1` rewrites the rates.

use std::{collections::HashSet, env, fmt::Write, fs};

use crate::testing::{Goods, Market, pluck};

/// The number of products that are visible without scrolling.
const VISIBLE: usize = 5;

const TABLE: &str = include_str!("quality.txt");
const RATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/queries/catalog/quality_rates.txt");

/// The minimum rate of each class in percent, regardless of the recorded rates.
const MIN_RATES: [(&str, usize); 6] =
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

/// A market with every product of the demo lists once.
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

/// The searches of one class.
struct Class {
    name: &'static str,
    /// The required rate in percent.
    least: usize,
    searches: usize,
    missed: Vec<String>,
}

impl Class {
    const fn found(&self) -> usize {
        self.searches - self.missed.len()
    }

    /// The rate in percent.
    fn rate(&self) -> f64 {
        let [found, searches] = [self.found(), self.searches].map(|count| u32::try_from(count).unwrap());
        100.0 * f64::from(found) / f64::from(searches)
    }
}

fn rates(classes: &[Class]) -> String {
    let mut text = "# What people find among the first five products, by the classes of quality.txt. UPDATE_GOLDEN=1 writes it.\n\
                    # class | searches | found | rate | at least\n"
        .to_owned();
    for class in classes {
        let Class { name, least, searches, .. } = class;
        let (found, rate) = (class.found(), class.rate());
        writeln!(text, "{name} | {searches} | {found} | {rate:.1}% | {least}%").unwrap();
    }
    text
}

#[tokio::test]
async fn searches_find_the_wanted_products() {
    let market = market().await;
    let names: HashSet<&str> = LISTS
        .iter()
        .flat_map(|(_, list)| lines(list.split_once("---\n").unwrap().0))
        .map(|columns| columns[0])
        .collect();
    let mut classes = MIN_RATES.map(|(name, least)| Class { name, least, searches: 0, missed: Vec::new() });
    for columns in lines(TABLE) {
        let [class, search, expected] = columns[..] else { panic!("{columns:?}") };
        let class = classes.iter_mut().find(|one| one.name == class);
        let class = class.unwrap_or_else(|| panic!("nothing says how good this must be: {columns:?}"));
        let expected: Vec<&str> = expected.split("; ").collect();
        assert!(expected.iter().all(|name| names.contains(name)), "no such products: {columns:?}");
        let text: String = search.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let page = market.send(&format!("/products?limit={VISIBLE}&search={text}"), &[]).await.ok();
        let found = pluck(&page["products"], "name");
        class.searches += 1;
        if !expected.iter().all(|name| found.contains(name)) {
            class.missed.push(format!("{search:?} finds {found:?}, not {expected:?}"));
        }
    }
    let measured = rates(&classes);
    println!("{measured}");
    for class in &classes {
        let Class { name, least, searches, ref missed } = *class;
        assert!(searches > 0, "{name}: nobody looks for anything");
        assert!(class.found() * 100 >= least * searches, "{name}: {missed:#?}");
    }
    assert!(classes.iter().map(|class| class.searches).sum::<usize>() >= 100, "it is long enough to tell");
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(RATES, &measured).unwrap();
    }
    let committed = fs::read_to_string(RATES).unwrap_or_default();
    let missed: Vec<&String> = classes.iter().flat_map(|class| &class.missed).collect();
    assert_eq!(
        committed, measured,
        "UPDATE_GOLDEN=1 writes the rates; look at what has changed: {missed:#?}"
    );
}
