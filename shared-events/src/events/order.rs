//! The events of one merchant's order: `order-<order id>`. Notes and reasons in them belong to the customer, whoever
//! wrote them, and are erased with the customer.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, CheckoutId, OrderId},
    money::Cents,
    personal::Personal,
    shop::{Address, Amounts, BillingDetails, DeliveryMethod, Line, ShippingDetails, Tracking},
};

/// The reason for a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefundCause {
    /// The order was cancelled.
    Cancelled,
    /// The order was returned.
    Returned,
}

/// Who had paid an order's money back before the shop could.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaidBackBy {
    /// The customer's bank, after a dispute that the shop lost.
    Bank,
    /// The payment provider, by a refund that was not made through the shop.
    Provider,
}

/// An event of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum OrderEvent {
    /// The order was placed: it is paid and waits for its merchant.
    OrderPlaced {
        /// The order.
        order_id: OrderId,
        /// The checkout that paid for the order.
        checkout_id: CheckoutId,
        /// The order's number, such as `GS-261121-7K2QF-1`.
        number: String,
        /// The number of the whole checkout, such as `GS-261121-7K2QF`.
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
        /// The address where the customer collects, at the time of the order.
        merchant_address: Option<Personal<Address>>,
        /// The lines of this merchant.
        lines: Vec<Line>,
        /// The merchant's share of the checkout's amounts.
        amounts: Amounts,
        /// The delivery method.
        delivery_method: DeliveryMethod,
        /// The recipient and the shipping address.
        shipping: Personal<ShippingDetails>,
        /// The billing details.
        billing: Personal<BillingDetails>,
        /// The day, in the merchant's time zone, on which a same-day delivery was promised. `None` for other methods.
        promised_for: Option<NaiveDate>,
    },
    /// The merchant confirmed the order.
    OrderConfirmed {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The merchant began to prepare the order.
    PreparationStarted {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The order is ready for pickup at the merchant's address.
    OrderMadeReady {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The order is out for delivery by the merchant.
    OrderSentOut {
        /// The order.
        order_id: OrderId,
        /// The tracking data, if there is any.
        tracking: Tracking,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// A carrier has the order.
    OrderShipped {
        /// The order.
        order_id: OrderId,
        /// The carrier's tracking data.
        tracking: Tracking,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The customer has received the order.
    OrderDelivered {
        /// The order.
        order_id: OrderId,
        /// A note for the customer.
        note: Option<Personal<String>>,
    },
    /// The order was cancelled.
    OrderCancelled {
        /// The order.
        order_id: OrderId,
        /// The reason, if one was given.
        reason: Option<Personal<String>>,
    },
    /// The order was returned.
    OrderReturned {
        /// The order.
        order_id: OrderId,
        /// The reason for the return.
        reason: Personal<String>,
    },
    /// The customer has the money of this order back.
    OrderRefunded {
        /// The order.
        order_id: OrderId,
        /// The amount that the shop refunded. Version 1 has the order's total, whatever was refunded.
        amount: Cents,
        /// Who had paid the rest back before; `None` when the shop refunded all of it.
        rest_paid_back_by: Option<PaidBackBy>,
        /// The reason for the refund.
        cause: RefundCause,
    },
}

impl Event for OrderEvent {
    const CATEGORY: &'static str = "order";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
