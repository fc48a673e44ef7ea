//! Products like those of the demo's stalls, and the requests of the HTTP benchmark.

use std::sync::Arc;

use catalog_index::{Document, Filter, Sort, SortKey, Way};
use uuid::Uuid;

use crate::demo::{Item, lines};

const TABLE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../src/queries/catalog/quality.txt"));
/// As in the demo's `stalls.rs`.
const PRODUCTS_PER_MERCHANT: usize = 200;
const MAX_VISITORS: usize = 20_000;
const CITIES: usize = 10;
/// The items are divided among this many model merchants. A stall sells variations of one model's items.
const MODELS: usize = 50;
const VARIETIES: [&str; 32] = [
    "Early",
    "Late",
    "Farmhouse",
    "Heritage",
    "Hilltop",
    "Valley",
    "Riverside",
    "Meadow",
    "Garden",
    "Orchard",
    "Grandmother's",
    "Village",
    "Market",
    "Sunday",
    "Everyday",
    "Festive",
    "Golden",
    "Silver",
    "Northern",
    "Southern",
    "Coastal",
    "Mountain",
    "Little",
    "Grand",
    "Simple",
    "Select",
    "Country",
    "Autumn",
    "Winter",
    "Spring",
    "Traditional",
    "New",
];

/// The seed of one item, as in the demo (FNV-1a).
fn mixed(part: &str) -> u64 {
    part.bytes().fold(20_261_121 ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn merchant(number: usize) -> Uuid {
    let high = mixed(&format!("merchant {number}"));
    Uuid::from_u64_pair(high, high.rotate_left(21) ^ number as u64)
}

/// A variation of an item, drawn as the demo's `stalls.rs` draws it.
pub(crate) fn product(items: &[Item], number: usize) -> Document {
    let stall = number / PRODUCTS_PER_MERCHANT;
    let of_model = items.len() / MODELS;
    let item = &items[(stall % MODELS) * of_model + number % of_model];
    let mut chance = mixed(&format!("stall product {number}")) >> 8;
    let mut below = |limit: usize| {
        let drawn = chance % limit as u64;
        chance = (chance / limit as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
        usize::try_from(drawn).unwrap()
    };
    let name = format!("{} {}", VARIETIES[below(32)], item.name);
    let price = item.prices.1 * (80 + below(41)) as i64 / 100;
    let in_stock = below(6) > 0;
    let days = 1 + below(360);
    let visitors = (4_000_000 / (1 + below(1_000_000))).min(MAX_VISITORS) - 4;
    let way = below(100);
    let organic = below(100) < 15;
    let closing = item.closings.get(below(item.closings.len().max(1)));
    let mut tags: Vec<String> = item.tags.iter().map(|tag| (*tag).to_owned()).collect();
    tags.extend(organic.then(|| "organic".to_owned()));
    let high = mixed(&format!("product {number}"));
    Document {
        id: Uuid::from_u64_pair(high, high.rotate_left(17) ^ number as u64),
        version: 1_000 + number as u64,
        name,
        description: format!("{} {}", item.text, closing.copied().unwrap_or_default()),
        category: item.category.to_owned(),
        subcategory: item.subcategory.to_owned(),
        tags,
        merchant: merchant(stall),
        price: price.max(1),
        organic,
        in_stock,
        can_pickup: way < 87,
        can_deliver: !(65..87).contains(&way),
        featured: number.is_multiple_of(41_000) || number < 24,
        harvested_on: 0,
        listed_at: 1_790_000_000_000_000 - (days * 86_400_000_000 + (number % 1_440) * 60_000_000) as i64,
        views: visitors as i64,
        popularity: visitors as i64,
        rating: [0.0, 0.0, 0.0, 4.0, 4.67, 5.0][number % 6],
    }
}

/// A request: text, filter, sorts and page.
#[derive(Clone, Default)]
pub(crate) struct Asked {
    pub(crate) text: String,
    pub(crate) filter: Filter,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) limit: usize,
    pub(crate) offset: usize,
}

fn by(key: SortKey, descending: bool) -> Vec<Sort> {
    vec![Sort { key, descending }]
}

/// The texts of the HTTP benchmark.
pub(crate) fn searches() -> Vec<Asked> {
    let text = |columns: Vec<&'static str>| Asked {
        text: columns[1].to_owned(),
        sorts: by(SortKey::Relevance, true),
        limit: 20,
        ..Asked::default()
    };
    lines(TABLE).map(text).collect()
}

/// The lists of the HTTP benchmark.
pub(crate) fn lists() -> Vec<Asked> {
    let of = |category: &str| Filter { category: Some(category.to_owned()), ..Filter::default() };
    let list = |filter: Filter, sorts: Vec<Sort>| Asked { filter, sorts, limit: 20, ..Asked::default() };
    let popular = vec![
        Sort { key: SortKey::Views, descending: true },
        Sort { key: SortKey::Rating, descending: true },
        Sort { key: SortKey::CreatedAt, descending: true },
    ];
    let none = Filter::default;
    vec![
        list(none(), vec![]),
        list(of("produce"), vec![]),
        list(of("dairy"), by(SortKey::Price, false)),
        list(of("bakery"), by(SortKey::Rating, true)),
        list(none(), popular),
        list(Filter { in_stock: Some(true), max_price: Some(1_000), ..none() }, vec![]),
        list(Filter { organic: Some(true), ..none() }, vec![]),
        list(Filter { way: Some(Way::Delivery), ..of("produce") }, by(SortKey::Price, true)),
        Asked { offset: 40, ..list(none(), by(SortKey::Name, false)) },
        Asked { limit: 8, ..list(Filter { featured: true, ..none() }, vec![]) },
    ]
}

/// The lists near a place of the HTTP benchmark. A tenth of the merchants is in each city.
pub(crate) fn near(products: usize) -> Vec<Asked> {
    let merchants = products.div_ceil(PRODUCTS_PER_MERCHANT);
    let around = |city: usize, radius: f64| -> Arc<[(Uuid, f64)]> {
        let near = (0..merchants).filter(|number| number % CITIES == city);
        let mut near: Vec<(Uuid, f64)> = near
            .map(|number| (merchant(number), (number / CITIES % 7) as f64 * 2.3))
            .filter(|(_, miles)| *miles <= radius)
            .collect();
        near.sort_by(|one, other| one.1.total_cmp(&other.1));
        near.into()
    };
    let list = |city: usize, radius: f64, filter: Filter| Asked {
        filter: Filter { nearby: Some(around(city, radius)), ..filter },
        sorts: by(SortKey::Distance, false),
        limit: 20,
        ..Asked::default()
    };
    let none = Filter::default;
    let bread = Asked {
        text: "bread".to_owned(),
        sorts: vec![
            Sort { key: SortKey::Relevance, descending: true },
            Sort { key: SortKey::Distance, descending: false },
        ],
        ..list(0, 25.0, none())
    };
    vec![
        list(0, 25.0, none()),
        list(9, 25.0, Filter { category: Some("produce".to_owned()), ..none() }),
        list(6, 25.0, none()),
        list(4, 10.0, none()),
        list(1, 25.0, Filter { in_stock: Some(true), ..none() }),
        bread,
    ]
}
