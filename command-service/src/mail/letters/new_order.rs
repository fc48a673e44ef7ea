//! Letters to a merchant: an order was placed or cancelled, or an admin has acted in the merchant's place.

use chrono::NaiveDate;
use shared_events::{
    Cents,
    ids::OrderId,
    shop::{Amounts, DeliveryMethod, Line, OrderStatus},
};

use super::{
    Block, Letter, delivery_facts, link, order_status::BY_ADMIN, paragraph, reason, sums_with_delivery,
};

/// The letter about one merchant's new order. `whole_fee` is the delivery fee of the checkout, which its
/// merchants share.
pub fn letter(
    order: OrderId,
    number: &str,
    lines: &[Line],
    amounts: &Amounts,
    whole_fee: Cents,
    delivery: DeliveryMethod,
    promised_for: Option<NaiveDate>,
) -> Letter {
    let fee = match amounts.delivery_fee {
        own if own == whole_fee => own.to_string(),
        own => format!("{own} (your share of {whole_fee})"),
    };
    let blocks = vec![
        paragraph("You have a new order. It is paid and waits for your confirmation."),
        delivery_facts(number, delivery, promised_for),
        Block::Lines(lines.to_vec()),
        sums_with_delivery(amounts, fee),
        link("View the order", format!("/orders/{order}")),
    ];
    Letter::new(format!("New order {number}"), blocks)
}

/// The letter about a step that an admin has made in the merchant's place, with the reason.
pub fn changed_by_admin(order: OrderId, number: &str, status: OrderStatus, why: Option<&str>) -> Letter {
    let words = status.as_str().replace('-', " ");
    let mut blocks = vec![paragraph(format!("Order {number} is now {words}.")), paragraph(BY_ADMIN)];
    blocks.extend(reason(why));
    if status == OrderStatus::Cancelled {
        blocks.push(paragraph("The customer is refunded, and its units are back in your stock."));
    }
    blocks.push(link("View the order", format!("/orders/{order}")));
    Letter::new(format!("Order {number} was changed by our team"), blocks)
}

/// The letter about an order that its customer cancelled, with the reason.
pub fn cancelled(order: OrderId, number: &str, why: Option<&str>) -> Letter {
    let mut blocks = vec![paragraph(format!(
        "The customer has cancelled order {number}. Its units are back in your stock."
    ))];
    blocks.extend(reason(why));
    blocks.push(link("View the order", format!("/orders/{order}")));
    Letter::new(format!("Order {number} was cancelled"), blocks)
}
