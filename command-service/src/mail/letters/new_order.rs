//! Letters to a merchant: an order was placed or cancelled.

use shared_events::{
    Cents,
    ids::OrderId,
    shop::{Amounts, DeliveryMethod, Line},
};

use super::{
    Block, Letter, facts, link, order_confirmation::delivery_method, paragraph, reason, sums_with_delivery,
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
) -> Letter {
    let fee = match amounts.delivery_fee {
        own if own == whole_fee => own.to_string(),
        own => format!("{own} (your share of {whole_fee})"),
    };
    let blocks = vec![
        paragraph("You have a new order. It is paid and waits for your confirmation."),
        facts([("Order", number.to_owned()), ("Delivery method", delivery_method(delivery).to_owned())]),
        Block::Lines(lines.to_vec()),
        sums_with_delivery(amounts, fee),
        link("View the order", format!("/orders/{order}")),
    ];
    Letter::new(format!("New order {number}"), blocks)
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
