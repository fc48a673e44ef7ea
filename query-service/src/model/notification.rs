use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::OrderRole;

/// A notification to a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// The same as `id`.
    #[serde(rename = "_id")]
    pub underscore_id: String,
    /// The notification's id, derived from its event.
    pub id: String,
    /// One of `product_approved`, `product_rejected`, `organic_approved`, `organic_rejected`, `order_status`,
    /// `merchant_approved`, `merchant_rejected` and `message`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The title: a few words.
    pub title: String,
    /// The message: a sentence.
    pub message: String,
    /// When it happened.
    pub created_at: DateTime<Utc>,
    /// Whether the notification was read.
    pub read: bool,
    /// The product that the notification is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub product_id: Option<Uuid>,
    /// The order that the notification is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_id: Option<Uuid>,
    /// The order's number, as shown to people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_number: Option<String>,
    /// The recipient's role in the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub role: Option<OrderRole>,
    /// The name of the product that the notification or its conversation is about; `your question to our support` in a
    /// conversation with the shop's support.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub product_name: Option<String>,
    /// The conversation that the notification is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub conversation_id: Option<Uuid>,
}
