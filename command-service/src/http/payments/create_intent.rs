//! `POST /payments/create-intent`: price a cart, hold its stock for 15 minutes and request the payment.

use std::net::IpAddr;

use axum::extract::State;
use domain::{
    checkout::{
        shipping_form,
        start_checkout::{CartItem, Refusal as Cart},
    },
    form::FieldRefusal,
    shopper::open_checkout::Refusal as Limit,
};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Caller, extract::Json};
use shared_events::{
    Cents,
    ids::ProductId,
    money::Dollars,
    shop::{Amounts, DeliveryMethod},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::forms::{BillingForm, ShippingForm};
use crate::{
    application::{
        CommandAttempt,
        checkout::{self, CheckoutPorts, OpenCheckout, Refusal},
    },
    client_address::ClientAddress,
    http::{answer::Answer, command::Admitted, refusal::refusals},
    payments::ProviderIntent,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateIntentRequest {
    /// The total that the customer was shown, in US dollars, rounded to a cent.
    amount: f64,
    /// `usd`.
    #[serde(default = "usd")]
    currency: String,
    #[serde(default)]
    shipping: ShippingForm,
    #[serde(default)]
    billing: BillingForm,
    #[serde(default)]
    items: Vec<IntentItem>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct IntentItem {
    /// The product's id.
    id: String,
    /// Ignored: names and prices come from the shop's own data.
    #[serde(default, rename = "name")]
    _name: String,
    /// Ignored: names and prices come from the shop's own data.
    #[serde(default, rename = "price")]
    _price: f64,
    quantity: u32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IntentCreated {
    /// Always true.
    success: bool,
    payment_intent: PaymentIntent,
    /// Lets the customer's browser confirm the payment.
    client_secret: String,
    checkout: CheckoutAmounts,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PaymentIntent {
    id: String,
    /// `requires_payment_method`, `requires_action`, `processing`, `succeeded` or `canceled`.
    status: String,
    client_secret: String,
}

impl From<ProviderIntent> for PaymentIntent {
    fn from(intent: ProviderIntent) -> Self {
        Self { id: intent.id, status: intent.status.as_str().to_owned(), client_secret: intent.client_secret }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckoutAmounts {
    subtotal: Dollars,
    tax: Dollars,
    delivery_fee: Dollars,
    total: Dollars,
}

impl From<Amounts> for CheckoutAmounts {
    fn from(Amounts { subtotal, tax, delivery_fee, total }: Amounts) -> Self {
        Self {
            subtotal: subtotal.into(),
            tax: tax.into(),
            delivery_fee: delivery_fee.into(),
            total: total.into(),
        }
    }
}

/// Open a checkout and request its payment
///
/// Prices come from the shop's own data; a total that differs by a cent is refused. The units of every line are held
/// for 15 minutes. A second checkout by the same customer replaces the first and keeps the expiry of its hold. An
/// account that lets three holds expire unpaid within a day waits an hour. An account holds goods for at most $1,000, or
/// ten times what it has paid for, kept and received in delivered orders; a network address (IPv6: a /48 network) has at
/// most 20 open holds of accounts without a delivered order.
#[utoipa::path(
    post,
    path = "/payments/create-intent",
    tag = "payments",
    request_body(content = CreateIntentRequest, example = json!({
        "amount": 7.56, "currency": "usd",
        "shipping": {
            "firstName": "Cora", "lastName": "Customer", "email": "cora@market.example", "phone": "",
            "address": "2 Market Street", "city": "Burlington", "state": "VT", "zipCode": "05401", "country": "US",
            "deliveryMethod": "pickup", "deliveryInstructions": "",
        },
        "billing": {"sameAsShipping": true},
        "items": [{"id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "name": "San Marzano Tomatoes", "price": 3.5, "quantity": 2}],
    })),
    responses(
        (status = 200, body = IntentCreated, headers(("Greenstall-Position" = u64)),
            description = "The payment waits for the customer",
            example = json!({
                "success": true,
                "paymentIntent": {"id": "pi_1", "status": "requires_payment_method", "client_secret": "pi_1_secret_2"},
                "clientSecret": "pi_1_secret_2",
                "checkout": {"subtotal": 7.0, "tax": 0.56, "deliveryFee": 0.0, "total": 7.56},
            })),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn create_intent(
    State(ports): State<CheckoutPorts>,
    attempt: CommandAttempt,
    Admitted(caller): Admitted<Caller>,
    ClientAddress(address): ClientAddress,
    Json(request): Json<CreateIntentRequest>,
) -> Result<Answer<IntentCreated>, Refused> {
    let command = request.into_command(address)?;
    let provenance = attempt.by(caller.actor());
    let opened = checkout::open_checkout(&ports, &*attempt.ids, &provenance, caller.account, command).await?;
    let body = IntentCreated {
        success: true,
        client_secret: opened.intent.client_secret.clone(),
        payment_intent: opened.intent.into(),
        checkout: opened.amounts.into(),
    };
    Ok(Answer::ok(opened.position, body))
}

impl CreateIntentRequest {
    fn into_command(self, address: Option<IpAddr>) -> Result<OpenCheckout, FieldRefusal> {
        if !self.currency.eq_ignore_ascii_case("usd") {
            return Err(FieldRefusal::new("currency", "Prices are in US dollars"));
        }
        let cart = self.items.iter().map(|item| CartItem {
            product_id: item.id.parse().unwrap_or(NO_PRODUCT),
            quantity: item.quantity,
        });
        Ok(OpenCheckout {
            cart: cart.collect(),
            delivery_method: method(&self.shipping.delivery_method)?,
            shipping: self.shipping.into(),
            billing: self.billing.into(),
            // Document 1 adds an unrounded tax to the total, so the amount is rounded to the cent that is
            // displayed.
            amount: Cents::nearest_to(self.amount),
            address,
        })
    }
}

/// A malformed id refers to no product of the shop. It is refused like a missing product, after the form was checked.
const NO_PRODUCT: ProductId = ProductId::new(Uuid::nil());

fn method(name: &str) -> Result<DeliveryMethod, FieldRefusal> {
    if name.is_empty() {
        return Ok(DeliveryMethod::StandardDelivery);
    }
    let found = DeliveryMethod::ALL.into_iter().find(|method| method.as_str() == name);
    found.ok_or_else(|| FieldRefusal::new("shipping.deliveryMethod", "Please choose a delivery method"))
}

fn usd() -> String {
    "usd".to_owned()
}

refusals! {
    Refused or ERASED, DECLINED from Refusal {
        Refusal::Form(shipping_form::Refusal::Missing(missing)) =>
            Invalid.in_fields(missing) when "The form is not filled in properly",
        Refusal::Form(shipping_form::Refusal::Field(field)) =>
            Invalid.in_fields([field]) when "The form is not filled in properly",
        Refusal::Cart(Cart::EmptyCart | Cart::TooManyProducts | Cart::BadQuantity) =>
            Invalid when "The form is not filled in properly",
        Refusal::Cart(Cart::NotOffered(_)) => Invalid when "The delivery method cannot be had, or no card pays so little or so much",
        Refusal::TooMuchForProvider(_) | Refusal::NotAccepted =>
            Invalid when "The payment provider does not accept the payment",
        Refusal::Cart(Cart::OwnProducts(_)) => Invalid when "A product is the customer's own",
        Refusal::Limit(Limit::TooMuchForAccount { .. }) =>
            Invalid when "The goods are worth more than the account may hold",
        Refusal::Cart(Cart::PricesChanged) => Conflict when "Prices have changed",
        Refusal::Cart(Cart::Unavailable(_)) | Refusal::NotEnough(_) =>
            Conflict when "Less is left than was asked for",
        Refusal::Cart(Cart::NumberTaken) | Refusal::Limit(Limit::Moved) | Refusal::Replaced(_) =>
            Conflict when "The customer has opened another checkout meanwhile",
        Refusal::Limit(Limit::TooManyUnpaid { retry_in }) | Refusal::Network { retry_in, .. } => TooMany.retry_in(*retry_in) when
            "Too many unpaid holds of the account or of its network address; `Retry-After` says how long to wait",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The form is not filled in properly",
    }
}
