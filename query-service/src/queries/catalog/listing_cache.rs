//! A cache of products as lists show them. Each use checks in the database whether the product has changed, which is
//! cheaper for both than reading and formatting forty columns. A row whose `row_version` is the same is unchanged.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use postgres_kit::{FromRow, Pool};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use uuid::Uuid;

use super::{Point, product_row::ProductRow};
use crate::{Waiter, model::Product, queries::loader::Keyed};

/// The number of products in the cache, of about four kilobytes each.
const CACHE_SIZE: NonZeroUsize = NonZeroUsize::new(4_000).expect("it is not 0");

/// A cache of listed products. Cloning is cheap.
#[derive(Clone, Debug)]
pub(super) struct ListingCache {
    kept: Arc<Mutex<LruCache<Uuid, Arc<CachedProduct>>>>,
    waiter: Waiter,
}

/// A cached product.
#[derive(Debug)]
struct CachedProduct {
    row: ProductRow,
    /// The waiter's epoch when the product was read. In another epoch, the same version may mean another row.
    epoch: u64,
    /// The public product, without a distance.
    json: Box<RawValue>,
}

/// A product of a list, with its sort values and its version.
#[derive(Debug, FromRow)]
pub(super) struct RankedId {
    pub(super) product_id: Uuid,
    pub(super) place: Vec<String>,
    version: String,
}

/// A product of a list, as shown to the public.
#[derive(Clone, Debug)]
pub struct Listed(Listing);

#[derive(Clone, Debug)]
enum Listing {
    WithoutDistance(Arc<CachedProduct>),
    WithDistance(Box<Product>),
}

impl Listed {
    /// The product with all its public members.
    pub(super) fn product(&self) -> Product {
        match &self.0 {
            Listing::WithoutDistance(cached) => cached.row.clone().seen_from(None),
            Listing::WithDistance(product) => (**product).clone(),
        }
    }
}

impl Serialize for Listed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Listing::WithoutDistance(cached) => cached.json.serialize(serializer),
            Listing::WithDistance(product) => product.serialize(serializer),
        }
    }
}

impl ListingCache {
    /// Creates an empty cache.
    pub(super) fn new(waiter: Waiter) -> Self {
        Self { kept: Arc::new(Mutex::new(LruCache::new(CACHE_SIZE))), waiter }
    }

    /// These products with distances from this place, in their order. Changed products are read again. Products that
    /// were deleted meanwhile are left out.
    pub(super) async fn products(
        &self,
        pool: &Pool,
        ranked: &[RankedId],
        place: Option<Point>,
    ) -> Result<Vec<Listed>, sqlx::Error> {
        let epoch = self.waiter.epoch();
        let mut found = self.known(ranked, epoch);
        let missing: Vec<Uuid> =
            ranked.iter().map(|ranked| ranked.product_id).filter(|id| !found.contains_key(id)).collect();
        if !missing.is_empty() {
            let rows = ProductRow::by_ids(&mut *pool.acquire().await?, &missing).await?;
            for (id, row) in rows.into_iter().filter(|(_, row)| row.visible) {
                let json = to_raw_value(&row.clone().seen_from(None)).expect("a product is JSON");
                let cached = Arc::new(CachedProduct { row, epoch, json });
                self.kept.lock().unwrap_or_else(PoisonError::into_inner).put(id, cached.clone());
                found.insert(id, cached);
            }
        }
        let cached = ranked.iter().filter_map(|ranked| found.remove(&ranked.product_id));
        let seen = cached.map(|cached| match place {
            None => Listing::WithoutDistance(cached),
            Some(_) => Listing::WithDistance(Box::new(cached.row.clone().seen_from(place))),
        });
        Ok(seen.map(Listed).collect())
    }

    /// The cached products that have not changed.
    fn known(&self, ranked: &[RankedId], epoch: u64) -> HashMap<Uuid, Arc<CachedProduct>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let unchanged = ranked.iter().filter_map(|ranked| {
            let cached = kept.get(&ranked.product_id)?;
            let is_same = cached.epoch == epoch && cached.row.version == ranked.version;
            is_same.then(|| (ranked.product_id, cached.clone()))
        });
        unchanged.collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use shared_events::{
        Cents,
        events::{ProductEvent, StockEvent},
    };

    use crate::testing::{Goods, Market};

    async fn listed(market: &Market) -> Value {
        market.get("/products").await.ok()["products"][0].take()
    }

    #[tokio::test]
    async fn a_list_shows_changes_and_matches_the_single_product() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let id = market.product(&farm, Goods::named("Tomato")).await;
        let alone = market.get(&format!("/products/{id}")).await.ok();
        for _ in 0..2 {
            assert_eq!(listed(&market).await, alone);
        }
        let price =
            ProductEvent::ProductRepriced { product_id: id, price: Cents(9_99), unit: "pound".to_owned() };
        market.product_event(id, price).await;
        assert_eq!(listed(&market).await["price"], json!(9.99));
        let counted = StockEvent::StockCounted { product_id: id, quantity: 3 };
        market.append(id.uuid(), farm.actor(), counted).await;
        assert_eq!(listed(&market).await["inventory"]["quantity"], json!(3));
        market.look_at(id, 7).await;
        assert_eq!(listed(&market).await["views"], json!(7));
        market.product(&farm, Goods::named("Leek")).await;
        let page = market.get("/products").await.ok();
        for product in page["products"].as_array().expect("a list") {
            assert_eq!(product["merchant"]["productCount"], json!(2), "{product}");
        }
        let near = market.get("/products?zip=05401").await.ok();
        assert_eq!(near["products"][0]["distance"], json!(0.0));
        let rebuilt = market.get("/products").await.ok();
        market.rebuild("catalog").await;
        assert_eq!(market.get("/products").await.ok()["products"], rebuilt["products"]);
    }
}
