//! `GET /products/{id}`: one product.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Visitor,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::{Role, ids::ProductId};

use crate::{
    App,
    http::shapes::Product,
    queries::{catalog, failed},
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW];

/// One product
#[utoipa::path(
    get,
    path = "/products/{id}",
    tag = "products",
    params(("id" = String, Path, description = "The product")),
    responses(
        (status = 200, body = Product),
        (status = 404, body = ProblemBody, description = "There is none, or it is not public and not the caller's"),
    ),
    security((), ("bearer" = [])),
)]
pub(crate) async fn show_product(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<Json<Product>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Product not found");
    let id: ProductId = id.parse().map_err(|_| not_found())?;
    let owns =
        |merchant| visitor.is_some_and(|caller| caller.role == Role::Admin || caller.account == merchant);
    let found = catalog::product(&app.pool, id, owns).await.map_err(failed)?;
    found.map(Json).ok_or_else(not_found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market};

    #[tokio::test]
    async fn anybody_sees_a_public_product_without_its_history() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let id = market.product(&farm, Goods::default()).await;
        let product = market.get(&format!("/products/{id}")).await.ok();
        assert_eq!(product["_id"], product["id"]);
        assert_eq!(product["name"], "Heirloom Tomato");
        assert_eq!(
            product["shipping"],
            json!({ "deliveryTime": { "sameDay": false }, "canPickup": true, "canDeliver": false })
        );
        assert_eq!(product["rating"], json!({ "average": 0.0, "count": 0 }));
        assert!(product.get("approvalHistory").is_none());
    }

    #[tokio::test]
    async fn what_is_not_public_is_there_for_its_owner_and_admins_alone() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let other = market.merchant("Other Farm", "05401").await;
        let ada = market.customer("Ada").await;
        let root = market.admin().await;
        let id = market.product(&farm, Goods::default()).await;
        market.reject_product(id, "Blurred picture").await;
        let path = format!("/products/{id}");
        assert_eq!(market.get(&path).await.refusal(), (404, "Product not found"));
        for stranger in [&other, &ada] {
            assert_eq!(market.get_as(stranger, &path).await.refusal(), (404, "Product not found"));
        }
        for insider in [&farm, &root] {
            let product = market.get_as(insider, &path).await.ok();
            assert_eq!(product["approvalStatus"], "rejected");
            assert_eq!(product["rejectionReason"], "Blurred picture");
            let history = &product["approvalHistory"];
            assert_eq!(history[0]["status"], "approved");
            assert_eq!(history[0]["notes"], "Lovely");
            assert_eq!(history[1]["reason"], "Blurred picture");
        }
    }

    #[tokio::test]
    async fn what_is_no_product_is_not_found() {
        let market = Market::open().await;
        for id in ["0", "%00", "00000000-0000-0000-0000-000000000000", "%F0%9F%8D%85", "..", "a%2Fb"] {
            assert_eq!(
                market.get(&format!("/products/{id}")).await.refusal(),
                (404, "Product not found"),
                "{id}"
            );
        }
        assert_eq!(market.get("/products/%FF").await.refusal().0, 404);
    }
}
