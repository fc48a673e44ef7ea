//! Reviews.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A review of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The review's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The product's id.
    pub product_id: Uuid,
    /// The author.
    pub customer: Reviewer,
    /// The stars: 1 to 5.
    pub rating: i64,
    /// The text; empty after the erasure of the customer.
    pub comment: String,
    /// When the review was written.
    pub created_at: DateTime<Utc>,
    /// The merchant's reply.
    #[schema(required)]
    pub reply: Option<ReviewReply>,
    /// The product; only in the list for its merchant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<ReviewedProduct>,
}

/// The public data of a review's author.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reviewer {
    /// The account's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The person's name; `Deleted user` after the erasure.
    pub name: String,
}

/// A merchant's reply to a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewReply {
    /// The text; empty after the erasure of the merchant.
    pub text: String,
    /// When the reply was written.
    pub created_at: DateTime<Utc>,
}

/// What a list of reviews shows of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReviewedProduct {
    /// The product's id.
    #[serde(rename = "_id")]
    pub underscore_id: Uuid,
    /// The same as `_id`.
    pub id: Uuid,
    /// The public name; empty for a deleted product.
    pub name: String,
    /// The path of its first picture.
    #[schema(required)]
    pub image: Option<String>,
}
