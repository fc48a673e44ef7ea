//! Letter to a customer: the status of an order has changed.

use domain::checkout::MoneyBack;
use shared_events::{
    events::PaidBackBy,
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
    /// How the customer gets the money of a cancelled or returned order back.
    pub money: MoneyBack,
    /// An admin has made the step in the merchant's place.
    pub by_admin: bool,
}

/// Why the step was not made by the merchant. The admin's reason follows.
pub(super) const BY_ADMIN: &str = "Our team has made this step in the merchant's place, for this reason:";

/// Where the money of a cancelled or returned order is.
const fn money_back(money: MoneyBack) -> &'static str {
    match money {
        MoneyBack::Refund => "Its money is on its way back to you.",
        MoneyBack::AfterDispute => {
            "Your bank disputes its payment. When the dispute has ended we refund what the bank has not paid back to you."
        }
        MoneyBack::PaidBack(PaidBackBy::Bank) => "Your bank has already paid its money back to you.",
        MoneyBack::PaidBack(PaidBackBy::Provider) => "Its money was already refunded to you.",
    }
}

/// The letter; `None` for an order that was just placed.
pub fn letter(change: &Change<'_>) -> Option<Letter> {
    let Change { number, merchant, .. } = change;
    let actor = if change.by_admin { "Our team" } else { change.merchant };
    let (word, sentence) = match change.status {
        OrderStatus::Pending => return None,
        OrderStatus::Confirmed => ("confirmed", format!("{actor} has confirmed your order {number}.")),
        OrderStatus::Preparing => ("being prepared", format!("{actor} is preparing your order {number}.")),
        OrderStatus::ReadyForPickup => {
            ("ready for pickup", format!("Your order {number} is ready for pickup at {merchant}."))
        }
        OrderStatus::OutForDelivery => {
            ("out for delivery", format!("Your order {number} from {merchant} is out for delivery."))
        }
        OrderStatus::Shipped => ("shipped", format!("{actor} has shipped your order {number}.")),
        OrderStatus::Delivered => {
            ("delivered", format!("Your order {number} from {merchant} has been delivered. Enjoy!"))
        }
        OrderStatus::Cancelled => (
            "cancelled",
            format!("Your order {number} from {merchant} was cancelled. {}", money_back(change.money)),
        ),
        OrderStatus::Returned => (
            "returned",
            format!("Your order {number} from {merchant} was returned. {}", money_back(change.money)),
        ),
    };
    let mut blocks = vec![paragraph(sentence)];
    if change.by_admin {
        blocks.push(paragraph(BY_ADMIN));
    }
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
