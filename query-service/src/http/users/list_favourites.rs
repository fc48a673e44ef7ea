//! `GET /users/favorites`: the caller's favourite products.

use axum::extract::State;
use service_kit::{Problem, caller::Caller, extract::Json};

use crate::{
    App,
    model::Product,
    queries::{accounts, catalog, failed},
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW, catalog::VIEW];

/// List the caller's favourite products
///
/// Contains the products that are on sale, the latest addition first.
#[utoipa::path(
    get,
    path = "/users/favorites",
    tag = "users",
    responses((status = 200, body = Vec<Product>)),
    security(("bearer" = [])),
)]
pub(crate) async fn list_favourites(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<Product>>, Problem> {
    catalog::favourites(&app.pool, caller.account).await.map(Json).map_err(failed)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::events::FavouriteEvent;

    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn favourites_are_products_on_sale_newest_first() {
        let mut market = Market::open().await;
        let (ada, ben) = (market.customer("Ada").await, market.customer("Ben").await);
        let farm = market.merchant("Green Farm", "05401").await;
        let pear = market.product(&farm, Goods::named("Pear")).await;
        let plum = market.product(&farm, Goods::named("Plum")).await;
        for product_id in [pear, plum] {
            let added = FavouriteEvent::FavouriteAdded { account_id: ada.id, product_id };
            market.append(ada.id.uuid(), ada.actor(), added).await;
        }
        let liked = market.get_as(&ada, "/users/favorites").await.ok();
        assert_eq!(pluck(&liked, "name"), ["Plum", "Pear"]);
        assert_eq!(market.get_as(&ben, "/users/favorites").await.ok(), json!([]));
        let removed = FavouriteEvent::FavouriteRemoved { account_id: ada.id, product_id: plum };
        market.append(ada.id.uuid(), ada.actor(), removed).await;
        let liked = market.get_as(&ada, "/users/favorites").await.ok();
        assert_eq!(pluck(&liked, "name"), ["Pear"]);
        market.deactivate(&farm).await;
        assert_eq!(market.get_as(&ada, "/users/favorites").await.ok(), json!([]));
    }
}
