//! Event histories of orders for tests.

use histories::{Order, Person, Product, customer, merchant, product};
use shared_events::{
    Cents, Personal,
    events::OrderEvent,
    ids::{AccountId, CheckoutId, OrderId, ProductId},
    shop::{DeliveryMethod, OrderStatus},
};
use uuid::Uuid;

pub(crate) fn order_id() -> OrderId {
    OrderId::new(Uuid::from_u128(0xd0))
}

pub(crate) fn customer_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xe0))
}

pub(crate) fn merchant_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xa0))
}

pub(crate) fn about(text: &str) -> Personal<String> {
    Personal::new(customer_id().uuid(), text.to_owned())
}

/// Two pounds of tomatoes at $3.50 each.
pub(crate) fn order(delivery_method: DeliveryMethod) -> Order {
    let (name, email) = ("Cora Customer".to_owned(), "cora@example.org".to_owned());
    let cora = Person { id: customer_id(), name, email, ..customer(0) };
    let farm = Person { id: merchant_id(), ..merchant(0) };
    let mut tomatoes = Product {
        id: ProductId::new(Uuid::from_u128(0xb0)),
        price: Cents(3_50),
        ..product(0).named("San Marzano Tomatoes").sold_by(&farm)
    };
    tomatoes.details.images.clear();
    Order {
        id: order_id(),
        checkout_id: CheckoutId::new(Uuid::from_u128(0xc0)),
        number: "GS-261121-7K2QF-1".to_owned(),
        parent_number: "GS-261121-7K2QF".to_owned(),
        merchant_name: "Meadow Farm".to_owned(),
        delivery_method,
        ..Order::new(0, &cora, &farm).of(vec![tomatoes.line("Meadow Farm", 2)])
    }
}

/// A history that ends in this status; `None` if the delivery method never reaches it.
pub(crate) fn history_to(status: OrderStatus, method: DeliveryMethod) -> Option<Vec<OrderEvent>> {
    let order = order(method);
    let pickup = method == DeliveryMethod::Pickup;
    let mut history = vec![order.placed()];
    let (confirmed, preparing) = (order.confirmed(), order.preparation_started());
    let on_its_way = if pickup { order.made_ready() } else { order.sent_out() };
    let delivered = order.delivered();
    history.extend(match status {
        OrderStatus::Pending => vec![],
        OrderStatus::Confirmed => vec![confirmed],
        OrderStatus::Preparing => vec![confirmed, preparing],
        OrderStatus::ReadyForPickup if pickup => vec![confirmed, preparing, on_its_way],
        OrderStatus::OutForDelivery if !pickup => vec![confirmed, preparing, on_its_way],
        OrderStatus::Shipped if !pickup => vec![confirmed, preparing, order.shipped("1Z999")],
        OrderStatus::ReadyForPickup | OrderStatus::OutForDelivery | OrderStatus::Shipped => return None,
        OrderStatus::Delivered => vec![confirmed, preparing, on_its_way, delivered],
        OrderStatus::Cancelled => vec![order.cancelled()],
        OrderStatus::Returned => {
            vec![confirmed, preparing, on_its_way, delivered, order.returned_for("It leaked")]
        }
    });
    Some(history)
}
