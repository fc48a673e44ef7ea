//! The demo market's product lists.

use catalog_index::Document;
use uuid::Uuid;

macro_rules! lists {
    ($($category:literal),* $(,)?) => {
        [$(($category, include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"), "/../../deploy/greenstall/data/demo/products/", $category, ".txt"
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

/// A line of the lists.
pub(crate) struct Item {
    pub(crate) category: &'static str,
    pub(crate) name: &'static str,
    pub(crate) subcategory: &'static str,
    /// In cents.
    pub(crate) prices: (i64, i64),
    pub(crate) tags: Vec<&'static str>,
    pub(crate) text: &'static str,
    /// Sentences that may close the description.
    pub(crate) closings: Vec<&'static str>,
}

pub(crate) fn columns(line: &'static str) -> Vec<&'static str> {
    line.split('|').map(str::trim).collect()
}

pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(columns)
}

/// All items in the order of the lists.
pub(crate) fn items() -> Vec<Item> {
    let mut items = Vec::new();
    for (category, list) in LISTS {
        let (products, sentences) = list.split_once("---\n").expect("a list closes with its sentences");
        for columns in lines(products) {
            let [name, subcategory, _, _, prices, tags, text] = columns[..] else { panic!("{columns:?}") };
            let cents =
                |dollars: &str| (dollars.trim().parse::<f64>().expect("a price") * 100.0).round() as i64;
            let (least, most) = prices.split_once('-').expect("two prices");
            let fits = |shelves: &str| shelves == "*" || shelves.split(", ").any(|one| one == subcategory);
            let closings = lines(sentences).filter(|columns| fits(columns[0])).map(|columns| columns[1]);
            items.push(Item {
                category,
                name,
                subcategory,
                prices: (cents(least), cents(most)),
                tags: tags.split(',').map(str::trim).collect(),
                text,
                closings: closings.collect(),
            });
        }
    }
    items
}

/// Each product of the lists once. All belong to one merchant, and are listed in the order of the lists.
pub(crate) fn every_item() -> Vec<Document> {
    let product = |(number, item): (usize, Item)| Document {
        id: Uuid::from_u128(number as u128 + 1),
        version: 1,
        name: item.name.to_owned(),
        description: item.text.to_owned(),
        category: item.category.to_owned(),
        subcategory: item.subcategory.to_owned(),
        tags: item.tags.iter().map(|tag| (*tag).to_owned()).collect(),
        merchant: Uuid::from_u128(1),
        price: item.prices.0,
        organic: false,
        in_stock: true,
        can_pickup: true,
        can_deliver: true,
        featured: false,
        harvested_on: 0,
        listed_at: number as i64,
        views: 0,
        popularity: 0,
        rating: 0.0,
    };
    items().into_iter().enumerate().map(product).collect()
}
