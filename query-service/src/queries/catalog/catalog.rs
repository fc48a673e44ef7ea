//! The catalog with its caches. Other files of this folder add its queries.

use std::sync::Arc;

use postgres_kit::Pool;
use shared_events::Position;
use uuid::Uuid;

use super::{
    Filter, Nearby, Terms,
    counts::{self, Counts},
    listing_cache::ListingCache,
    product_row::ProductRow,
    recent::Recent,
    terms::{self, Understood},
};
use crate::{Waiter, queries::loader::Loader};

/// The catalog's queries, with caches of recent answers. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub(super) pool: Pool,
    pub(super) waiter: Waiter,
    pub(super) products: Loader<ProductRow>,
    counted: Recent<Counts>,
    pub(super) around: Recent<Arc<[Nearby]>>,
    understood: Understood,
    pub(super) listing_cache: ListingCache,
    pub(super) page_starts: Recent<Arc<[Uuid]>>,
}

impl Catalog {
    /// Creates the catalog of this database, with empty caches.
    pub fn new(pool: &Pool, waiter: &Waiter) -> Self {
        Self {
            pool: pool.clone(),
            waiter: waiter.clone(),
            products: Loader::start(pool, waiter.answer_limit()),
            counted: Recent::default(),
            around: Recent::default(),
            understood: Understood::default(),
            listing_cache: ListingCache::new(waiter.clone()),
            page_starts: Recent::default(),
        }
    }
    /// Counts the matching public products, or returns a recent count. A client that has seen the catalog at the
    /// position `least` gets the counts as of then or later.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn counts(&self, filter: &Filter, least: Option<Position>) -> Result<Counts, sqlx::Error> {
        let (pool, wanted) = (self.pool.clone(), filter.clone());
        let find = async move { counts::count(&pool, &wanted).await };
        self.counted.get(counts::key(filter), &self.waiter, least, find).await
    }

    /// Parses a search text into a text search query; `None` when the text is blank.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn search_terms(&self, text: &str) -> Result<Option<Terms>, sqlx::Error> {
        self.understood.terms(&self.pool, text).await
    }

    /// Replaces the words that no product contains by similarly spelled ones. Returns the query and the corrected
    /// text; `None` when there is nothing to replace.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn corrected_terms(&self, text: &str) -> Result<Option<(Terms, String)>, sqlx::Error> {
        terms::corrected(&self.pool, text).await
    }
}
