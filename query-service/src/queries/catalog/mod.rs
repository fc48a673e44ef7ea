//! The view `catalog`.

mod calendar;
mod counts;
mod filter;
mod merchants;
mod products;
#[cfg(test)]
mod quality;
mod search;
mod sort;
mod spelling;
mod suggest;
mod terms;

pub use calendar::{Calendar, calendar};
pub use counts::{Counted, Counts, Facets, counts};
pub use filter::{Filter, Price, Way};
pub use merchants::{Nearby, Profile, around, by_ids, nearest, profile};
pub use products::{ProductStats, favourites, own_products, product, product_stats, seen_by_admins};
pub use search::{Found, page};
pub use sort::{Cursor, Sort, SortKey};
pub use suggest::{Beginning, Named, merchants_called, products_called};
pub use terms::{Terms, Words, corrected_terms, search_terms};

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
