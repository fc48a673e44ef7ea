//! `GET /auth/me`: the account behind the token.

use axum::extract::State;
use service_kit::{Problem, caller::Caller, extract::Json};

use crate::{
    App,
    model::User,
    queries::{accounts, failed},
};

pub(super) const VIEWS: &[&str] = &[accounts::VIEW];

/// Show the caller's account
#[utoipa::path(
    get,
    path = "/auth/me",
    tag = "auth",
    responses((status = 200, body = User)),
    security(("bearer" = [])),
)]
pub(crate) async fn me(State(app): State<App>, caller: Caller) -> Result<Json<User>, Problem> {
    let found = accounts::user(&app.pool, caller.account).await.map_err(failed)?;
    found.map(Json).ok_or_else(Problem::unauthenticated)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_customer_sees_itself_without_a_business() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let user = market.get_as(&ada, "/auth/me").await.ok();
        assert_eq!(
            user,
            json!({
                "_id": ada.id, "id": ada.id, "name": "Ada", "email": "ada@example.org", "emailVerified": true,
                "role": "customer",
                "avatar": null, "isActive": true, "createdAt": "2026-09-21T14:14:20Z", "revision": 1,
                "preferences": {"revision": 1, "email": {
                    "product_approved": true, "product_rejected": true, "organic_approved": true,
                    "organic_rejected": true, "order_status": true, "merchant_approved": true,
                    "merchant_rejected": true, "message": true,
                }},
            })
        );
    }

    #[tokio::test]
    async fn a_merchant_sees_the_admins_decision() {
        let mut market = Market::open().await;
        let farm = market.new_merchant("Green Farm", "05401").await;
        let user = market.get_as(&farm, "/auth/me").await.ok();
        assert_eq!(user["businessInfo"]["approvalStatus"], "pending");
        assert_eq!(user["phone"], "802-555-0100");
        assert_eq!(user["address"]["street"], "1 Mill Road");
        market.reject_merchant(&farm, "No licence").await;
        let business = &market.get_as(&farm, "/auth/me").await.ok()["businessInfo"];
        assert_eq!(business["isApproved"], false);
        assert_eq!(business["approvalReason"], "No licence");
        assert_eq!(
            business["businessPhoto"],
            json!({ "url": "/uploads/farm.webp", "filename": "farm.webp" })
        );
        let user = market.get_as(&farm, "/auth/me").await.ok();
        assert_eq!(user["avatar"], json!({ "url": "/uploads/farm.webp" }));
    }

    #[tokio::test]
    async fn an_owner_sees_the_verified_and_the_unverified_address() {
        let mut market = Market::open().await;
        let ada = market.customer("Ada").await;
        let addresses = async |market: &Market| {
            let user = market.get_as(&ada, "/auth/me").await.ok();
            json!([user["email"], user["emailVerified"], user["pendingEmail"]])
        };
        market.email_verification_requested(&ada).await;
        assert_eq!(addresses(&market).await, json!(["ada@example.org", false, null]));
        market.email_change_requested(&ada, "ada@dale.example").await;
        assert_eq!(addresses(&market).await, json!(["ada@example.org", false, "ada@dale.example"]));
        let exported = market.get_as(&ada, "/users/me/export").await.ok();
        assert_eq!(exported["user"]["pendingEmail"], "ada@dale.example");
        market.email_changed(&ada, "ada@dale.example").await;
        assert_eq!(addresses(&market).await, json!(["ada@dale.example", true, null]));
    }

    #[tokio::test]
    async fn a_request_without_a_token_is_refused() {
        let market = Market::open().await;
        let answer = market.get("/auth/me").await;
        assert_eq!(answer.refusal(), (401, "Please log in to continue"));
        let answer = market.send("/auth/me", &[("Authorization", "Bearer nonsense")]).await;
        assert_eq!(answer.refusal().0, 401);
    }
}
