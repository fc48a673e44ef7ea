//! Queries over the view `catalog`.

mod calendar;
#[expect(clippy::module_inception, reason = "the catalog is what the view is of")]
mod catalog;
mod counts;
mod filter;
mod listing_cache;
mod merchant_row;
mod merchants;
mod nearest;
mod place;
mod product_row;
mod products;
#[cfg(test)]
mod quality;
mod recent;
mod search;
mod sitemap;
mod sort;
mod spelling;
mod suggest;
mod terms;
mod window;

pub use calendar::{Calendar, calendar};
pub use catalog::Catalog;
pub use counts::{Counts, Facets};
pub use filter::{Filter, Price, Way};
pub use listing_cache::Listed;
pub use merchants::{Profile, by_ids};
pub use place::{Nearby, Point};
pub use products::{ProductStats, favourites, own_products, product_stats, seen_by_admins};
pub use search::Found;
pub use sitemap::{Changed, Subject};
pub use sort::{Cursor, Sort, SortKey};
pub use suggest::{Beginning, Named, merchants_called, products_called};
pub use terms::{Terms, Words};
pub use window::Window;

/// The view's name.
pub const VIEW: &str = "catalog";
