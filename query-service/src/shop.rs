//! The shop's configuration, for the UI.

use serde::{Deserialize, Serialize};
use shared_events::{
    Cents,
    money::Dollars,
    shop::{DeliveryMethod, TAX_BASIS_POINTS},
};
use utoipa::ToSchema;

use crate::model::DeliveryMethodName;

/// The configuration of this shop that the UI needs.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopConfig {
    /// The payment provider.
    pub payments: PaymentsConfig,
    /// The charges of a checkout.
    pub checkout: CheckoutConfig,
    /// The estimates of the cart page.
    pub cart: CartConfig,
    /// The e-mail address for customers' questions about an order.
    pub support_email: String,
    /// The phone number of the shop's support; null: it has none.
    #[schema(required)]
    pub support_phone: Option<String>,
}

/// How customers reach the shop's support.
#[derive(Clone, Debug)]
pub struct Support {
    pub email: String,
    pub phone: Option<String>,
}

/// The payment provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsConfig {
    /// The provider that takes cards.
    pub provider: PaymentProvider,
    /// The provider's public key, if it has one.
    #[schema(required)]
    pub publishable_key: Option<String>,
    /// Whether no real money moves.
    pub test_mode: bool,
}

/// The provider that takes cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentProvider {
    /// The built-in provider with test cards.
    Sandbox,
    /// Stripe.
    Stripe,
}

/// The charges of a checkout.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutConfig {
    /// The tax as a share of the subtotal: `0.08`.
    pub tax_rate: f64,
    /// Standard delivery is free above this subtotal, in US dollars; null: never.
    #[schema(required)]
    pub free_standard_over: Option<Dollars>,
    /// The ways of delivery, cheapest first.
    pub delivery_methods: Vec<DeliveryMethodOffer>,
}

/// A way of delivery of a checkout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeliveryMethodOffer {
    /// The value for `deliveryMethod` of `create-intent`.
    #[schema(value_type = DeliveryMethodName)]
    pub id: DeliveryMethod,
    /// The title, for example `Store Pickup`.
    pub title: String,
    /// The description: one sentence.
    pub description: String,
    /// The delivery time, for example `2-5 business days`.
    pub time: String,
    /// The price, in US dollars.
    pub price: Dollars,
}

/// The estimates of the cart page, before a way of delivery is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartConfig {
    /// The estimated price of the delivery, in US dollars.
    pub estimated_shipping: Dollars,
    /// The estimate is 0 above this subtotal, in US dollars; null: never.
    #[schema(required)]
    pub free_shipping_over: Option<Dollars>,
}

impl ShopConfig {
    /// Creates the configuration with this payment provider, the specification's fees and this support.
    pub fn new(payments: PaymentsConfig, free_standard_over: Option<Cents>, support: Support) -> Self {
        let free_standard_over = free_standard_over.map(Dollars);
        Self {
            payments,
            checkout: CheckoutConfig {
                tax_rate: f64::from(TAX_BASIS_POINTS) / 10_000.0,
                free_standard_over,
                delivery_methods: DeliveryMethod::ALL.into_iter().map(DeliveryMethodOffer::of).collect(),
            },
            cart: CartConfig {
                estimated_shipping: Dollars(Cents(5_99)),
                free_shipping_over: free_standard_over,
            },
            support_email: support.email,
            support_phone: support.phone,
        }
    }

    /// The configuration with the sandbox provider, the default fees and the default support address.
    pub fn sandbox() -> Self {
        let provider = PaymentProvider::Sandbox;
        let payments = PaymentsConfig { provider, publishable_key: None, test_mode: true };
        let support = Support { email: "support@greenstall.example".to_owned(), phone: None };
        Self::new(payments, Some(Cents(50_00)), support)
    }
}

impl DeliveryMethodOffer {
    fn of(method: DeliveryMethod) -> Self {
        let (title, description, time) = match method {
            DeliveryMethod::Pickup => {
                ("Store Pickup", "Collect your order at the merchant's address.", "Ready in 2-4 hours")
            }
            DeliveryMethod::StandardDelivery => {
                ("Standard Delivery", "Delivered to your door.", "2-5 business days")
            }
            DeliveryMethod::SameDayDelivery => {
                ("Same Day Delivery", "Delivered to your door today.", "Within 24 hours")
            }
        };
        Self {
            id: method,
            title: title.to_owned(),
            description: description.to_owned(),
            time: time.to_owned(),
            price: Dollars(method.fee()),
        }
    }
}
