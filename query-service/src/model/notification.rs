use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What somebody is told.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// The same as `id`.
    #[serde(rename = "_id")]
    pub underscore_id: String,
    /// Follows from the event that it is about.
    pub id: String,
    /// One of `product_approved`, `product_rejected`, `organic_approved`, `organic_rejected`, `order_status`,
    /// `merchant_approved`, `merchant_rejected` and `message`.
    #[serde(rename = "type")]
    pub kind: String,
    /// In a few words.
    pub title: String,
    /// In a sentence.
    pub message: String,
    /// When it happened.
    pub created_at: DateTime<Utc>,
    /// It was read.
    pub read: bool,
    /// The product that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub product_id: Option<Uuid>,
    /// The order that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_id: Option<Uuid>,
    /// The order's number, as its people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_number: Option<String>,
    /// The name of the product that it is about, or that the conversation is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub product_name: Option<String>,
    /// The conversation that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub conversation_id: Option<Uuid>,
}
