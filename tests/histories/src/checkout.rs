//! Checkouts, and the events of their payments.

use chrono::{DateTime, Utc};
use shared_events::{
    Cents,
    events::{AbandonReason, CheckoutEvent, DisputeOutcome},
    ids::{CheckoutId, OrderId},
    shop::{Amounts, BillingDetails, DeliveryMethod, ShippingDetails},
};

use crate::{Order, Person, at};

/// The reason that the provider gives for a refund that failed.
pub const REFUND_FAILURE: &str = "expired_or_canceled_card";

/// A customer's checkout, with one order at each merchant.
#[derive(Clone, Debug)]
pub struct Checkout {
    /// The checkout.
    pub id: CheckoutId,
    /// For example `GS-7`.
    pub number: String,
    /// The customer.
    pub customer: Person,
    /// The orders, one for each merchant.
    pub orders: Vec<Order>,
    /// The id of the payment at the provider.
    pub intent_id: String,
    /// The shipping address of all orders.
    pub shipping: ShippingDetails,
    /// The billing address.
    pub billing: BillingDetails,
    /// The time at which the checkout's holds expire.
    pub expires_at: DateTime<Utc>,
}

/// Cora's shipping address: 2 Market Street in Burlington, Vermont.
pub fn shipping() -> ShippingDetails {
    ShippingDetails {
        first_name: "Cora".to_owned(),
        last_name: "Customer".to_owned(),
        email: "cora@example.org".to_owned(),
        phone: String::new(),
        address: "2 Market Street".to_owned(),
        apartment: String::new(),
        city: "Burlington".to_owned(),
        state: "VT".to_owned(),
        zip_code: "05401".to_owned(),
        country: "US".to_owned(),
        delivery_instructions: String::new(),
    }
}

/// Cora's billing address, which is the same as [`shipping`].
pub fn billing() -> BillingDetails {
    BillingDetails {
        same_as_shipping: true,
        first_name: "Cora".to_owned(),
        last_name: "Customer".to_owned(),
        address: "2 Market Street".to_owned(),
        apartment: String::new(),
        city: "Burlington".to_owned(),
        state: "VT".to_owned(),
        zip_code: "05401".to_owned(),
        country: "US".to_owned(),
    }
}

impl Checkout {
    /// The checkout of these orders. Id, numbers, customer and addresses are those of the first order.
    pub fn of(orders: Vec<Order>) -> Self {
        let first = orders.first().expect("a checkout has an order").clone();
        Self {
            id: first.checkout_id,
            number: first.parent_number,
            customer: first.customer,
            intent_id: "pi_1".to_owned(),
            shipping: first.shipping,
            billing: first.billing,
            expires_at: at(15),
            orders,
        }
    }

    /// The sum of all orders' amounts.
    pub fn amounts(&self) -> Amounts {
        let sum =
            |amount: fn(&Amounts) -> Cents| self.orders.iter().map(|order| amount(&order.amounts)).sum();
        Amounts {
            subtotal: sum(|amounts| amounts.subtotal),
            tax: sum(|amounts| amounts.tax),
            delivery_fee: sum(|amounts| amounts.delivery_fee),
            total: sum(|amounts| amounts.total),
        }
    }

    /// The customer starts the checkout.
    pub fn started(&self) -> CheckoutEvent {
        CheckoutEvent::CheckoutStarted {
            checkout_id: self.id,
            customer_id: self.customer.id,
            number: self.number.clone(),
            lines: self.orders.iter().flat_map(|order| order.lines.clone()).collect(),
            orders: self.orders.iter().map(Order::planned).collect(),
            amounts: self.amounts(),
            delivery_method: self
                .orders
                .first()
                .map_or(DeliveryMethod::Pickup, |order| order.delivery_method),
            shipping: self.customer.personal(self.shipping.clone()),
            billing: self.customer.personal(self.billing.clone()),
            expires_at: self.expires_at,
        }
    }

    /// The program requests the payment from the provider.
    pub fn payment_requested(&self) -> CheckoutEvent {
        CheckoutEvent::PaymentRequested {
            checkout_id: self.id,
            provider: "sandbox".to_owned(),
            intent_id: self.intent_id.clone(),
        }
    }

    /// The customer pays the whole amount.
    pub fn paid(&self, received_at: DateTime<Utc>) -> CheckoutEvent {
        CheckoutEvent::PaymentReceived {
            checkout_id: self.id,
            intent_id: self.intent_id.clone(),
            amount: self.amounts().total,
            received_at,
        }
    }

    /// All orders are placed.
    pub const fn completed(&self) -> CheckoutEvent {
        CheckoutEvent::CheckoutCompleted { checkout_id: self.id }
    }

    /// The checkout ends without a payment.
    pub const fn abandoned(&self, reason: AbandonReason) -> CheckoutEvent {
        CheckoutEvent::CheckoutAbandoned { checkout_id: self.id, reason }
    }

    /// The checkout is paid, but one of its products is sold out.
    pub fn unfulfillable(&self, reason: &str) -> CheckoutEvent {
        CheckoutEvent::CheckoutUnfulfillable { checkout_id: self.id, reason: reason.to_owned() }
    }

    /// The program decides to refund an amount: of one order, or of the whole checkout.
    pub const fn refund_decided(&self, order_id: Option<OrderId>, amount: Cents) -> CheckoutEvent {
        CheckoutEvent::RefundDecided { checkout_id: self.id, order_id, amount }
    }

    /// A decided refund is not sent: others have paid the money back.
    pub const fn refund_withdrawn(&self, order_id: Option<OrderId>, amount: Cents) -> CheckoutEvent {
        CheckoutEvent::RefundWithdrawn { checkout_id: self.id, order_id, amount }
    }

    /// The provider issues a refund.
    pub fn refund_issued(&self, order_id: Option<OrderId>, amount: Cents, refund_id: &str) -> CheckoutEvent {
        CheckoutEvent::RefundIssued {
            checkout_id: self.id,
            order_id,
            amount,
            refund_id: refund_id.to_owned(),
        }
    }

    /// A refund fails.
    pub fn refund_failed(&self, order_id: Option<OrderId>, amount: Cents, refund_id: &str) -> CheckoutEvent {
        CheckoutEvent::RefundFailed {
            checkout_id: self.id,
            order_id,
            amount,
            refund_id: refund_id.to_owned(),
            reason: REFUND_FAILURE.to_owned(),
        }
    }

    /// The merchant refunds an amount on the provider's own site.
    pub fn refunded_elsewhere(&self, amount: Cents, refund_id: &str) -> CheckoutEvent {
        CheckoutEvent::RefundedElsewhere { checkout_id: self.id, refund_id: refund_id.to_owned(), amount }
    }

    /// The customer's bank disputes the payment.
    pub fn disputed(&self, dispute_id: &str, amount: Cents) -> CheckoutEvent {
        CheckoutEvent::ChargeDisputed {
            checkout_id: self.id,
            dispute_id: dispute_id.to_owned(),
            amount,
            reason: "fraudulent".to_owned(),
        }
    }

    /// The bank decides a dispute.
    pub fn dispute_closed(&self, dispute_id: &str, outcome: DisputeOutcome) -> CheckoutEvent {
        CheckoutEvent::ChargeDisputeClosed {
            checkout_id: self.id,
            dispute_id: dispute_id.to_owned(),
            outcome,
        }
    }
}
