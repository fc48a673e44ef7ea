//! The events of a checkout, which is one payment for orders at any number of merchants: `checkout-<checkout id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use chrono::{DateTime, NaiveDate, Utc};

use crate::{
    codec::Event,
    ids::{AccountId, CheckoutId, OrderId},
    money::Cents,
    personal::Personal,
    shop::{Address, Amounts, BillingDetails, DeliveryMethod, Line, ShippingDetails},
};

/// The reason why a checkout ended without an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbandonReason {
    /// The customer started another checkout.
    Replaced,
    /// The payment did not arrive in time.
    Expired,
    /// Stock was missing, or the payment provider refused the payment.
    Failed,
}

/// The bank's decision on a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisputeOutcome {
    /// The shop keeps the money.
    Won,
    /// The customer gets the money.
    Lost,
    /// The dispute was only an inquiry, or was withdrawn.
    Withdrawn,
}

/// An order that is placed at one merchant when the checkout is paid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedOrder {
    /// The order's id, which is derived from the checkout and the merchant.
    pub order_id: OrderId,
    /// The order's number: the checkout's number and a suffix for the merchant, as in `GS-261121-7K2QF-1`.
    pub number: String,
    /// The merchant.
    pub merchant_id: AccountId,
    /// The address where customers collect, at the time of the checkout.
    pub merchant_address: Option<Personal<Address>>,
    /// The merchant's share of the amounts. The shares add up to the checkout's amounts.
    pub amounts: Amounts,
    /// The day, in the merchant's time zone, on which a same-day delivery was promised. `None` for other methods.
    pub promised_for: Option<NaiveDate>,
}

/// An event of a checkout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum CheckoutEvent {
    /// The customer wants to pay for these lines, and their units are about to be held. The checkout's id is derived
    /// from its number, so that no number is used twice.
    CheckoutStarted {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The customer.
        customer_id: AccountId,
        /// The number that the customer sees: `GS-261121-7K2QF`.
        number: String,
        /// The lines, with prices, names and units at the time of the checkout.
        lines: Vec<Line>,
        /// The orders to place when the checkout is paid.
        orders: Vec<PlannedOrder>,
        /// The amounts to pay.
        amounts: Amounts,
        /// The delivery method.
        delivery_method: DeliveryMethod,
        /// The recipient and the shipping address.
        shipping: Personal<ShippingDetails>,
        /// The billing details.
        billing: Personal<BillingDetails>,
        /// When the holds expire.
        expires_at: DateTime<Utc>,
    },
    /// All units are held, and the payment provider waits for the customer's payment.
    PaymentRequested {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's name: `sandbox` or `stripe`.
        provider: String,
        /// The provider's id of the payment intent.
        intent_id: String,
    },
    /// The provider has captured the payment, and the units of every line are sold to this checkout. Its orders will be
    /// placed, unless a `CheckoutUnfulfillable` follows in the same append.
    PaymentReceived {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's id of the payment intent.
        intent_id: String,
        /// The captured amount.
        amount: Cents,
        /// When the program learnt of the payment, which is the date of the orders.
        received_at: DateTime<Utc>,
    },
    /// All orders are placed.
    CheckoutCompleted {
        /// The checkout.
        checkout_id: CheckoutId,
    },
    /// The checkout ended without an order, and its holds are released.
    CheckoutAbandoned {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The reason for the end.
        reason: AbandonReason,
    },
    /// The payment came too late and units are gone, so the whole payment is refunded.
    CheckoutUnfulfillable {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The explanation for the customer.
        reason: String,
    },
    /// A refund is to be made. It is decided here, so that refunds never exceed the captured amount.
    RefundDecided {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The order; `None` when the whole checkout is refunded.
        order_id: Option<OrderId>,
        /// The amount.
        amount: Cents,
    },
    /// A refund that was decided is not sent: the customer's bank or the provider itself has paid the money back
    /// meanwhile. A `RefundDecided` for what is left may follow in the same append.
    RefundWithdrawn {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The order; `None` when the whole checkout was to be refunded.
        order_id: Option<OrderId>,
        /// The amount that was decided.
        amount: Cents,
    },
    /// The provider has issued the refund.
    RefundIssued {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The order; `None` when the whole checkout is refunded.
        order_id: Option<OrderId>,
        /// The amount.
        amount: Cents,
        /// The provider's id of the refund.
        refund_id: String,
    },
    /// The provider had accepted a refund but could not pay it out, so the customer does not have the money.
    RefundFailed {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The order; `None` when the whole checkout was to be refunded, or when the refund was made at the provider.
        order_id: Option<OrderId>,
        /// The amount.
        amount: Cents,
        /// The provider's id of the refund.
        refund_id: String,
        /// The reason, as the provider names it: `lost_or_stolen_card`, `expired_or_canceled_card`, …
        reason: String,
    },
    /// A refund was made at the provider itself and not through the shop.
    RefundedElsewhere {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's id of the refund.
        refund_id: String,
        /// The amount, which is at most the captured amount minus all other refunds.
        amount: Cents,
    },
    /// The customer's bank disputes the payment. The provider withholds the amount until the bank has decided.
    ChargeDisputed {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's id of the dispute.
        dispute_id: String,
        /// The amount.
        amount: Cents,
        /// The reason, as the provider names it: `fraudulent`, `product_not_received`, …
        reason: String,
    },
    /// The bank has decided the dispute.
    ChargeDisputeClosed {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's id of the dispute.
        dispute_id: String,
        /// The bank's decision.
        outcome: DisputeOutcome,
    },
}

impl Event for CheckoutEvent {
    const CATEGORY: &'static str = "checkout";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
