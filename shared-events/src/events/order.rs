//! One merchant's order: `order-<order id>`. Notes and reasons that people write about it belong to its customer and
//! are erased with the customer.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, CheckoutId, OrderId},
    money::Cents,
    personal::Personal,
    shop::{Address, Amounts, BillingDetails, DeliveryMethod, Line, ShippingDetails, Tracking},
};

/// Why a refund was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefundCause {
    /// The order was cancelled.
    Cancelled,
    /// The order was returned.
    Returned,
}

/// What happens to an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum OrderEvent {
    /// It is paid and waits for its merchant.
    OrderPlaced {
        /// The order.
        order_id: OrderId,
        /// The checkout that paid it.
        checkout_id: CheckoutId,
        /// `GS-261121-7K2QF-1`.
        number: String,
        /// The number of the whole checkout: `GS-261121-7K2QF`.
        parent_number: String,
        /// The customer.
        customer_id: AccountId,
        /// The customer's name as the merchant sees it.
        customer_name: Personal<String>,
        /// The customer's e-mail address, for the merchant.
        customer_email: Personal<String>,
        /// The merchant.
        merchant_id: AccountId,
        /// The business name at the time.
        merchant_name: String,
        /// Where customers collect, as it was at the time.
        merchant_address: Option<Personal<Address>>,
        /// This merchant's lines.
        lines: Vec<Line>,
        /// This merchant's share.
        amounts: Amounts,
        /// The delivery method.
        delivery_method: DeliveryMethod,
        /// The recipient and the address.
        shipping: Personal<ShippingDetails>,
        /// The billing details.
        billing: Personal<BillingDetails>,
    },
    /// The merchant accepted it.
    OrderConfirmed {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The merchant began to pack or make it.
    PreparationStarted {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// It waits at the merchant's address.
    OrderMadeReady {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The merchant's driver has it.
    OrderSentOut {
        /// The order.
        order_id: OrderId,
        /// If there is any.
        tracking: Tracking,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// A carrier has it.
    OrderShipped {
        /// The order.
        order_id: OrderId,
        /// With the carrier's number.
        tracking: Tracking,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The customer has it.
    OrderDelivered {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// It was cancelled.
    OrderCancelled {
        /// The order.
        order_id: OrderId,
        /// Why.
        reason: Option<Personal<String>>,
    },
    /// It was returned.
    OrderReturned {
        /// The order.
        order_id: OrderId,
        /// Why.
        reason: Personal<String>,
    },
    /// The customer got the money of this order back.
    OrderRefunded {
        /// The order.
        order_id: OrderId,
        /// The amount.
        amount: Cents,
        /// Why the refund was due.
        cause: RefundCause,
    },
}

impl Event for OrderEvent {
    const CATEGORY: &'static str = "order";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
