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
    model::Product,
    queries::catalog::{self, ShownProduct},
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, catalog::INDEX];

/// Show a product
#[utoipa::path(
    get,
    path = "/products/{id}",
    tag = "products",
    params(("id" = String, Path, description = "The product's id")),
    responses(
        (status = 200, body = Product),
        (status = 404, body = ProblemBody, description = "The product does not exist, or the caller may not see it"),
    ),
    security((), ("bearer" = []), ("apiKey" = ["products:read"])),
)]
pub(crate) async fn show_product(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Path(id): Path<String>,
) -> Result<Json<ShownProduct>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Product not found");
    let id: ProductId = id.parse().map_err(|_| not_found())?;
    let owns =
        |merchant| visitor.is_some_and(|caller| caller.role == Role::Admin || caller.account == merchant);
    let found = app.catalog.product(id, owns).await?;
    found.map(Json).ok_or_else(not_found)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use shared_events::{events::ProductEvent, shop::Fulfillment};

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
            json!({
                "deliveryTime": { "sameDay": false }, "canPickup": true, "canDeliver": false, "deliveryRange": 5,
                "deliveryFee": 0.0,
            })
        );
        assert_eq!(product["rating"], json!({ "average": 0.0, "count": 0 }));
        assert!(product.get("approvalHistory").is_none());
    }

    #[tokio::test]
    async fn a_product_that_is_not_public_is_shown_only_to_its_owner_and_admins() {
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
    async fn an_unknown_product_is_not_found() {
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

    #[tokio::test]
    async fn the_public_sees_the_approved_version_and_the_owner_the_pending_one() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let root = market.admin().await;
        let id = market.product(&farm, Goods::default()).await;
        market.hand_in_certificate(&farm, id).await;
        market.revise_product(id, "Plum Tomato").await;
        let path = format!("/products/{id}");
        let public = market.get(&path).await.ok();
        assert_eq!(
            (&public["name"], &public["approvalStatus"]),
            (&json!("Heirloom Tomato"), &json!("approved"))
        );
        assert_eq!((&public["isOrganic"], &public["organicCertificate"]), (&json!(false), &json!(null)));
        assert!(public.get("revision").is_none());
        for insider in [&farm, &root] {
            let product = market.get_as(insider, &path).await.ok();
            assert_eq!((&product["name"], &product["revision"]), (&json!("Plum Tomato"), &json!(3)));
            assert_eq!(
                (&product["approvalStatus"], &product["isOrganic"]),
                (&json!("resubmitted"), &json!(true))
            );
            assert_eq!(product["organicCertificate"]["originalName"], "Organic 2026.pdf");
            assert_eq!(product["organicCertificate"]["status"], "pending");
        }
        let approved = ProductEvent::ProductApproved { product_id: id, reason: None };
        market.product_event(id, approved).await;
        let certified = ProductEvent::OrganicCertificateApproved { product_id: id, reason: None };
        market.product_event(id, certified).await;
        market.hand_in_certificate(&farm, id).await;
        let public = market.get(&path).await.ok();
        assert_eq!(public["name"], "Plum Tomato");
        let certificate = &public["organicCertificate"];
        assert_eq!((&certificate["status"], &certificate["url"]), (&json!("approved"), &json!(null)));
        let organic = market.get("/products?isOrganic=true").await.ok();
        assert_eq!(organic["products"][0]["name"], "Plum Tomato");
    }

    #[tokio::test]
    async fn new_pickup_instructions_are_public_once_they_are_approved() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let root = market.admin().await;
        let id = market.product(&farm, Goods::default()).await;
        let path = format!("/products/{id}");
        let instructions = |product: &Value| product["fulfillment"]["pickupInstructions"].clone();

        // Before admins reviewed instructions, a change of the fulfillment made them public.
        market.instruct(id, None).await;
        let pickup_instructions = "Ring at the gate".to_owned();
        let fulfillment = Fulfillment { pickup_instructions, ..Fulfillment::default() };
        market.product_event(id, ProductEvent::FulfillmentChanged { product_id: id, fulfillment }).await;
        let approved = ProductEvent::ProductApproved { product_id: id, reason: None };
        market.product_event(id, approved.clone()).await;
        for product in [market.get(&path).await.ok(), market.get_as(&farm, &path).await.ok()] {
            assert_eq!(instructions(&product), "Ring at the gate");
        }

        market.instruct(id, Some("Behind the barn")).await;
        assert_eq!(instructions(&market.get(&path).await.ok()), "Ring at the gate");
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        assert_eq!(instructions(&pending["pendingProducts"][0]), "Behind the barn");
        for insider in [&farm, &root] {
            let product = market.get_as(insider, &path).await.ok();
            assert_eq!(instructions(&product), "Behind the barn");
            assert_eq!(product["approvalStatus"], "resubmitted");
        }
        market.product_event(id, approved).await;
        assert_eq!(instructions(&market.get(&path).await.ok()), "Behind the barn");
    }

    #[tokio::test]
    async fn a_deleted_product_is_not_found_by_anyone() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let root = market.admin().await;
        let id = market.product(&farm, Goods::default()).await;
        market.product_event(id, ProductEvent::ProductDeleted { product_id: id, reason: None }).await;
        let path = format!("/products/{id}");
        assert_eq!(market.get(&path).await.refusal(), (404, "Product not found"));
        for insider in [&farm, &root] {
            assert_eq!(market.get_as(insider, &path).await.refusal(), (404, "Product not found"));
        }
        let mine = market.get_as(&farm, "/products/my-products").await.ok();
        assert_eq!((&mine["products"], &mine["stats"]["totalProducts"]), (&json!([]), &json!(0)));
    }
}
