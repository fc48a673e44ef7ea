//! One payment over any number of merchants: `checkout-<checkout id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use chrono::{DateTime, Utc};

use crate::{
    codec::Event,
    ids::{AccountId, CheckoutId, OrderId},
    money::Cents,
    personal::Personal,
    shop::{Address, Amounts, BillingDetails, DeliveryMethod, Line, ShippingDetails},
};

/// Why a checkout ended without an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbandonReason {
    /// The customer started another one.
    Replaced,
    /// The payment did not come in time.
    Expired,
    /// Stock was missing, or the payment provider refused.
    Failed,
}

/// The bank's decision on a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DisputeOutcome {
    /// The shop keeps the money.
    Won,
    /// The customer has it.
    Lost,
    /// It was only a question, or was taken back.
    Withdrawn,
}

/// One merchant's order that a paid checkout leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedOrder {
    /// Derived from the checkout and the merchant.
    pub order_id: OrderId,
    /// The parent number and a part: `GS-261121-7K2QF-1`.
    pub number: String,
    /// The merchant.
    pub merchant_id: AccountId,
    /// Where customers collect, as it was at the time.
    pub merchant_address: Option<Personal<Address>>,
    /// This merchant's share; the shares add up to the checkout's amounts.
    pub amounts: Amounts,
}

/// What happens to a checkout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum CheckoutEvent {
    /// The customer wants to pay for these lines; stock is about to be held. The checkout's id is derived from its
    /// number, so that no number is given twice.
    CheckoutStarted {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The customer.
        customer_id: AccountId,
        /// The number that the customer sees: `GS-261121-7K2QF`.
        number: String,
        /// With prices, names and units as they were.
        lines: Vec<Line>,
        /// The orders to place once it is paid.
        orders: Vec<PlannedOrder>,
        /// The amounts to pay.
        amounts: Amounts,
        /// The delivery method.
        delivery_method: DeliveryMethod,
        /// The recipient and the address.
        shipping: Personal<ShippingDetails>,
        /// The billing details.
        billing: Personal<BillingDetails>,
        /// When the holds end.
        expires_at: DateTime<Utc>,
    },
    /// All stock is held and the payment provider waits for the customer.
    PaymentRequested {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's name: `sandbox` or `stripe`.
        provider: String,
        /// The provider's id of the payment intent.
        intent_id: String,
    },
    /// The provider has the money, and every line's units are sold to this checkout: its orders will be placed, unless
    /// `CheckoutUnfulfillable` follows in the same append.
    PaymentReceived {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's id of the payment intent.
        intent_id: String,
        /// The captured amount.
        amount: Cents,
        /// When we learned of it: the date of the orders.
        received_at: DateTime<Utc>,
    },
    /// All orders are placed.
    CheckoutCompleted {
        /// The checkout.
        checkout_id: CheckoutId,
    },
    /// It ended without an order; its holds are released.
    CheckoutAbandoned {
        /// The checkout.
        checkout_id: CheckoutId,
        /// Why.
        reason: AbandonReason,
    },
    /// The money came too late and the goods are gone: all of it goes back.
    CheckoutUnfulfillable {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The explanation for the customer.
        reason: String,
    },
    /// Money goes back to the customer: decided here, so that refunds never exceed what was captured.
    RefundDecided {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The order; `None` when the whole checkout is refunded.
        order_id: Option<OrderId>,
        /// The amount.
        amount: Cents,
    },
    /// The provider has sent the money back.
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
    /// The provider had accepted a refund but could not send it: the customer does not have the money.
    RefundFailed {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The order; `None` when the whole checkout was to be refunded, or was sent at the provider itself.
        order_id: Option<OrderId>,
        /// The amount.
        amount: Cents,
        /// The provider's id of the refund.
        refund_id: String,
        /// Why, in the provider's word: `lost_or_stolen_card`, `expired_or_canceled_card`, …
        reason: String,
    },
    /// A refund was sent at the provider itself, not through the shop.
    RefundedElsewhere {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's id of the refund.
        refund_id: String,
        /// The amount; at most what was captured and is not being refunded.
        amount: Cents,
    },
    /// The customer's bank wants money back. The provider holds it until the bank has decided.
    ChargeDisputed {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The provider's id of the dispute.
        dispute_id: String,
        /// The amount.
        amount: Cents,
        /// Why, in the provider's word: `fraudulent`, `product_not_received`, …
        reason: String,
    },
    /// The bank has decided.
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
