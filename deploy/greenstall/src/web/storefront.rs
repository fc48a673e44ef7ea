//! The port through which pages read public data from the query service.

use std::sync::Arc;

use async_trait::async_trait;
use query_service::{
    Catalog,
    model::{Merchant, Product},
    queries::catalog::{Changed, Subject},
};
use service_kit::Problem;
use shared_events::ids::{AccountId, ProductId};
use uuid::Uuid;

/// Reads the public part of the market.
#[async_trait]
pub(crate) trait Storefront: Send + Sync {
    /// A public product.
    async fn product(&self, id: ProductId) -> Result<Option<Product>, Problem>;

    /// The newest public products that are in stock.
    async fn newest(&self, limit: u64) -> Result<Vec<Product>, Problem>;

    /// A public merchant.
    async fn merchant(&self, id: AccountId) -> Result<Option<Merchant>, Problem>;

    /// The first id of each sitemap page of `size` entries.
    async fn page_starts(&self, subject: Subject, size: i64) -> Result<Arc<[Uuid]>, Problem>;

    /// The ids of public products or merchants, beginning at this one; at most `size`.
    async fn public_from(&self, subject: Subject, first: Uuid, size: i64) -> Result<Vec<Changed>, Problem>;
}

#[async_trait]
impl Storefront for Catalog {
    async fn product(&self, id: ProductId) -> Result<Option<Product>, Problem> {
        Ok(Self::product(self, id, |_| false).await?.map(|shown| shown.product()))
    }

    async fn newest(&self, limit: u64) -> Result<Vec<Product>, Problem> {
        Self::newest(self, limit).await
    }

    async fn merchant(&self, id: AccountId) -> Result<Option<Merchant>, Problem> {
        Ok(self.profile(id).await?.map(|profile| profile.merchant))
    }

    async fn page_starts(&self, subject: Subject, size: i64) -> Result<Arc<[Uuid]>, Problem> {
        Self::page_starts(self, subject, size).await
    }

    async fn public_from(&self, subject: Subject, first: Uuid, size: i64) -> Result<Vec<Changed>, Problem> {
        Self::public_from(self, subject, first, size).await
    }
}
