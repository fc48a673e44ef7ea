//! Queries over the view `catalog`.

mod calendar;
mod counts;
mod filter;
mod merchants;
mod nearest;
mod products;
#[cfg(test)]
mod quality;
mod recent;
mod search;
mod shelf;
mod sitemap;
mod sort;
mod spelling;
mod suggest;
mod terms;
mod window;

pub use calendar::{Calendar, calendar};
pub use counts::{Counts, Facets};
pub use filter::{Filter, Price, Way};
pub use merchants::{Nearby, Profile, by_ids};
pub use products::{ProductStats, favourites, own_products, product_stats, seen_by_admins};
pub use search::Found;
pub use shelf::Listed;
pub use sitemap::{Changed, Subject};
pub use sort::{Cursor, Sort, SortKey};
pub use suggest::{Beginning, Named, merchants_called, products_called};
pub use terms::{Terms, Words};
pub use window::Window;

use std::sync::Arc;

use postgres_kit::Pool;
use uuid::Uuid;

use self::{products::ProductRow, recent::Recent, shelf::Shelf, terms::Understood};
use super::loader::Loader;
use crate::Waiter;

/// The view's name.
pub const VIEW: &str = "catalog";

/// The catalog with its caches. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Catalog {
    pool: Pool,
    waiter: Waiter,
    products: Loader<ProductRow>,
    counted: Recent<Counts>,
    around: Recent<Arc<[Nearby]>>,
    understood: Understood,
    shelf: Shelf,
    page_starts: Recent<Arc<[Uuid]>>,
}

impl Catalog {
    /// The catalog of this database.
    pub fn new(pool: &Pool, waiter: &Waiter) -> Self {
        Self {
            pool: pool.clone(),
            waiter: waiter.clone(),
            products: Loader::start(pool, waiter.answer_limit()),
            counted: Recent::default(),
            around: Recent::default(),
            understood: Understood::default(),
            shelf: Shelf::new(waiter.clone()),
            page_starts: Recent::default(),
        }
    }
}

/// A place on earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// A distance as it is shown: miles to a tenth.
fn tenths(miles: f64) -> f64 {
    (miles * 10.0).round() / 10.0
}
