//! Letters to a customer: a refund. They cannot be switched off.

use shared_events::{Cents, events::PaidBackBy};

use super::{Letter, link, paragraph};

/// The letter about the refund of one order, a part of which others may have paid back before.
pub fn of_order(number: &str, amount: Cents, rest_paid_back_by: Option<PaidBackBy>) -> Letter {
    let mut blocks = Vec::new();
    if amount > Cents::ZERO {
        blocks.push(paragraph(format!("We have refunded {amount} for your order {number}.")));
        blocks.push(paragraph("Depending on your bank it can take a few days until you see it."));
    }
    blocks.extend(rest_paid_back_by.map(|by| {
        let rest = if amount > Cents::ZERO { "the rest of its money" } else { "its money" };
        let told = match by {
            PaidBackBy::Bank => {
                format!("Your bank had disputed the payment of your order {number}, and has paid")
            }
            PaidBackBy::Provider => format!("Before the end of your order {number}, we had already paid"),
        };
        paragraph(format!("{told} {rest} back to you. There is nothing left to refund."))
    }));
    blocks.push(link("View your orders", "/dashboard/customer?tab=orders"));
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
