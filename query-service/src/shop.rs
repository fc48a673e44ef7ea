//! The shop's configuration, for the UI.

use serde::{Deserialize, Serialize};
use shared_events::{
    Cents,
    money::Dollars,
    shop::{DeliveryMethod, TAX_BASIS_POINTS},
};
use utoipa::ToSchema;

use crate::model::DeliveryMethodName;

/// What the UI must know of how this shop is run: the answer of `GET /config`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopConfig {
    /// How people pay.
    pub payments: PaymentsConfig,
    /// What a checkout charges.
    pub checkout: CheckoutConfig,
    /// What the cart page estimates.
    pub cart: CartConfig,
    /// Where customers write to with questions about an order.
    pub support_email: String,
}

/// How people pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsConfig {
    /// Who takes the card.
    pub provider: PaymentProvider,
    /// The provider's public key, if it has one.
    #[schema(required)]
    pub publishable_key: Option<String>,
    /// No real money moves.
    pub test_mode: bool,
}

/// Who takes the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentProvider {
    /// The built-in one, with test cards.
    Sandbox,
    /// Stripe.
    Stripe,
}

/// What a checkout charges.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutConfig {
    /// Share of the subtotal: `0.08`.
    pub tax_rate: f64,
    /// Standard delivery is free above this many US dollars; null: never.
    #[schema(required)]
    pub free_standard_over: Option<Dollars>,
    /// Cheapest first.
    pub delivery_methods: Vec<DeliveryMethodOffer>,
}

/// One way in which a checkout can be delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeliveryMethodOffer {
    /// What `create-intent` takes as `deliveryMethod`.
    #[schema(value_type = DeliveryMethodName)]
    pub id: DeliveryMethod,
    /// `Store Pickup`
    pub title: String,
    /// One sentence.
    pub description: String,
    /// `2-5 business days`
    pub time: String,
    /// In US dollars.
    pub price: Dollars,
}

/// What the cart page estimates before a delivery method is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartConfig {
    /// In US dollars.
    pub estimated_shipping: Dollars,
    /// The estimate is 0 above this many US dollars; null: never.
    #[schema(required)]
    pub free_shipping_over: Option<Dollars>,
}

impl ShopConfig {
    /// Creates the configuration with this payment provider, the specification's fees and this support address.
    pub fn new(payments: PaymentsConfig, free_standard_over: Option<Cents>, support_email: String) -> Self {
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
            support_email,
        }
    }

    /// The configuration with the sandbox provider, the default fees and the default support address.
    pub fn sandbox() -> Self {
        let provider = PaymentProvider::Sandbox;
        let payments = PaymentsConfig { provider, publishable_key: None, test_mode: true };
        Self::new(payments, Some(Cents(50_00)), "support@greenstall.example".to_owned())
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
