//! The events that led to the present state of an order or a product, as operators see them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::EventHead;

/// The kind of thing to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WhyKind {
    /// An order, with the payment that it came from.
    Order,
    /// A product, with its stock.
    Product,
}

/// The events that led to the present state of an order or a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// Whether it is an order or a product.
    pub kind: WhyKind,
    /// The id of the order or product.
    pub id: Uuid,
    /// The events, oldest first.
    pub reasons: Vec<Reason>,
    /// The number of earlier events that are left out: each stream's newest 200 are returned.
    pub left_out: u64,
}

/// An event, and the fields that it set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reason {
    /// The event.
    pub event: EventHead,
    /// What happened, in a sentence.
    #[schema(example = "The merchant confirmed the order.")]
    pub sentence: String,
    /// The fields that it set.
    pub fields: Vec<FieldSet>,
}

/// A field that an event has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldSet {
    /// The field's name, in plain words.
    #[schema(example = "Price")]
    pub name: String,
    /// The value before; null when there was none, or it is masked.
    #[schema(required, example = "$3.50")]
    pub before: Option<String>,
    /// The value after; null when there is none, or it is masked.
    #[schema(required, example = "$4.00")]
    pub after: Option<String>,
    /// Whether the values are personal data and are masked.
    pub masked: bool,
}
