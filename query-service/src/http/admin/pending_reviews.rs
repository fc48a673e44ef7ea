//! `GET /admin/pending`: what waits for an admin's decision.

use axum::extract::State;
use serde::Serialize;
use service_kit::{Problem, caller::Admin, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use crate::{
    App,
    http::shapes::{PendingProduct, User},
    queries::{accounts, failed, moderation},
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW, moderation::VIEW];

/// Everything that waits for an admin, oldest first. Nothing of a deactivated merchant waits before the merchant is back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PendingReviews {
    /// Merchants that nobody has decided about.
    pending_merchants: Vec<User>,
    /// Products with an organic certificate that nobody has decided about.
    pending_organic: Vec<PendingProduct>,
    /// Products that are new or were resubmitted.
    pending_products: Vec<PendingProduct>,
}

/// What waits for an admin
#[utoipa::path(
    get,
    path = "/admin/pending",
    tag = "admin",
    responses(
        (status = 200, body = PendingReviews),
        (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn pending_reviews(
    State(app): State<App>,
    Admin(_admin): Admin,
) -> Result<Json<PendingReviews>, Problem> {
    Ok(Json(PendingReviews {
        pending_merchants: moderation::pending_merchants(&app.pool).await.map_err(failed)?,
        pending_organic: moderation::pending_certificates(&app.pool).await.map_err(failed)?,
        pending_products: moderation::pending_products(&app.pool).await.map_err(failed)?,
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn those_who_wait_longest_come_first_until_they_are_decided() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let first = market.new_merchant("First Farm", "05401").await;
        market.new_merchant("Second Farm", "05404").await;
        market.new_product(&first, Goods::default()).await;
        market.product(&first, Goods::named("Decided")).await;
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        assert_eq!(pluck(&pending["pendingMerchants"], "businessName"), ["First Farm", "Second Farm"]);
        assert_eq!(pending["pendingMerchants"][0]["businessInfo"]["isApproved"], false);
        assert_eq!(pluck(&pending["pendingProducts"], "name"), ["Heirloom Tomato"]);
        let merchant = &pending["pendingProducts"][0]["merchant"];
        assert_eq!(merchant["businessInfo"], json!({ "businessName": "First Farm", "isApproved": false }));
        assert_eq!(pending["pendingOrganic"], json!([]));
        market.approve_merchant(&first).await;
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        assert_eq!(pluck(&pending["pendingMerchants"], "businessName"), ["Second Farm"]);
        assert_eq!(pending["pendingProducts"][0]["merchant"]["businessInfo"]["isApproved"], true);
    }

    #[tokio::test]
    async fn changes_and_certificates_wait_for_themselves() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let id = market.product(&farm, Goods::default()).await;
        let plain = market.product(&farm, Goods::default()).await;
        market.hand_in_certificate(&farm, plain).await;
        market.hand_in_certificate(&farm, id).await;
        market.revise_product(id, "Plum Tomato").await;
        let pending = market.get_as(&root, "/admin/pending").await.ok();
        for list in ["pendingProducts", "pendingOrganic"] {
            assert_eq!(pluck(&pending[list], "name"), ["Plum Tomato"], "{list}");
            let product = &pending[list][0];
            assert_eq!(
                (&product["revision"], &product["approvalStatus"]),
                (&json!(2), &json!("resubmitted"))
            );
            assert_eq!(product["organicCertificate"]["originalName"], "Organic 2026.pdf");
        }
        let stats = market.get_as(&root, "/admin/stats").await.ok();
        assert_eq!((&stats["pendingOrganic"], &stats["pendingProducts"]), (&json!(1), &json!(1)));
    }

    #[tokio::test]
    async fn nothing_of_a_deactivated_merchant_waits_before_the_merchant_is_back() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let new = market.new_merchant("New Farm", "05401").await;
        let known = market.merchant("Known Farm", "05404").await;
        market.new_product(&known, Goods::default()).await;
        let claimed = market.product(&known, Goods::default()).await;
        market.revise_product(claimed, "Plum Tomato").await;
        market.hand_in_certificate(&known, claimed).await;
        let waiting = async |market: &Market| {
            let pending = market.get_as(&root, "/admin/pending").await.ok();
            let stats = market.get_as(&root, "/admin/stats").await.ok();
            ["Merchants", "Products", "Organic"].map(|kind| {
                let listed = pending[format!("pending{kind}")].as_array().unwrap().len();
                assert_eq!(stats[format!("pending{kind}")], listed, "{kind}");
                listed
            })
        };
        assert_eq!(waiting(&market).await, [1, 2, 1]);
        market.deactivate(&new).await;
        market.deactivate(&known).await;
        assert_eq!(waiting(&market).await, [0, 0, 0]);
        market.reactivate(&new).await;
        market.reactivate(&known).await;
        assert_eq!(waiting(&market).await, [1, 2, 1]);
    }

    #[tokio::test]
    async fn it_is_for_admins() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for path in ["/admin/pending", "/admin/stats"] {
            assert_eq!(market.get(path).await.refusal().0, 401);
            assert_eq!(market.get_as(&farm, path).await.refusal().0, 403);
        }
    }
}
