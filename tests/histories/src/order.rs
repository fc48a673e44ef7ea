//! Orders, and the events of their deliveries.

use chrono::NaiveDate;
use shared_events::{
    Cents, Personal,
    events::{OrderEvent, PaidBackBy, PlannedOrder, RefundCause},
    ids::{AccountId, CheckoutId, OrderId},
    shop::{Address, Amounts, BillingDetails, DeliveryMethod, Line, ShippingDetails, Tracking},
};
use uuid::Uuid;

use crate::Person;

/// Sales tax in hundredths of a percent.
const TAX: i64 = 800;

/// A customer's order at one merchant.
#[derive(Clone, Debug)]
pub struct Order {
    /// The order.
    pub id: OrderId,
    /// The id of the order's checkout.
    pub checkout_id: CheckoutId,
    /// The order's number, for example `GS-7-1`.
    pub number: String,
    /// The checkout's number, for example `GS-7`.
    pub parent_number: String,
    /// The customer.
    pub customer: Person,
    /// The merchant.
    pub merchant_id: AccountId,
    /// The merchant's name at the time of the order.
    pub merchant_name: String,
    /// The address for pickup.
    pub merchant_address: Option<Personal<Address>>,
    /// The ordered products.
    pub lines: Vec<Line>,
    /// The amounts of the order.
    pub amounts: Amounts,
    /// How the order reaches the customer.
    pub delivery_method: DeliveryMethod,
    /// The shipping address.
    pub shipping: ShippingDetails,
    /// The billing address.
    pub billing: BillingDetails,
    /// The day of a same-day delivery.
    pub promised_for: Option<NaiveDate>,
}

/// The checkout with this number.
pub fn checkout_id(number: u128) -> CheckoutId {
    CheckoutId::new(Uuid::from_u128(0xC000 + number))
}

/// The order with this number.
pub fn order_id(number: u128) -> OrderId {
    OrderId::new(Uuid::from_u128(0xD000 + number))
}

impl Order {
    /// Order `number` of the checkout with the same number: an order for pickup, without products.
    pub fn new(number: u128, customer: &Person, merchant: &Person) -> Self {
        Self {
            id: order_id(number),
            checkout_id: checkout_id(number),
            number: format!("GS-{number}-1"),
            parent_number: format!("GS-{number}"),
            customer: customer.clone(),
            merchant_id: merchant.id,
            merchant_name: merchant.business_name().to_owned(),
            merchant_address: None,
            lines: Vec::new(),
            amounts: Amounts::default(),
            delivery_method: DeliveryMethod::Pickup,
            shipping: ShippingDetails::default(),
            billing: BillingDetails::default(),
            promised_for: None,
        }
    }

    /// The order with these lines, 8% tax and no delivery fee.
    #[must_use]
    pub fn of(mut self, lines: Vec<Line>) -> Self {
        let subtotal: Cents = lines.iter().map(Line::subtotal).sum();
        let tax = subtotal.basis_points(TAX);
        self.amounts = Amounts { subtotal, tax, delivery_fee: Cents::ZERO, total: subtotal + tax };
        self.lines = lines;
        self
    }

    /// The order with a delivery fee.
    #[must_use]
    pub fn with_fee(mut self, fee: Cents) -> Self {
        self.amounts.delivery_fee = fee;
        self.amounts.total = self.amounts.subtotal + self.amounts.tax + fee;
        self
    }

    /// The order as its checkout plans it.
    pub fn planned(&self) -> PlannedOrder {
        PlannedOrder {
            order_id: self.id,
            number: self.number.clone(),
            merchant_id: self.merchant_id,
            merchant_address: self.merchant_address.clone(),
            amounts: self.amounts,
            promised_for: self.promised_for,
        }
    }

    /// The order is placed, because its checkout is paid.
    pub fn placed(&self) -> OrderEvent {
        let customer = &self.customer;
        OrderEvent::OrderPlaced {
            order_id: self.id,
            checkout_id: self.checkout_id,
            number: self.number.clone(),
            parent_number: self.parent_number.clone(),
            customer_id: customer.id,
            customer_name: customer.personal(customer.name.clone()),
            customer_email: customer.personal(customer.email.clone()),
            merchant_id: self.merchant_id,
            merchant_name: self.merchant_name.clone(),
            merchant_address: self.merchant_address.clone(),
            lines: self.lines.clone(),
            amounts: self.amounts,
            delivery_method: self.delivery_method,
            shipping: customer.personal(self.shipping.clone()),
            billing: customer.personal(self.billing.clone()),
            promised_for: self.promised_for,
        }
    }

    /// The merchant confirms the order.
    pub const fn confirmed(&self) -> OrderEvent {
        OrderEvent::OrderConfirmed { order_id: self.id, note: None }
    }

    /// The merchant confirms the order with a note to the customer.
    pub fn confirmed_with(&self, note: &str) -> OrderEvent {
        OrderEvent::OrderConfirmed { order_id: self.id, note: Some(self.customer.personal(note.to_owned())) }
    }

    /// The merchant begins to prepare the order.
    pub const fn preparation_started(&self) -> OrderEvent {
        OrderEvent::PreparationStarted { order_id: self.id, note: None }
    }

    /// The order is ready for pickup.
    pub const fn made_ready(&self) -> OrderEvent {
        OrderEvent::OrderMadeReady { order_id: self.id, note: None }
    }

    /// The merchant sets out to deliver the order.
    pub fn sent_out(&self) -> OrderEvent {
        OrderEvent::OrderSentOut { order_id: self.id, tracking: Tracking::default(), note: None }
    }

    /// The merchant ships the order with this tracking number.
    pub fn shipped(&self, tracking_number: &str) -> OrderEvent {
        let tracking = Tracking { tracking_number: Some(tracking_number.to_owned()), tracking_url: None };
        OrderEvent::OrderShipped { order_id: self.id, tracking, note: None }
    }

    /// The order is delivered.
    pub const fn delivered(&self) -> OrderEvent {
        OrderEvent::OrderDelivered { order_id: self.id, note: None }
    }

    /// The order is cancelled without a reason.
    pub const fn cancelled(&self) -> OrderEvent {
        OrderEvent::OrderCancelled { order_id: self.id, reason: None }
    }

    /// The order is cancelled for this reason.
    pub fn cancelled_for(&self, reason: &str) -> OrderEvent {
        let reason = Some(self.customer.personal(reason.to_owned()));
        OrderEvent::OrderCancelled { order_id: self.id, reason }
    }

    /// The customer returns the order for this reason.
    pub fn returned_for(&self, reason: &str) -> OrderEvent {
        OrderEvent::OrderReturned { order_id: self.id, reason: self.customer.personal(reason.to_owned()) }
    }

    /// The customer gets a refund of the order's total.
    pub const fn refunded(&self, cause: RefundCause) -> OrderEvent {
        self.refunded_in_part(cause, self.amounts.total, None)
    }

    /// The customer gets a refund of this amount, and has the rest from others.
    pub const fn refunded_in_part(
        &self,
        cause: RefundCause,
        amount: Cents,
        rest_paid_back_by: Option<PaidBackBy>,
    ) -> OrderEvent {
        OrderEvent::OrderRefunded { order_id: self.id, amount, rest_paid_back_by, cause }
    }
}
