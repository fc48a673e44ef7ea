//! Letter to a customer: the status of an order has changed.

use shared_events::{
    ids::OrderId,
    shop::{OrderStatus, Tracking},
};

use super::{Block, Letter, link, paragraph, reason};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<'a> {
    pub order: OrderId,
    pub number: &'a str,
    /// The business name.
    pub merchant: &'a str,
    /// The new status.
    pub status: OrderStatus,
    /// Text by the merchant, or by the person who cancelled.
    pub note: Option<&'a str>,
    /// Tracking details of a shipped order.
    pub tracking: Tracking,
}

/// The letter; `None` for an order that was just placed.
pub fn letter(change: &Change<'_>) -> Option<Letter> {
    let Change { number, merchant, .. } = change;
    let (word, sentence) = match change.status {
        OrderStatus::Pending => return None,
        OrderStatus::Confirmed => ("confirmed", format!("{merchant} has confirmed your order {number}.")),
        OrderStatus::Preparing => ("being prepared", format!("{merchant} is preparing your order {number}.")),
        OrderStatus::ReadyForPickup => {
            ("ready for pickup", format!("Your order {number} is ready for pickup at {merchant}."))
        }
        OrderStatus::OutForDelivery => {
            ("out for delivery", format!("Your order {number} from {merchant} is out for delivery."))
        }
        OrderStatus::Shipped => ("shipped", format!("{merchant} has shipped your order {number}.")),
        OrderStatus::Delivered => {
            ("delivered", format!("Your order {number} from {merchant} has been delivered. Enjoy!"))
        }
        OrderStatus::Cancelled => (
            "cancelled",
            format!(
                "Your order {number} from {merchant} was cancelled. Its money is on its way back to you."
            ),
        ),
        OrderStatus::Returned => (
            "returned",
            format!("Your order {number} from {merchant} was returned. Its money is on its way back to you."),
        ),
    };
    let mut blocks = vec![paragraph(sentence)];
    blocks.extend(reason(change.note));
    let tracking = [
        ("Tracking number", &change.tracking.tracking_number),
        ("Tracking page", &change.tracking.tracking_url),
    ];
    let tracking: Vec<(String, String)> = tracking
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    if !tracking.is_empty() {
        blocks.push(Block::Facts(tracking));
    }
    blocks.push(link("View your order", format!("/orders/{}", change.order)));
    Some(Letter::new(format!("Your order {number} is {word}"), blocks))
}
