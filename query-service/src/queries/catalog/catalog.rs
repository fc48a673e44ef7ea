//! The catalog with what it remembers. Files of this folder add the questions that it answers.

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

/// The catalog, with what was found out about it lately. Cheap to clone.
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
    /// The one in this database.
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
    /// Counts the public products that fit, unless that was done lately. Whoever has seen the catalog at the position `least`
    /// is told what fits then or later.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn counts(&self, filter: &Filter, least: Option<Position>) -> Result<Counts, sqlx::Error> {
        let (pool, wanted) = (self.pool.clone(), filter.clone());
        let find = async move { counts::count(&pool, &wanted).await };
        self.counted.get(counts::key(filter), &self.waiter, least, find).await
    }

    /// Turns what people type into what Postgres searches for; none when the text is blank.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn search_terms(&self, text: &str) -> Result<Option<Terms>, sqlx::Error> {
        self.understood.terms(&self.pool, text).await
    }

    /// The same text with the words that nobody's product has replaced by those that people may have meant, and how it
    /// reads then; none when there is nothing to replace.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn corrected_terms(&self, text: &str) -> Result<Option<(Terms, String)>, sqlx::Error> {
        terms::corrected(&self.pool, text).await
    }
}
