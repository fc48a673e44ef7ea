//! Letter to a customer: the receipt of a paid checkout. It cannot be switched off.

use shared_events::shop::{Amounts, DeliveryMethod, Line};

use super::{Block, Letter, facts, link, paragraph, sums};

/// The letter that confirms a checkout with all its orders.
pub fn letter(number: &str, lines: &[Line], amounts: &Amounts, delivery: DeliveryMethod) -> Letter {
    let blocks = vec![
        paragraph("Thank you for your order. It is paid, and its merchants have been told."),
        facts([("Order", number.to_owned()), ("Delivery method", delivery_method(delivery).to_owned())]),
        Block::Lines(lines.to_vec()),
        sums(amounts),
        paragraph("We will write again when something changes."),
        link("View your orders", "/dashboard/customer?tab=orders"),
    ];
    Letter::new(format!("Your order {number}"), blocks)
}

/// The name of the delivery method, as in the checkout.
pub(super) const fn delivery_method(method: DeliveryMethod) -> &'static str {
    match method {
        DeliveryMethod::Pickup => "Store Pickup",
        DeliveryMethod::StandardDelivery => "Standard Delivery",
        DeliveryMethod::SameDayDelivery => "Same Day Delivery",
    }
}
