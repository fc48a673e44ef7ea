//! The blocks that letters are built of.

use shared_events::shop::{Amounts, Line};

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
