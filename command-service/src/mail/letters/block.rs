//! The blocks that letters are built of.

use chrono::NaiveDate;
use shared_events::shop::{Amounts, DeliveryMethod, Line};

/// A part of a letter. Its content is plain text and always escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A sentence or two by the shop.
    Paragraph(String),
    /// A text by a user.
    Quote(String),
    /// Pairs of names and values.
    Facts(Vec<(String, String)>),
    /// The items of an order.
    Lines(Vec<Line>),
    /// The only action of a letter: a label, and a path on this site.
    Link(String, String),
}

pub(super) fn paragraph(text: impl Into<String>) -> Block {
    Block::Paragraph(text.into())
}

/// The quoted reason, if there is one.
pub(super) fn reason(text: Option<&str>) -> Vec<Block> {
    let given = text.map(str::trim).filter(|text| !text.is_empty());
    given.map(|text| Block::Quote(text.to_owned())).into_iter().collect()
}

pub(super) fn link(label: &str, path: impl Into<String>) -> Block {
    Block::Link(label.to_owned(), path.into())
}

pub(super) fn facts<const N: usize>(facts: [(&str, String); N]) -> Block {
    Block::Facts(facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The order's number, and how and when it is delivered.
pub(super) fn delivery_facts(number: &str, method: DeliveryMethod, promised_for: Option<NaiveDate>) -> Block {
    let method = match method {
        DeliveryMethod::Pickup => "Store Pickup",
        DeliveryMethod::StandardDelivery => "Standard Delivery",
        DeliveryMethod::SameDayDelivery => "Same Day Delivery",
    };
    let known = [("Order", number.to_owned()), ("Delivery method", method.to_owned())];
    let day = promised_for.map(|day| ("Promised for", day.format("%A, %B %-d, %Y").to_string()));
    Block::Facts(known.into_iter().chain(day).map(|(name, value)| (name.to_owned(), value)).collect())
}

pub(super) fn sums(amounts: &Amounts) -> Block {
    sums_with_delivery(amounts, amounts.delivery_fee.to_string())
}

pub(super) fn sums_with_delivery(amounts: &Amounts, delivery: String) -> Block {
    facts([
        ("Subtotal", amounts.subtotal.to_string()),
        ("Delivery", delivery),
        ("Tax", amounts.tax.to_string()),
        ("Total", amounts.total.to_string()),
    ])
}
