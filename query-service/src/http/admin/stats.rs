//! `GET /admin/stats`: the numbers of accounts, products and pending approvals.

use axum::extract::State;
use serde::Serialize;
use service_kit::{Problem, caller::Admin, extract::Json};
use utoipa::ToSchema;

use crate::{
    App,
    queries::{accounts, failed, moderation},
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW, moderation::VIEW];

/// The numbers of accounts, products and pending approvals.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AdminStats {
    /// The number of accounts.
    total_users: i64,
    /// The number of merchants.
    total_merchants: i64,
    /// The number of customers.
    total_customers: i64,
    /// The number of products.
    total_products: i64,
    /// The number of merchants without a decision.
    pending_merchants: i64,
    /// The number of organic certificates without a decision.
    pending_organic: i64,
    /// The number of new and resubmitted products.
    pending_products: i64,
}

/// Count accounts, products and pending approvals
#[utoipa::path(
    get,
    path = "/admin/stats",
    tag = "admin",
    responses(
        (status = 200, body = AdminStats),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn stats(State(app): State<App>, Admin(_admin): Admin) -> Result<Json<AdminStats>, Problem> {
    let accounts = accounts::totals(&app.pool).await.map_err(failed)?;
    let moderation = moderation::totals(&app.pool).await.map_err(failed)?;
    Ok(Json(AdminStats {
        total_users: accounts.users,
        total_merchants: accounts.merchants,
        total_customers: accounts.customers,
        total_products: moderation.all_products,
        pending_merchants: moderation.merchants,
        pending_organic: moderation.certificates,
        pending_products: moderation.products,
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market};

    #[tokio::test]
    async fn everything_is_counted_once() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        market.customer("Ada").await;
        let farm = market.merchant("Green Farm", "05401").await;
        market.new_merchant("New Farm", "05401").await;
        market.product(&farm, Goods::default()).await;
        market.new_product(&farm, Goods::default()).await;
        assert_eq!(
            market.get_as(&root, "/admin/stats").await.ok(),
            json!({
                "totalUsers": 4, "totalMerchants": 2, "totalCustomers": 1, "totalProducts": 2, "pendingMerchants": 1,
                "pendingOrganic": 0, "pendingProducts": 1,
            })
        );
    }
}
