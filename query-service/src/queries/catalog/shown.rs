//! Products as answers show them.

use std::{collections::HashMap, sync::Arc};

use postgres_kit::Pool;
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::{
    Point,
    product_row::ProductRow,
    rows::{KnownProduct, Rows},
};
use crate::{model::Product, queries::loader::Keyed};

/// A product as an answer shows it.
#[derive(Clone, Debug)]
pub struct ShownProduct(Shown);

#[derive(Clone, Debug)]
enum Shown {
    /// As the public sees it, perhaps from a place.
    Public(Arc<KnownProduct>, Option<Point>),
    /// As its owner sees it.
    Owned(Box<Product>),
}

impl ShownProduct {
    /// The product as shown to the public at this place.
    pub(super) const fn seen_from(known: Arc<KnownProduct>, place: Option<Point>) -> Self {
        Self(Shown::Public(known, place))
    }

    /// The product with all its members.
    pub fn product(&self) -> Product {
        match &self.0 {
            Shown::Public(known, place) => known.row.clone().seen_from(*place),
            Shown::Owned(product) => (**product).clone(),
        }
    }
}

impl From<Product> for ShownProduct {
    fn from(product: Product) -> Self {
        Self(Shown::Owned(Box::new(product)))
    }
}

impl Serialize for ShownProduct {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Shown::Public(known, None) => known.json.serialize(serializer),
            Shown::Public(known, Some(place)) => known.json_from(*place).serialize(serializer),
            Shown::Owned(product) => product.serialize(serializer),
        }
    }
}

/// The products among these that the public may see, in the same order, with distances from this place.
pub(super) async fn listed(
    pool: &Pool,
    rows: &Rows,
    ids: &[Uuid],
    place: Option<Point>,
) -> Result<Vec<ShownProduct>, sqlx::Error> {
    let mut known = known(pool, rows, ids).await?;
    let found = ids.iter().filter_map(|id| known.remove(id));
    Ok(found.filter(|known| known.row.visible).map(|known| ShownProduct::seen_from(known, place)).collect())
}

/// These products, from memory where possible. Products that do not exist are left out.
async fn known(
    pool: &Pool,
    rows: &Rows,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Arc<KnownProduct>>, sqlx::Error> {
    let (mut found, since) = rows.known(ids).unzip();
    let found = found.get_or_insert_default();
    let missing: Vec<Uuid> = ids.iter().filter(|id| !found.contains_key(*id)).copied().collect();
    if !missing.is_empty() {
        for (id, row) in ProductRow::by_ids(&mut pool.acquire().await?, &missing).await? {
            let known = Arc::new(KnownProduct::new(row));
            if let Some(since) = since {
                rows.keep(&known, since);
            }
            found.insert(id, known);
        }
    }
    Ok(std::mem::take(found))
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
        assert_eq!(near["products"][0]["merchant"]["address"]["distance"], json!(0.0));
        let before = market.get("/products").await.ok();
        market.rebuild("catalog").await;
        assert_eq!(market.get("/products").await.ok()["products"], before["products"]);
    }
}
