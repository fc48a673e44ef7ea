//! The events that led to the present state of an order or a product, as operators see them.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::EventHead;

/// What can be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WhyKind {
    /// An order, with the payment that it came from.
    Order,
    /// A product, with its stock.
    Product,
}

/// The events that made a thing as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// What kind of thing it is.
    pub kind: WhyKind,
    /// Which one.
    pub id: Uuid,
    /// Oldest first.
    pub reasons: Vec<Reason>,
    /// How many earlier events are left out: of each stream the newest 200 are told.
    pub left_out: u64,
}

/// An event and what it did to the thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reason {
    /// The event.
    pub event: EventHead,
    /// What happened, in plain words.
    #[schema(example = "The merchant confirmed the order.")]
    pub sentence: String,
    /// What it set, field by field.
    pub fields: Vec<FieldSet>,
}

/// A field that an event has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldSet {
    /// The field, in plain words.
    #[schema(example = "Price")]
    pub name: String,
    /// Its value before; null: it had none, or it is masked.
    #[schema(required, example = "$3.50")]
    pub before: Option<String>,
    /// Its value since; null: it has none any more, or it is masked.
    #[schema(required, example = "$4.00")]
    pub after: Option<String>,
    /// The values are personal data and are not told.
    pub masked: bool,
}
