//! The trades of the market's businesses, and the shelves that each sells from.

use super::catalog::Item;

/// A part of the catalog: a category, or one of its subcategories.
pub(super) struct CatalogPart(&'static str, Option<&'static str>);

impl CatalogPart {
    pub(super) fn holds(&self, item: &Item) -> bool {
        item.category == self.0 && self.1.is_none_or(|subcategory| item.subcategory == subcategory)
    }
}

pub(super) struct Trade {
    /// The trade's name in `merchants.txt`.
    pub(super) key: &'static str,
    /// One of [`shared_events::shop::BUSINESS_TYPES`].
    pub(super) business_type: &'static str,
    /// Shelves that most of its products come from.
    pub(super) main: &'static [CatalogPart],
    /// Shelves that the other products come from.
    pub(super) side: &'static [CatalogPart],
    /// The business photos to choose from: the pictures named `merchant-<name>`.
    pub(super) photos: &'static [&'static str],
    /// The percentage of products that claim to be organic.
    pub(super) organic: u32,
    /// Whether the business resells. Then its products may come from farther away, and any item may have grown
    /// elsewhere.
    pub(super) resells: bool,
}

const fn all(category: &'static str) -> CatalogPart {
    CatalogPart(category, None)
}

const fn only(category: &'static str, subcategory: &'static str) -> CatalogPart {
    CatalogPart(category, Some(subcategory))
}

/// A trade whose businesses make their products themselves.
const fn maker(
    (key, business_type): (&'static str, &'static str),
    main: &'static [CatalogPart],
    side: &'static [CatalogPart],
    photos: &'static [&'static str],
    organic: u32,
) -> Trade {
    Trade { key, business_type, main, side, photos, organic, resells: false }
}

pub(super) const TRADES: [Trade; 18] = [
    maker(
        ("farm", "Farm"),
        &[only("produce", "Vegetables")],
        &[
            only("produce", "Greens & Herbs"),
            only("produce", "Mushrooms"),
            only("produce", "Vegetable Boxes"),
            only("dairy", "Eggs"),
            only("flowers", "Cut Flowers"),
        ],
        &["farm-1", "farm-2", "farm-3"],
        60,
    ),
    maker(
        ("orchard", "Farm"),
        &[only("produce", "Fruit")],
        &[
            only("produce", "Fruit Boxes"),
            only("condiments", "Jam & Fruit"),
            only("beverages", "Juice & Cider"),
            only("snacks", "Dried Fruit"),
        ],
        &["orchard-1", "orchard-2"],
        40,
    ),
    maker(("dairy", "Farm"), &[all("dairy")], &[], &["dairy-1", "dairy-2"], 40),
    maker(
        ("butcher", "Specialty Food"),
        &[all("meat")],
        &[only("condiments", "Sauces"), only("spices", "Blends")],
        &["butcher-1", "butcher-2"],
        25,
    ),
    maker(("fish", "Market"), &[all("seafood")], &[only("spices", "Salt")], &["fish-1", "fish-2"], 0),
    maker(
        ("bakery", "Bakery"),
        &[all("bakery")],
        &[only("snacks", "Granola & Bars"), only("beverages", "Coffee & Cocoa")],
        &["bakery-1", "bakery-2"],
        30,
    ),
    maker(
        ("tea", "Specialty Food"),
        &[all("beverages")],
        &[only("snacks", "Sweets"), only("condiments", "Honey & Syrup")],
        &["beverages-1", "beverages-2"],
        30,
    ),
    maker(
        ("kitchen", "Restaurant"),
        &[all("prepared-foods")],
        &[only("condiments", "Sauces")],
        &["kitchen-1", "kitchen-2"],
        10,
    ),
    Trade {
        key: "grocer",
        business_type: "Grocery Store",
        main: &[
            all("produce"),
            all("dairy"),
            all("bakery"),
            all("condiments"),
            all("snacks"),
            all("beverages"),
        ],
        side: &[all("spices"), only("home", "Household"), only("health", "Herbal Teas")],
        photos: &["grocer-1", "grocer-2"],
        organic: 35,
        resells: true,
    },
    maker(
        ("sweets", "Specialty Food"),
        &[all("snacks")],
        &[only("bakery", "Cookies"), only("beverages", "Coffee & Cocoa")],
        &["sweets-1"],
        20,
    ),
    maker(
        ("preserves", "Specialty Food"),
        &[all("condiments")],
        &[only("home", "Candles"), only("spices", "Herbs")],
        &["preserves-1", "preserves-2"],
        30,
    ),
    maker(
        ("spices", "Specialty Food"),
        &[all("spices")],
        &[only("condiments", "Oil & Vinegar"), only("beverages", "Tea & Kombucha")],
        &["spices-1"],
        40,
    ),
    maker(
        ("herbs", "Other"),
        &[all("health")],
        &[only("beverages", "Tea & Kombucha"), only("spices", "Herbs")],
        &["herbs-1"],
        40,
    ),
    maker(
        ("soap", "Craft Business"),
        &[all("beauty")],
        &[only("health", "Bath"), only("home", "Candles")],
        &["soap-1"],
        0,
    ),
    maker(
        ("home", "Craft Business"),
        &[all("home")],
        &[only("crafts", "Bags & Leather"), only("crafts", "Toys")],
        &["home-1"],
        0,
    ),
    maker(
        ("crafts", "Craft Business"),
        &[all("crafts")],
        &[only("home", "Baskets & Textiles")],
        &["crafts-1", "crafts-2"],
        0,
    ),
    maker(
        ("florist", "Market"),
        &[all("flowers")],
        &[only("other", "Garden & Soil"), only("home", "Pottery")],
        &["florist-1", "florist-2"],
        20,
    ),
    maker(
        ("homestead", "Other"),
        &[all("other")],
        &[only("dairy", "Eggs"), only("flowers", "Plants")],
        &["homestead-1"],
        10,
    ),
];

/// The trade with this name in `merchants.txt`.
pub(super) fn trade(key: &str) -> &'static Trade {
    TRADES.iter().find(|trade| trade.key == key).expect("merchants.txt names trades of this list")
}

/// Whether products of this category can have an organic certificate.
pub(super) fn can_be_organic(category: &str) -> bool {
    !matches!(category, "seafood" | "home" | "crafts" | "beauty" | "other")
}

#[cfg(test)]
mod tests {
    use shared_events::shop::BUSINESS_TYPES;

    use super::*;
    use crate::demo::market::catalog::catalog;

    #[test]
    fn every_shelf_has_items() {
        for trade in &TRADES {
            assert!(BUSINESS_TYPES.contains(&trade.business_type), "{}", trade.key);
            for shelf in trade.main.iter().chain(trade.side) {
                assert!(
                    catalog().items.iter().any(|item| shelf.holds(item)),
                    "{}: {:?} {:?}",
                    trade.key,
                    shelf.0,
                    shelf.1
                );
            }
        }
    }

    #[test]
    fn every_item_is_sold_by_some_trade() {
        for item in &catalog().items {
            let sold =
                TRADES.iter().any(|trade| trade.main.iter().chain(trade.side).any(|shelf| shelf.holds(item)));
            assert!(sold, "nobody sells {}", item.name);
        }
    }
}
