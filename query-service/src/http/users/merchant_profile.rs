//! `GET /users/{id}`: a merchant's public profile.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use service_kit::{
    Code, Problem,
    extract::{Json, Path},
    problem::ProblemBody,
};
use shared_events::{Role, ids::AccountId};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    App,
    model::{BusinessInfo, PublicAddress, Rating, RoleName},
    queries::{catalog, conversations, failed, orders},
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, conversations::VIEW, orders::VIEW];

/// The public data of a merchant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MerchantProfile {
    /// The account's id.
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same as `_id`.
    id: Uuid,
    /// The person's name.
    name: String,
    /// Always `merchant`.
    #[schema(value_type = RoleName)]
    role: Role,
    /// The day of the sign-up.
    created_at: DateTime<Utc>,
    /// The business.
    business_info: BusinessInfo,
    /// The merchant's public address.
    address: PublicAddress,
    /// The number of public products.
    product_count: i64,
    /// The rating over all of the merchant's products.
    rating: Rating,
    /// The number of orders that were neither cancelled nor returned.
    sales: i64,
    /// The share of conversations that the merchant has answered, in percent; null without conversations.
    #[schema(required)]
    response_rate: Option<i64>,
}

/// Show a merchant's public profile
#[utoipa::path(
    get,
    path = "/users/{id}",
    tag = "users",
    params(("id" = String, Path, description = "The merchant's account id")),
    responses((status = 200, body = MerchantProfile), (status = 404, body = ProblemBody)),
)]
pub(crate) async fn merchant_profile(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<MerchantProfile>, Problem> {
    let id: AccountId = id.parse().map_err(|_| not_found())?;
    let profile = app.catalog.profile(id).await?.ok_or_else(not_found)?;
    let sales = orders::sales(&app.pool, id).await.map_err(failed)?;
    let response_rate = conversations::response_rate(&app.pool, id).await.map_err(failed)?;
    let merchant = profile.merchant;
    Ok(Json(MerchantProfile {
        underscore_id: merchant.underscore_id,
        id: merchant.id,
        name: merchant.name,
        role: Role::Merchant,
        created_at: profile.opened_at,
        business_info: merchant.business_info,
        address: merchant.address,
        product_count: merchant.product_count,
        rating: merchant.rating,
        sales,
        response_rate,
    }))
}

fn not_found() -> Problem {
    Problem::new(Code::NotFound, "Merchant not found")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{Goods, Market};

    #[tokio::test]
    async fn a_profile_shows_the_business_and_nothing_private() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        let ada = market.customer("Ada").await;
        market.product(&farm, Goods::default()).await;
        let order = market.checkout(&ada, &[&farm, &farm]).await[0];
        let cancelled = shared_events::events::OrderEvent::OrderCancelled { order_id: order, reason: None };
        market.order_event(&ada, order, cancelled).await;
        let profile = market.get(&format!("/users/{}", farm.id)).await.ok();
        assert_eq!(profile["businessInfo"]["businessName"], "Green Farm");
        assert_eq!(
            profile["address"],
            json!({ "city": "Burlington", "state": "VT", "zipCode": "05401", "distance": null })
        );
        assert_eq!(profile["productCount"], 1);
        assert_eq!(profile["sales"], 1);
        assert_eq!(profile["responseRate"], json!(null));
        let conversation = market.conversation(&ada, &farm).await;
        for name in ["Bob", "Cleo"] {
            let person = market.customer(name).await;
            market.conversation(&person, &farm).await;
        }
        market.message(conversation, &farm, "Yes").await;
        assert_eq!(market.get(&format!("/users/{}", farm.id)).await.ok()["responseRate"], 33);
        let text = profile.to_string();
        assert!(
            !text.contains("example.org") && !text.contains("555-0100") && !text.contains("Mill Road"),
            "{text}"
        );
    }

    #[tokio::test]
    async fn only_approved_merchants_have_a_profile() {
        let mut market = Market::open().await;
        let new = market.new_merchant("New Farm", "05401").await;
        let rejected = market.merchant("Bad Farm", "05401").await;
        market.reject_merchant(&rejected, "No licence").await;
        let ada = market.customer("Ada").await;
        for id in [
            new.id.to_string(),
            rejected.id.to_string(),
            ada.id.to_string(),
            "x".to_owned(),
            "%00".to_owned(),
        ] {
            assert_eq!(
                market.get(&format!("/users/{id}")).await.refusal(),
                (404, "Merchant not found"),
                "{id}"
            );
        }
    }
}
