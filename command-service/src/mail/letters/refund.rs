//! Letters to a customer: a refund. They cannot be switched off.

use shared_events::Cents;

use super::{Letter, link, paragraph};

/// The letter about the refund of one order.
pub fn of_order(number: &str, amount: Cents) -> Letter {
    let blocks = vec![
        paragraph(format!("We have refunded {amount} for your order {number}.")),
        paragraph("Depending on your bank it can take a few days until you see it."),
        link("View your orders", "/dashboard/customer?tab=orders"),
    ];
    Letter::new(format!("Refund for order {number}"), blocks)
}

/// The letter about a late payment: nothing was ordered, and everything is refunded.
pub fn of_checkout(number: &str, amount: Cents, why: Option<&str>) -> Letter {
    let mut blocks = vec![paragraph(format!(
        "Your order {number} could not be placed. We have refunded all of it: {amount}."
    ))];
    blocks.extend(super::reason(why));
    blocks.push(paragraph("Depending on your bank it can take a few days until you see it."));
    blocks.push(link("Browse products", "/products"));
    Letter::new(format!("Refund for order {number}"), blocks)
}
