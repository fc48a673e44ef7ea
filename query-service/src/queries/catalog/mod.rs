//! Queries over the view `catalog`.

mod calendar;
#[expect(clippy::module_inception, reason = "it contains the type `Catalog`")]
mod catalog;
mod facets;
mod index;
mod merchant_row;
mod merchants;
mod own;
mod place;
mod product_row;
mod products;
#[cfg(test)]
mod quality;
mod recent;
mod rows;
mod search;
mod shown;
mod sitemap;
mod suggest;

pub use calendar::{Calendar, calendar};
pub use catalog::{Catalog, IndexStatus};
pub use catalog_index::{Cursor, Filter, Sort, SortKey, Way};
pub use facets::Facets;
pub use index::INDEX;
pub use merchants::Profile;
pub use own::{OwnSearch, count_own, own_page};
pub use place::{Around, Point};
pub use products::{ProductStats, favourites, own_products, product_stats, seen_by_admins};
pub use search::{Found, Search};
pub use shown::ShownProduct;
pub use sitemap::{Changed, Subject};
pub use suggest::{Beginning, Named};

/// The view's name.
pub const VIEW: &str = "catalog";
