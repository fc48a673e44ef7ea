//! The ids of all products and merchants with a public page, in pages, for the sitemap.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, statements};
use service_kit::Problem;
use uuid::Uuid;

use super::Catalog;
use crate::queries::failed;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn product_page_starts(size: i64) -> value Uuid = include_str!("product_page_starts.sql");
    fn merchant_page_starts(size: i64) -> value Uuid = include_str!("merchant_page_starts.sql");
    fn products(first: Uuid, limit: i64) -> row Changed = include_str!("sitemap_products.sql");
    fn merchants(first: Uuid, limit: i64) -> row Changed = include_str!("sitemap_merchants.sql");
}

/// The kinds of public pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Products that are on sale.
    Products,
    /// Approved, active merchants.
    Merchants,
}

/// A public page, and when it last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Changed {
    /// The product or merchant.
    pub id: Uuid,
    /// For a product: when it was last listed or approved. For a merchant: when it signed up or last listed a product.
    pub at: DateTime<Utc>,
}

impl Catalog {
    /// The first id of each page of `size` ids. The result may be a moment old.
    pub async fn page_starts(&self, subject: Subject, size: i64) -> Result<Arc<[Uuid]>, Problem> {
        let pool = self.pool.clone();
        let statement = match subject {
            Subject::Products => sql::product_page_starts(size),
            Subject::Merchants => sql::merchant_page_starts(size),
        };
        let find = async move {
            let starts = statement.fetch_all(&pool).await?;
            Ok(starts.into())
        };
        self.page_starts.get(format!("{subject:?} {size}"), &self.waiter, None, find).await.map_err(failed)
    }

    /// The public pages from this id on, at most `size`, ordered by id.
    pub async fn public_from(
        &self,
        subject: Subject,
        first: Uuid,
        size: i64,
    ) -> Result<Vec<Changed>, Problem> {
        let statement = match subject {
            Subject::Products => sql::products(first, size),
            Subject::Merchants => sql::merchants(first, size),
        };
        statement.fetch_all(&self.pool).await.map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::ProductEvent;

    use super::*;
    use crate::testing::{Goods, Market};

    async fn walked(catalog: &Catalog, subject: Subject, size: i64) -> Vec<Vec<Uuid>> {
        let mut pages = Vec::new();
        for first in &*catalog.page_starts(subject, size).await.unwrap() {
            let page = catalog.public_from(subject, *first, size).await.unwrap();
            pages.push(page.into_iter().map(|changed| changed.id).collect());
        }
        pages
    }

    #[tokio::test]
    async fn pages_contain_exactly_the_public_products_and_merchants() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let bakery = market.merchant("Blue Bakery", "05401").await;
        let new = market.new_merchant("New Farm", "05401").await;
        let mut public = Vec::new();
        for name in ["Tomato", "Radish", "Leek", "Bread", "Rye"] {
            public.push(market.product(&farm, Goods::named(name)).await.uuid());
        }
        let hidden = market.product(&farm, Goods::named("Blurred")).await;
        market.reject_product(hidden, "Blurred picture").await;
        let deleted = market.product(&farm, Goods::named("Gone")).await;
        market
            .product_event(deleted, ProductEvent::ProductDeleted { product_id: deleted, reason: None })
            .await;
        market.product(&new, Goods::named("Too early")).await;
        market.settled().await;
        public.sort_unstable();
        let catalog = market.catalog();
        let pages = walked(catalog, Subject::Products, 2).await;
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
        assert_eq!(pages.concat(), public);
        let mut merchants = [farm.id.uuid(), bakery.id.uuid()];
        merchants.sort_unstable();
        assert_eq!(walked(catalog, Subject::Merchants, 1).await, merchants.map(|id| vec![id]));
    }

    #[tokio::test]
    async fn a_product_changes_when_it_is_approved_again_and_a_merchant_when_it_lists_something() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let changed = async |market: &Market, subject: Subject, id: Uuid| {
            market.settled().await;
            let catalog = market.catalog();
            let page = catalog.public_from(subject, id, 1).await.unwrap();
            assert_eq!(page[0].id, id);
            page[0].at
        };
        let opened = changed(&market, Subject::Merchants, farm.id.uuid()).await;
        let id = market.product(&farm, Goods::default()).await;
        assert!(changed(&market, Subject::Merchants, farm.id.uuid()).await > opened);
        let listed = changed(&market, Subject::Products, id.uuid()).await;
        market.revise_product(id, "Plum Tomato").await;
        assert_eq!(changed(&market, Subject::Products, id.uuid()).await, listed, "nobody has approved it");
        market.product_event(id, ProductEvent::ProductApproved { product_id: id, reason: None }).await;
        assert!(changed(&market, Subject::Products, id.uuid()).await > listed);
    }
}
