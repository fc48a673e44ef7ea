//! Loads the demo's lists of goods and businesses (`data/demo`), once for the whole process. The tests below check the
//! lists.

use std::sync::LazyLock;

use shared_events::{
    money::Cents,
    shop::{CATEGORIES, UNITS},
};

/// A kind of product. Each merchant that sells it has its own version of it.
pub(super) struct Item {
    pub(super) category: &'static str,
    pub(super) name: &'static str,
    pub(super) subcategory: &'static str,
    /// The name of a picture in `ui/scripts/pictures/scenes.json`.
    pub(super) picture: &'static str,
    pub(super) unit: &'static str,
    pub(super) cheapest: Cents,
    pub(super) dearest: Cents,
    pub(super) tags: Vec<&'static str>,
    pub(super) text: &'static str,
}

/// A line of `merchants.txt`.
pub(super) struct Business {
    pub(super) trade: &'static str,
    pub(super) name: &'static str,
    pub(super) text: &'static str,
}

/// A closing sentence for the descriptions of certain products.
struct Closing {
    category: &'static str,
    /// Empty when the sentence fits the whole category.
    subcategories: Vec<&'static str>,
    text: &'static str,
}

/// The contents of `data/demo`.
pub(super) struct Catalog {
    pub(super) items: Vec<Item>,
    closings: Vec<Closing>,
    pub(super) businesses: Vec<Business>,
}

macro_rules! products {
    ($($category:literal),* $(,)?) => {
        [$(($category, include_str!(concat!("../../../data/demo/products/", $category, ".txt")))),*]
    };
}

const PRODUCTS: [(&str, &str); 16] = products![
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
const MERCHANTS: &str = include_str!("../../../data/demo/merchants.txt");

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let mut items = Vec::new();
    let mut closings = Vec::new();
    for category in CATEGORIES {
        let (_, text) =
            PRODUCTS.iter().find(|(name, _)| *name == category).expect("every category has its list");
        let (products, sentences) = text.split_once("---\n").expect("a list closes with its sentences");
        items.extend(lines(products).map(|line| item(category, line).expect(line)));
        closings.extend(lines(sentences).map(|line| closing(category, line).expect(line)));
    }
    let businesses = lines(MERCHANTS).map(|line| business(line).expect(line)).collect();
    Catalog { items, closings, businesses }
});

pub(super) fn catalog() -> &'static Catalog {
    &CATALOG
}

impl Catalog {
    /// The closing sentences that fit an item.
    pub(super) fn closings(&self, item: &Item) -> Vec<&'static str> {
        let suits = |closing: &&Closing| {
            let subcategories = &closing.subcategories;
            closing.category == item.category
                && (subcategories.is_empty() || subcategories.contains(&item.subcategory))
        };
        self.closings.iter().filter(suits).map(|closing| closing.text).collect()
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn columns<const COUNT: usize>(line: &'static str) -> Option<[&'static str; COUNT]> {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    columns.try_into().ok()
}

fn item(category: &'static str, line: &'static str) -> Option<Item> {
    let [name, subcategory, picture, unit, prices, tags, text] = columns(line)?;
    let unit = UNITS.into_iter().find(|known| *known == unit)?;
    let (cheapest, dearest) = prices.split_once('-')?;
    let dollars = |text: &str| Cents::from_dollars(text.parse().ok()?);
    Some(Item {
        category,
        name,
        subcategory,
        picture,
        unit,
        cheapest: dollars(cheapest)?,
        dearest: dollars(dearest)?,
        tags: tags.split(',').map(str::trim).collect(),
        text,
    })
}

fn closing(category: &'static str, line: &'static str) -> Option<Closing> {
    let [subcategories, text] = columns(line)?;
    let subcategories = subcategories.split(',').map(str::trim).filter(|name| *name != "*").collect();
    Some(Closing { category, subcategories, text })
}

fn business(line: &'static str) -> Option<Business> {
    let [trade, name, text] = columns(line)?;
    Some(Business { trade, name, text })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_item_is_complete_and_has_a_unique_name() {
        let mut names = HashSet::new();
        for Item { category, name, subcategory, picture, tags, text, cheapest, dearest, .. } in
            &catalog().items
        {
            assert!(names.insert(*name), "{name} is listed twice");
            assert!(
                [name, subcategory, picture, text].iter().all(|part| !part.is_empty()),
                "{category}: {name}"
            );
            assert!(tags.iter().all(|tag| !tag.is_empty()), "{name}");
            assert!(*cheapest > Cents::ZERO && cheapest < dearest, "{name}");
            assert!(text.ends_with('.'), "{name}: {text}");
        }
    }

    #[test]
    fn every_category_has_items_and_every_item_has_closing_sentences() {
        for category in CATEGORIES {
            let items = catalog().items.iter().filter(|item| item.category == category).count();
            assert!(items >= 20, "{category} has {items} items");
        }
        for item in &catalog().items {
            let closings = catalog().closings(item);
            assert!(closings.len() >= 2, "{} has {closings:?}", item.name);
            assert!(closings.iter().all(|sentence| sentence.ends_with('.')), "{closings:?}");
        }
    }

    #[test]
    fn closing_sentences_name_subcategories_that_exist() {
        for closing in &catalog().closings {
            for name in &closing.subcategories {
                let known = |item: &Item| item.category == closing.category && item.subcategory == *name;
                assert!(catalog().items.iter().any(known), "{} has no {name}", closing.category);
            }
        }
    }

    #[test]
    fn business_names_are_unique() {
        let names: HashSet<&str> = catalog().businesses.iter().map(|business| business.name).collect();
        assert_eq!(names.len(), catalog().businesses.len());
    }
}
