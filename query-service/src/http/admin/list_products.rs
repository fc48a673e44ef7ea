//! `GET /admin/products`: all products, public or not, for admins.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    caller::Admin,
    extract::{Json, Query},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    App,
    http::{
        lenient::{NumberOrText, TruthOrText},
        page_query::{DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, given},
    },
    model::{Page, Product, ProductPagination},
    queries::{
        catalog, failed,
        moderation::{self, ProductFilter, ProductStatus},
    },
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, moderation::VIEW];

/// All parameters are optional. Invalid values are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct AdminProductQuery {
    /// The page's number, from 1.
    #[param(value_type = Option<NumberOrText>, inline)]
    page: Option<String>,
    /// The page's size: 0 to 100, 20 by default. With 0, only the totals are returned.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
    /// Prefixes of words of the product's name, or of the name, business or e-mail address of its merchant.
    search: Option<String>,
    /// A category's slug.
    category: Option<String>,
    /// `active` or `inactive`; also `pending`, `approved`, `rejected` or `resubmitted`.
    status: Option<String>,
    /// Whether the merchant claims that the product is organic, with or without a certificate.
    #[param(value_type = Option<TruthOrText>, inline)]
    is_organic: Option<String>,
}

impl AdminProductQuery {
    fn page(&self) -> Page {
        Page::read(self.page.as_deref(), self.limit.as_deref(), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
    }

    /// All restrictions except the search.
    fn filter(&self) -> ProductFilter {
        let status = given(&self.status).and_then(|status| match status {
            "active" => Some(ProductStatus::Active),
            "inactive" => Some(ProductStatus::Inactive),
            "pending" | "approved" | "rejected" | "resubmitted" => {
                Some(ProductStatus::Approval(status.to_owned()))
            }
            _ => None,
        });
        ProductFilter {
            search: None,
            category: given(&self.category).map(str::to_owned),
            status,
            is_organic: given(&self.is_organic).and_then(|text| text.parse().ok()),
        }
    }
}

/// A page of products.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AdminProductPage {
    /// The products in their merchants' latest versions, newest first.
    products: Vec<Product>,
    /// The page's place in the list.
    pagination: ProductPagination,
}

/// All products
#[utoipa::path(
    get,
    operation_id = "list_all_products",
    path = "/admin/products",
    tag = "admin",
    params(AdminProductQuery),
    responses(
        (status = 200, body = AdminProductPage),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn list_products(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<AdminProductQuery>,
) -> Result<Json<AdminProductPage>, Problem> {
    let (page, mut filter) = (query.page(), query.filter());
    if let Some(search) = given(&query.search) {
        filter.search = Some(moderation::search(&app.pool, search).await.map_err(failed)?);
    }
    let total = moderation::count_products(&app.pool, &filter).await.map_err(failed)?;
    let ids = moderation::product_ids(&app.pool, &filter, total, page).await.map_err(failed)?;
    let products = catalog::seen_by_admins(&app.pool, &ids).await.map_err(failed)?;
    Ok(Json(AdminProductPage { products, pagination: ProductPagination::new(page, total) }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::events::ProductEvent;

    use crate::testing::{Goods, Market, Person, pluck};

    async fn names(market: &Market, root: &Person, query: &str) -> Vec<String> {
        let found = market.get_as(root, &format!("/admin/products?{query}")).await.ok();
        pluck(&found["products"], "name").into_iter().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn an_admin_sees_the_merchants_latest_version_and_the_decisions() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let tomato = market.product(&farm, Goods::default()).await;
        market.revise_product(tomato, "Plum Tomato").await;
        market.hand_in_certificate(&farm, tomato).await;
        let pear = market.new_product(&farm, Goods::named("Pear")).await;
        market.reject_product(pear, "Blurred picture").await;
        let found = market.get_as(&root, "/admin/products").await.ok();
        assert_eq!(pluck(&found["products"], "name"), ["Pear", "Plum Tomato"]);
        assert_eq!(pluck(&found["products"], "approvalStatus"), ["rejected", "resubmitted"]);
        assert_eq!(
            found["pagination"],
            json!({ "currentPage": 1, "totalPages": 1, "totalProducts": 2, "hasMore": false, "nextCursor": null })
        );
        assert_eq!(found["products"][0]["rejectionReason"], "Blurred picture");
        assert_eq!(found["products"][0]["approvalHistory"][0]["reason"], "Blurred picture");
        let plum = &found["products"][1];
        assert_eq!((&plum["_id"], &plum["revision"]), (&json!(tomato.to_string()), &json!(3)));
        assert_eq!(plum["organicCertificate"]["originalName"], "Organic 2026.pdf");
        assert_eq!(plum["inventory"], json!({ "quantity": 10, "unit": "pound", "lowStockThreshold": 5 }));
        assert_eq!(plum["merchant"]["businessInfo"]["businessName"], "Green Farm");
    }

    #[tokio::test]
    async fn a_search_finds_products_by_name_and_by_merchant() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05401").await;
        market.product(&green, Goods::named("River Trout")).await;
        market.product(&river, Goods::named("Pear")).await;
        market.product(&green, Goods::named("Plum")).await;
        for (search, expected) in [
            ("river", &["Pear", "River Trout"][..]),
            ("trout+RIV", &["River Trout"]),
            ("owner.of.green.farm@example.org", &["Plum", "River Trout"]),
            ("pe", &["Pear"]),
            ("ear", &[]),
            ("%3A%2A", &[]),
        ] {
            assert_eq!(names(&market, &root, &format!("search={search}")).await, expected, "{search}");
        }
    }

    #[tokio::test]
    async fn category_status_and_organic_claim_combine() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let milk = Goods { name: "Milk", category: "dairy", ..Goods::default() };
        market.new_product(&farm, milk).await;
        let pear = market.product(&farm, Goods::named("Pear")).await;
        let out = ProductEvent::ProductDeactivated { product_id: pear, by_admin: true, reason: None };
        market.product_event(pear, out).await;
        let plum = market.product(&farm, Goods::named("Plum")).await;
        market.revise_product(plum, "Organic Plum").await;
        let gone = market.product(&farm, Goods::named("Gone")).await;
        market.product_event(gone, ProductEvent::ProductDeleted { product_id: gone, reason: None }).await;
        for (query, expected) in [
            ("", &["Organic Plum", "Pear", "Milk"][..]),
            ("category=dairy", &["Milk"]),
            ("status=inactive", &["Pear"]),
            ("status=active", &["Organic Plum", "Milk"]),
            ("status=active&category=produce", &["Organic Plum"]),
            ("status=pending", &["Milk"]),
            ("status=resubmitted", &["Organic Plum"]),
            ("isOrganic=true", &["Organic Plum"]),
            ("isOrganic=false&status=inactive", &["Pear"]),
            ("isOrganic=perhaps&status=all&category=", &["Organic Plum", "Pear", "Milk"]),
        ] {
            assert_eq!(names(&market, &root, query).await, expected, "{query}");
        }
        market.product_event(pear, ProductEvent::ProductActivated { product_id: pear, reason: None }).await;
        assert!(names(&market, &root, "status=inactive").await.is_empty());
    }

    #[tokio::test]
    async fn pages_contain_every_product_once() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for name in ["A", "B", "C", "D", "E"] {
            market.new_product(&farm, Goods::named(name)).await;
        }
        let mut seen = Vec::new();
        for page in 1..=3 {
            seen.extend(names(&market, &root, &format!("limit=2&page={page}")).await);
        }
        assert_eq!(seen, ["E", "D", "C", "B", "A"]);
        let beyond = market.get_as(&root, "/admin/products?limit=2&page=4").await.ok();
        assert_eq!((&beyond["products"], &beyond["pagination"]["totalPages"]), (&json!([]), &json!(3)));
    }
}
