//! The keys that lists of products can be sorted by.

use serde::{Deserialize, Serialize};

/// A sort of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sort {
    /// The key to compare.
    pub key: SortKey,
    /// Whether the order is descending.
    pub descending: bool,
}

/// The order of a list without search words that requests none: what can be bought comes first. Near a place, the
/// nearest comes first; within a mile food comes before crafts, then what was harvested last, then what is rated best,
/// and merchants are mixed. Elsewhere the newest comes first.
pub fn usual_order(is_near: bool) -> Vec<Sort> {
    let ascending = |key| Sort { key, descending: false };
    let descending = |key| Sort { key, descending: true };
    if is_near {
        vec![
            ascending(SortKey::Nearest),
            descending(SortKey::Harvested),
            descending(SortKey::Rating),
            ascending(SortKey::Mixed),
        ]
    } else {
        vec![ascending(SortKey::Available), descending(SortKey::CreatedAt)]
    }
}

/// A key to sort products by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SortKey {
    /// How well they match the search.
    Relevance,
    /// When they were listed.
    CreatedAt,
    /// The price.
    Price,
    /// The name; case and accents do not matter.
    Name,
    /// The average rating.
    Rating,
    /// How often they were viewed.
    Views,
    /// The distance of their merchant.
    Distance,
    /// Products in stock before those that are sold out.
    Available,
    /// Products in stock before those that are sold out; whole miles to their merchant; food before crafts.
    Nearest,
    /// When they were harvested; those without a date count as the oldest.
    Harvested,
    /// A fixed order that has nothing to do with the products, so that those of one merchant do not follow each other.
    Mixed,
}
