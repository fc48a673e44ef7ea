//! Reviews.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What a buyer said about a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The review.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// The product.
    pub product_id: Uuid,
    /// Who wrote it.
    pub customer: Reviewer,
    /// 1 to 5.
    pub rating: i64,
    /// Nothing when the customer has been erased.
    pub comment: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// What the merchant answered.
    #[schema(required)]
    pub reply: Option<ReviewReply>,
}

/// A buyer as everybody sees one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reviewer {
    /// The account.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same.
    pub id: Uuid,
    /// `Deleted user` when the person has been erased.
    pub name: String,
}

/// A merchant's answer to a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewReply {
    /// Nothing when the merchant has been erased.
    pub text: String,
    /// When.
    pub created_at: DateTime<Utc>,
}
