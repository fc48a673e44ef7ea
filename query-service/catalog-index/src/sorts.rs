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
}
