//! `GET /products/my-products`: all products of the calling merchant, public or not.

use axum::extract::State;
use serde::Serialize;
use service_kit::{
    Problem,
    caller::Merchant,
    extract::{Json, Query},
};
use utoipa::ToSchema;

use crate::{
    App,
    http::page_query::PageQuery,
    model::Product,
    queries::{
        catalog::{self, ProductStats},
        failed,
    },
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW];

/// The calling merchant's products.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MyProducts {
    /// The products, newest first.
    products: Vec<Product>,
    /// Figures over all of the merchant's products.
    stats: ProductStats,
}

/// List the calling merchant's products
#[utoipa::path(
    get,
    path = "/products/my-products",
    tag = "products",
    params(PageQuery),
    responses(
        (status = 200, body = MyProducts),
    ),
    security(("bearer" = []), ("apiKey" = ["products:read"])),
)]
pub(crate) async fn my_products(
    State(app): State<App>,
    Merchant(merchant): Merchant,
    Query(query): Query<PageQuery>,
) -> Result<Json<MyProducts>, Problem> {
    let products = catalog::own_products(&app.pool, merchant.account, query.page()).await.map_err(failed)?;
    let stats = catalog::product_stats(&app.pool, merchant.account).await.map_err(failed)?;
    Ok(Json(MyProducts { products, stats }))
}

#[cfg(test)]
mod tests {
    use histories::{Product, product};
    use serde_json::json;

    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn a_merchant_sees_all_its_products_and_no_others() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let other = market.merchant("Other Farm", "05401").await;
        market.product(&other, Goods::named("Pear")).await;
        let tomato = market.product(&farm, Goods::default()).await;
        market.reject_product(tomato, "Blurred picture").await;
        market.new_product(&farm, Goods::named("Radish")).await;
        let mine = market.get_as(&farm, "/products/my-products").await.ok();
        assert_eq!(pluck(&mine["products"], "name"), ["Radish", "Heirloom Tomato"]);
        assert_eq!(pluck(&mine["products"], "approvalStatus"), ["pending", "rejected"]);
        assert_eq!(mine["products"][0]["approvalHistory"], json!([]));
        assert_eq!(mine["products"][1]["rejectionReason"], "Blurred picture");
        assert_eq!(
            mine["stats"],
            json!({ "totalProducts": 2, "activeProducts": 2, "totalViews": 0, "averageRating": null })
        );
    }

    #[tokio::test]
    async fn a_merchant_sees_which_products_an_admin_has_deactivated() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let tomato = market.product(&farm, Goods::default()).await;
        let product = Product { id: tomato, ..product(0) };
        for (by_admin, off) in [(false, product.deactivated()), (true, product.deactivated_by_admin())] {
            market.product_event(tomato, off).await;
            let mine = market.get_as(&farm, "/products/my-products").await.ok();
            let product = &mine["products"][0];
            assert_eq!(
                (&product["isActive"], &product["deactivatedByAdmin"]),
                (&json!(false), &json!(by_admin))
            );
            let found = market.get_as(&farm, "/products/my-products/search?state=inactive").await.ok();
            assert_eq!(found["products"][0]["deactivatedByAdmin"], by_admin);
        }
        let pear = market.product(&farm, Goods::named("Pear")).await;
        let shown = market.get(&format!("/products/{pear}")).await.ok();
        assert_eq!(shown.get("deactivatedByAdmin"), None, "the public learns nothing of it");
    }

    #[tokio::test]
    async fn only_merchants_may_list_their_products() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        assert_eq!(market.get("/products/my-products").await.refusal().0, 401);
        assert_eq!(market.get_as(&ada, "/products/my-products").await.refusal().0, 403);
    }
}
