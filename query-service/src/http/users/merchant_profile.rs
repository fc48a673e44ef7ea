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
    http::shapes::{BusinessInfo, PublicAddress, Rating, RoleName},
    queries::{catalog, failed, orders},
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, orders::VIEW];

/// What anybody may know of a merchant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MerchantProfile {
    /// The account.
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same.
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
    /// Where it is.
    address: PublicAddress,
    /// Public products.
    product_count: i64,
    /// Over all its products.
    rating: Rating,
    /// Orders that were placed and neither cancelled nor returned.
    sales: i64,
    /// Share of conversations that were answered, in percent; null when nobody has asked yet.
    #[schema(required)]
    response_rate: Option<i64>,
}

/// A merchant's public profile
#[utoipa::path(
    get,
    path = "/users/{id}",
    tag = "users",
    params(("id" = String, Path, description = "The merchant's account")),
    responses((status = 200, body = MerchantProfile), (status = 404, body = ProblemBody)),
)]
pub(crate) async fn merchant_profile(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<MerchantProfile>, Problem> {
    let id: AccountId = id.parse().map_err(|_| not_found())?;
    let profile = catalog::profile(&app.pool, id).await.map_err(failed)?.ok_or_else(not_found)?;
    let sales = orders::sales(&app.pool, id).await.map_err(failed)?;
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
        // No event speaks of conversations yet.
        response_rate: None,
    }))
}

fn not_found() -> Problem {
    Problem::new(Code::NotFound, "Merchant not found")
}
