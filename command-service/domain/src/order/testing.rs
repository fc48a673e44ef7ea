//! Event histories of orders for tests.

use shared_events::{
    Cents, Personal,
    events::OrderEvent,
    ids::{AccountId, CheckoutId, OrderId, ProductId},
    shop::{Amounts, BillingDetails, DeliveryMethod, Line, OrderStatus, ShippingDetails, Tracking},
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

pub(crate) fn amounts() -> Amounts {
    Amounts { subtotal: Cents(7_00), tax: Cents(56), delivery_fee: Cents(0), total: Cents(7_56) }
}

pub(crate) fn placed(delivery_method: DeliveryMethod) -> OrderEvent {
    let customer = customer_id().uuid();
    OrderEvent::OrderPlaced {
        order_id: order_id(),
        checkout_id: CheckoutId::new(Uuid::from_u128(0xc0)),
        number: "GS-261121-7K2QF-1".to_owned(),
        parent_number: "GS-261121-7K2QF".to_owned(),
        customer_id: customer_id(),
        customer_name: Personal::new(customer, "Cora Customer".to_owned()),
        customer_email: Personal::new(customer, "cora@example.org".to_owned()),
        merchant_id: merchant_id(),
        merchant_name: "Meadow Farm".to_owned(),
        merchant_address: None,
        lines: vec![Line {
            product_id: ProductId::new(Uuid::from_u128(0xb0)),
            merchant_id: merchant_id(),
            merchant_name: "Meadow Farm".to_owned(),
            name: "San Marzano Tomatoes".to_owned(),
            unit: "pound".to_owned(),
            image_url: None,
            price: Cents(3_50),
            quantity: 2,
        }],
        amounts: amounts(),
        delivery_method,
        shipping: Personal::new(customer, ShippingDetails::default()),
        billing: Personal::new(customer, BillingDetails::default()),
    }
}

/// A history that ends in this status; `None` if the delivery method never reaches it.
pub(crate) fn history_to(status: OrderStatus, method: DeliveryMethod) -> Option<Vec<OrderEvent>> {
    let order_id = order_id();
    let pickup = method == DeliveryMethod::Pickup;
    let tracking = Tracking { tracking_number: Some("1Z999".to_owned()), tracking_url: None };
    let mut history = vec![placed(method)];
    let (confirmed, preparing) = (
        OrderEvent::OrderConfirmed { order_id, note: None },
        OrderEvent::PreparationStarted { order_id, note: None },
    );
    let on_its_way = if pickup {
        OrderEvent::OrderMadeReady { order_id, note: None }
    } else {
        OrderEvent::OrderSentOut { order_id, tracking: Tracking::default(), note: None }
    };
    let delivered = OrderEvent::OrderDelivered { order_id, note: None };
    history.extend(match status {
        OrderStatus::Pending => vec![],
        OrderStatus::Confirmed => vec![confirmed],
        OrderStatus::Preparing => vec![confirmed, preparing],
        OrderStatus::ReadyForPickup if pickup => vec![confirmed, preparing, on_its_way],
        OrderStatus::OutForDelivery if !pickup => vec![confirmed, preparing, on_its_way],
        OrderStatus::Shipped if !pickup => {
            vec![confirmed, preparing, OrderEvent::OrderShipped { order_id, tracking, note: None }]
        }
        OrderStatus::ReadyForPickup | OrderStatus::OutForDelivery | OrderStatus::Shipped => return None,
        OrderStatus::Delivered => vec![confirmed, preparing, on_its_way, delivered],
        OrderStatus::Cancelled => vec![OrderEvent::OrderCancelled { order_id, reason: None }],
        OrderStatus::Returned => {
            let returned = OrderEvent::OrderReturned { order_id, reason: about("It leaked") };
            vec![confirmed, preparing, on_its_way, delivered, returned]
        }
    });
    Some(history)
}
