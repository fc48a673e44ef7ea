//! The texts of notifications. They contain no personal data, because they may outlive the person.

use shared_events::{
    Cents,
    events::{AccountEvent, OrderEvent, PaidBackBy, ProductEvent},
    ids::AccountId,
};

/// The title and the message of a notification.
pub(super) type Text = (&'static str, String);

/// The text to a merchant about an admin's decision on the account.
pub(super) fn about_account(event: &AccountEvent) -> Option<Text> {
    Some(match event {
        AccountEvent::MerchantApproved { .. } => (
            "Merchant account approved",
            "Your merchant account has been approved. Your approved products are visible to customers."
                .to_owned(),
        ),
        AccountEvent::MerchantRejected { reason, .. } => {
            ("Merchant account rejected", format!("Your merchant account has not been approved: {reason}"))
        }
        _ => return None,
    })
}

/// The text to a merchant about an admin's decision on a product of this name.
pub(super) fn about_product(event: &ProductEvent, name: &str) -> Option<Text> {
    Some(match event {
        ProductEvent::ProductApproved { .. } => {
            ("Product approved", format!("{name} has been approved and can be sold."))
        }
        ProductEvent::ProductRejected { reason, .. } => {
            ("Product rejected", format!("{name} has not been approved: {reason}"))
        }
        ProductEvent::OrganicCertificateApproved { .. } => {
            ("Organic certificate approved", format!("The organic certificate of {name} has been approved."))
        }
        ProductEvent::OrganicCertificateRejected { reason, .. } => (
            "Organic certificate rejected",
            format!("The organic certificate of {name} has not been approved: {reason}"),
        ),
        _ => return None,
    })
}

/// The facts about an order that the texts to its customer and merchant use.
pub(super) struct OrderFacts<'a> {
    pub(super) number: &'a str,
    pub(super) merchant: &'a str,
    pub(super) customer_id: AccountId,
}

/// The text to an order's customer or merchant.
pub(super) fn about_order(event: &OrderEvent, order: &OrderFacts<'_>, recipient: AccountId) -> Text {
    let OrderFacts { number, merchant, customer_id } = order;
    if recipient != *customer_id
        && !matches!(event, OrderEvent::OrderPlaced { .. } | OrderEvent::OrderCancelled { .. })
    {
        return ("Order changed by our team", format!("Our team has changed order {number} in your place."));
    }
    match event {
        OrderEvent::OrderPlaced { .. } => {
            ("New order", format!("Order {number} waits for your confirmation."))
        }
        OrderEvent::OrderConfirmed { .. } => {
            ("Order confirmed", format!("{merchant} has confirmed your order {number}."))
        }
        OrderEvent::PreparationStarted { .. } => {
            ("Order in preparation", format!("{merchant} is preparing your order {number}."))
        }
        OrderEvent::OrderMadeReady { .. } => {
            ("Order ready for pickup", format!("Your order {number} is ready for pickup at {merchant}."))
        }
        OrderEvent::OrderSentOut { .. } => {
            ("Order out for delivery", format!("Your order {number} from {merchant} is out for delivery."))
        }
        OrderEvent::OrderShipped { .. } => {
            ("Order shipped", format!("{merchant} has shipped your order {number}."))
        }
        OrderEvent::OrderDelivered { .. } => {
            ("Order delivered", format!("Your order {number} from {merchant} has been delivered."))
        }
        OrderEvent::OrderCancelled { .. } if recipient == *customer_id => {
            ("Order cancelled", format!("Your order {number} from {merchant} was cancelled."))
        }
        OrderEvent::OrderCancelled { .. } => ("Order cancelled", format!("Order {number} was cancelled.")),
        OrderEvent::OrderReturned { .. } => {
            ("Order returned", format!("Your order {number} from {merchant} was returned."))
        }
        OrderEvent::OrderRefunded { amount, rest_paid_back_by: Some(by), .. } if *amount == Cents::ZERO => {
            let by = match by {
                PaidBackBy::Bank => "Your bank has paid the money of your order",
                PaidBackBy::Provider => "We had already paid the money of your order",
            };
            ("Nothing left to refund", format!("{by} {number} back to you."))
        }
        OrderEvent::OrderRefunded { amount, .. } => {
            ("Refund issued", format!("{amount} was refunded for your order {number}."))
        }
    }
}

/// The text to the recipient of a message about a product.
pub(super) fn about_message(product: &str) -> Text {
    ("New message", format!("You have a new message about {product}."))
}
