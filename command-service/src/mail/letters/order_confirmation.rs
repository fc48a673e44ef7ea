//! Letter to a customer: the receipt of a paid checkout. It cannot be switched off.

use chrono::NaiveDate;
use shared_events::shop::{Amounts, DeliveryMethod, Line};

use super::{Block, Letter, delivery_facts, link, paragraph, sums};

/// The letter that confirms a checkout with all its orders.
pub fn letter(
    number: &str,
    lines: &[Line],
    amounts: &Amounts,
    delivery: DeliveryMethod,
    promised_for: Option<NaiveDate>,
) -> Letter {
    let blocks = vec![
        paragraph("Thank you for your order. It is paid, and its merchants have been told."),
        delivery_facts(number, delivery, promised_for),
        Block::Lines(lines.to_vec()),
        sums(amounts),
        paragraph("We will write again when something changes."),
        link("View your orders", "/dashboard/customer?tab=orders"),
    ];
    Letter::new(format!("Your order {number}"), blocks)
}
