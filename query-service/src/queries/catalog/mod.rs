//! The view `catalog`.

mod calendar;
mod merchants;
mod products;
mod search;

pub use calendar::{Calendar, calendar};
pub use merchants::{Nearby, Profile, around, by_ids, nearest, profile};
pub use products::{ProductStats, favourites, own_products, product, product_stats, seen_by_admins};
pub use search::{Filter, Price, Sort, SortKey, Terms, count, page, search_terms};

/// The view's name.
pub const VIEW: &str = "catalog";

/// A place on earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// A distance as people read it: miles to a tenth.
fn tenths(miles: f64) -> f64 {
    (miles * 10.0).round() / 10.0
}
