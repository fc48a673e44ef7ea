//! Products as lists show them, as they were read last. Whether they are still so is asked each time, which costs Postgres and
//! us less than to write and read forty columns: a row that was written last at the same position is the same row.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use postgres_kit::Pool;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use sqlx::FromRow;
use uuid::Uuid;

use super::{Point, products::ProductRow};
use crate::{Waiter, http::shapes::Product, queries::loader::Keyed};

/// So many products are kept, of about four kilobytes.
const KEPT: NonZeroUsize = NonZeroUsize::new(4_000).expect("it is not 0");

/// Products that were listed lately. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    kept: Arc<Mutex<LruCache<Uuid, Arc<Shelved>>>>,
    waiter: Waiter,
}

/// A product as it was read.
#[derive(Debug)]
struct Shelved {
    row: ProductRow,
    /// The waiter's epoch in which it was read: in another one the same version may be another row's.
    epoch: u64,
    /// As the public sees it from nowhere.
    json: Box<RawValue>,
}

/// A product of a list, its place in the order, and what tells whether it has changed.
#[derive(Debug, FromRow)]
pub(super) struct Placed {
    pub(super) product_id: Uuid,
    pub(super) place: Vec<String>,
    version: String,
}

/// A product of a list as the public sees it.
#[derive(Clone, Debug)]
pub struct Listed(Seen);

#[derive(Clone, Debug)]
enum Seen {
    FromNowhere(Arc<Shelved>),
    FromAPlace(Box<Product>),
}

impl Listed {
    /// All that the public sees of it.
    pub(super) fn product(&self) -> Product {
        match &self.0 {
            Seen::FromNowhere(shelved) => shelved.row.clone().seen_from(None),
            Seen::FromAPlace(product) => (**product).clone(),
        }
    }
}

impl Serialize for Listed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Seen::FromNowhere(shelved) => shelved.json.serialize(serializer),
            Seen::FromAPlace(product) => product.serialize(serializer),
        }
    }
}

impl Shelf {
    /// An empty one.
    pub(super) fn new(waiter: Waiter) -> Self {
        Self { kept: Arc::new(Mutex::new(LruCache::new(KEPT))), waiter }
    }

    /// These products as somebody at this place sees them, in their order. What has changed since it was read is read again;
    /// what has vanished meanwhile is left out.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn products(
        &self,
        pool: &Pool,
        placed: &[Placed],
        place: Option<Point>,
    ) -> Result<Vec<Listed>, sqlx::Error> {
        let epoch = self.waiter.epoch();
        let mut found = self.known(placed, epoch);
        let missing: Vec<Uuid> =
            placed.iter().map(|placed| placed.product_id).filter(|id| !found.contains_key(id)).collect();
        if !missing.is_empty() {
            let rows = ProductRow::by_ids(&mut *pool.acquire().await?, &missing).await?;
            for (id, row) in rows.into_iter().filter(|(_, row)| row.visible) {
                let json = to_raw_value(&row.clone().seen_from(None)).expect("a product is JSON");
                let shelved = Arc::new(Shelved { row, epoch, json });
                self.kept.lock().unwrap_or_else(PoisonError::into_inner).put(id, shelved.clone());
                found.insert(id, shelved);
            }
        }
        let shelved = placed.iter().filter_map(|placed| found.remove(&placed.product_id));
        let seen = shelved.map(|shelved| match place {
            None => Seen::FromNowhere(shelved),
            Some(_) => Seen::FromAPlace(Box::new(shelved.row.clone().seen_from(place))),
        });
        Ok(seen.map(Listed).collect())
    }

    /// Those that have not changed.
    fn known(&self, placed: &[Placed], epoch: u64) -> HashMap<Uuid, Arc<Shelved>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let unchanged = placed.iter().filter_map(|placed| {
            let shelved = kept.get(&placed.product_id)?;
            let is_same = shelved.epoch == epoch && shelved.row.version == placed.version;
            is_same.then(|| (placed.product_id, shelved.clone()))
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
    async fn a_list_shows_what_has_changed_and_the_same_as_the_product_alone() {
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
