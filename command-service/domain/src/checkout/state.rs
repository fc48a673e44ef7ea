//! The state of a checkout, folded from its events, as far as decisions need it.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use shared_events::{
    Cents, Personal,
    events::{AbandonReason, CheckoutEvent, DisputeOutcome, PlannedOrder},
    ids::{AccountId, CheckoutId, OrderId},
    shop::{Amounts, BillingDetails, DeliveryMethod, Line, ShippingDetails},
};

use super::refund::{Elsewhere, Refund};
use crate::Aggregate;

/// What was agreed when the checkout started. It never changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    pub checkout_id: CheckoutId,
    pub customer_id: AccountId,
    /// The number that the customer sees.
    pub number: String,
    /// Lines with prices, names and units as of the start.
    pub lines: Vec<Line>,
    /// The orders to place after the payment.
    pub orders: Vec<PlannedOrder>,
    /// The amounts that the customer pays.
    pub amounts: Amounts,
    /// Delivery or pickup.
    pub delivery_method: DeliveryMethod,
    /// The recipient and the address.
    pub shipping: Personal<ShippingDetails>,
    /// The payer.
    pub billing: Personal<BillingDetails>,
    /// When the holds end.
    pub expires_at: DateTime<Utc>,
}

impl Started {
    /// The lines of one merchant's order.
    pub fn lines_of(&self, merchant: AccountId) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.merchant_id == merchant)
    }

    /// The day of a same-day delivery; the last one, if merchants are in several time zones.
    pub fn promised_for(&self) -> Option<NaiveDate> {
        self.orders.iter().filter_map(|order| order.promised_for).max()
    }

    /// Each line with the order that it belongs to.
    pub fn lines_with_orders(&self) -> impl Iterator<Item = (&Line, OrderId)> {
        self.orders
            .iter()
            .flat_map(|order| self.lines_of(order.merchant_id).map(move |line| (line, order.order_id)))
    }
}

/// The provider's payment intent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Intent {
    /// Name of the provider.
    pub provider: String,
    /// The provider's id of the intent.
    pub id: String,
}

/// A payment that the provider has captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// The captured amount.
    pub amount: Cents,
    /// When we learned of the payment.
    pub received_at: DateTime<Utc>,
}

/// How a paid checkout ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// All orders are placed.
    Completed,
    /// The goods were gone; everything is refunded. The text tells the customer why.
    Unfulfillable(String),
}

/// A dispute: the customer's bank wants the money back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Disputed {
    /// The provider's id of the dispute.
    pub id: String,
    pub amount: Cents,
    /// Present once the bank has decided.
    pub outcome: Option<DisputeOutcome>,
}

/// The checkout aggregate; empty before it starts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Checkout {
    /// Present once it has started.
    pub started: Option<Started>,
    /// Present once the provider waits for the payment.
    pub intent: Option<Intent>,
    /// Present if the checkout was abandoned without a payment.
    pub abandoned: Option<AbandonReason>,
    /// Present once it is paid.
    pub payment: Option<Payment>,
    /// Present once a paid checkout has ended.
    pub ending: Option<Ending>,
    /// In the order of their decisions.
    pub refunds: Vec<Refund>,
    /// In the order in which we learned of them.
    pub elsewhere: Vec<Elsewhere>,
    /// In the order in which we learned of them.
    pub disputes: Vec<Disputed>,
}

impl Checkout {
    /// The refund of this order; `None` means of the whole checkout.
    pub fn refund(&self, order_id: Option<OrderId>) -> Option<&Refund> {
        self.refunds.iter().find(|refund| refund.order_id == order_id)
    }

    /// The checkout is paid and has not ended: its orders are neither placed nor refunded.
    pub const fn is_unsettled(&self) -> bool {
        self.payment.is_some() && self.ending.is_none()
    }

    /// The captured amount.
    pub fn captured(&self) -> Cents {
        self.payment.map_or(Cents::ZERO, |payment| payment.amount)
    }

    /// The captured amount minus all refunds, and minus what disputes hold or have taken.
    pub fn refundable(&self) -> Cents {
        let under_way = self.refunds.iter().filter(|refund| !refund.given_up());
        let refunded: Cents = under_way.map(|refund| refund.amount).sum();
        // A bank can take back all of a payment, even if a part was already refunded.
        (self.captured() - refunded - self.gone_without_us() - self.held()).max(Cents::ZERO)
    }

    /// Money that the provider withholds until the bank has decided a dispute.
    pub fn held(&self) -> Cents {
        self.disputed(None)
    }

    /// Money that was refunded at the provider itself, or taken by a dispute that the shop lost.
    pub fn gone_without_us(&self) -> Cents {
        let elsewhere: Cents = self.elsewhere.iter().map(|refund| refund.amount).sum();
        elsewhere + self.lost()
    }

    /// Money that banks have taken back.
    pub(super) fn lost(&self) -> Cents {
        self.disputed(Some(DisputeOutcome::Lost))
    }

    fn disputed(&self, outcome: Option<DisputeOutcome>) -> Cents {
        self.disputes.iter().filter(|dispute| dispute.outcome == outcome).map(|dispute| dispute.amount).sum()
    }

    pub fn dispute(&self, id: &str) -> Option<&Disputed> {
        self.disputes.iter().find(|dispute| dispute.id == id)
    }
}

impl Aggregate for Checkout {
    type Event = CheckoutEvent;

    fn evolve(mut self, event: &CheckoutEvent) -> Self {
        match event.clone() {
            CheckoutEvent::CheckoutStarted {
                checkout_id,
                customer_id,
                number,
                lines,
                orders,
                amounts,
                delivery_method,
                shipping,
                billing,
                expires_at,
            } => {
                self.started = Some(Started {
                    checkout_id,
                    customer_id,
                    number,
                    lines,
                    orders,
                    amounts,
                    delivery_method,
                    shipping,
                    billing,
                    expires_at,
                });
            }
            CheckoutEvent::PaymentRequested { provider, intent_id, .. } => {
                self.intent = Some(Intent { provider, id: intent_id });
            }
            CheckoutEvent::PaymentReceived { amount, received_at, .. } => {
                self.payment = Some(Payment { amount, received_at });
            }
            CheckoutEvent::CheckoutCompleted { .. } => self.ending = Some(Ending::Completed),
            CheckoutEvent::CheckoutAbandoned { reason, .. } => self.abandoned = Some(reason),
            CheckoutEvent::CheckoutUnfulfillable { reason, .. } => {
                self.ending = Some(Ending::Unfulfillable(reason));
            }
            CheckoutEvent::RefundDecided { order_id, amount, .. } => {
                self.refunds.push(Refund { order_id, amount, refund_id: None, failures: 0 });
            }
            CheckoutEvent::RefundWithdrawn { order_id, .. } => {
                self.refunds.retain(|refund| refund.order_id != order_id || refund.issued());
            }
            CheckoutEvent::RefundIssued { order_id, refund_id, .. } => {
                if let Some(refund) = self.refunds.iter_mut().find(|refund| refund.order_id == order_id) {
                    refund.refund_id = Some(refund_id);
                }
            }
            CheckoutEvent::RefundFailed { refund_id, .. } => {
                let sent = |refund: &&mut Refund| refund.refund_id.as_ref() == Some(&refund_id);
                if let Some(refund) = self.refunds.iter_mut().find(sent) {
                    refund.refund_id = None;
                    refund.failures += 1;
                }
                self.elsewhere.retain(|refund| refund.refund_id != refund_id);
            }
            CheckoutEvent::RefundedElsewhere { refund_id, amount, .. } => {
                self.elsewhere.push(Elsewhere { refund_id, amount });
            }
            CheckoutEvent::ChargeDisputed { dispute_id: id, amount, .. } => {
                self.disputes.push(Disputed { id, amount, outcome: None });
            }
            CheckoutEvent::ChargeDisputeClosed { dispute_id, outcome, .. } => {
                if let Some(dispute) = self.disputes.iter_mut().find(|dispute| dispute.id == dispute_id) {
                    dispute.outcome = Some(outcome);
                }
            }
        }
        self
    }
}
