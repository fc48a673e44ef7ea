//! `POST /payments/sandbox/{intentId}/confirm`: the sandbox provider's side of a payment. With another provider, the
//! browser calls that provider instead.

use axum::extract::State;
use serde::Deserialize;
use service_kit::extract::{Json, Path};
use utoipa::ToSchema;

use super::create_intent::PaymentIntent;
use crate::{
    application::{CommandAttempt, Failure, checkout::CheckoutPorts},
    http::{refusal::refusals, webhooks},
    payments::{
        IntentStatus, ProviderIntent,
        sandbox::{Card, CardError, ConfirmError, Declined, Sandbox, Webhook},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfirmRequest {
    client_secret: String,
    card: CardForm,
    /// Whether the customer has authenticated after `requires_action`.
    #[serde(default)]
    authenticated: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CardForm {
    /// With or without spaces.
    number: String,
    /// 1 to 12.
    exp_month: u32,
    /// Four digits.
    exp_year: i32,
    /// Three or four digits.
    cvc: String,
}

impl From<CardForm> for Card {
    fn from(form: CardForm) -> Self {
        Self { number: form.number, exp_month: form.exp_month, exp_year: form.exp_year, cvc: form.cvc }
    }
}

/// Pay with a test card
///
/// 4242 4242 4242 4242 succeeds, 4000 0025 0000 3155 requires authentication first, and other cards are declined.
/// After a decline, the same payment can be paid with another card. The client secret grants the permission.
#[utoipa::path(
    post,
    path = "/payments/sandbox/{intentId}/confirm",
    tag = "payments",
    params(("intentId" = String, Path, description = "The payment")),
    request_body(content = ConfirmRequest, example = json!({
        "clientSecret": "pi_1_secret_2",
        "card": {"number": "4242 4242 4242 4242", "expMonth": 12, "expYear": 2035, "cvc": "123"},
    })),
    responses(
        (status = 200, body = PaymentIntent,
            description = "Where the payment stands now",
            example = json!({"id": "pi_1", "status": "succeeded", "client_secret": "pi_1_secret_2"})),
    ),
)]
pub(crate) async fn confirm_sandbox(
    State(sandbox): State<Option<Sandbox>>,
    State(ports): State<CheckoutPorts>,
    attempt: CommandAttempt,
    Path(intent): Path<String>,
    Json(request): Json<ConfirmRequest>,
) -> Result<Json<PaymentIntent>, Refused> {
    // Postgres cannot search for a text with NUL, and no payment has such an id.
    let sandbox = sandbox.filter(|_| !intent.contains('\0'));
    let sandbox = sandbox.ok_or(ConfirmError::NotFound)?;
    let card = Card::from(request.card);
    let confirmed = sandbox.confirm(&intent, &request.client_secret, &card, request.authenticated).await;
    let intent = confirmed.map_err(Failure::<ConfirmError>::from)??;
    if intent.status == IntentStatus::Succeeded {
        notify_shop(&ports, &attempt, &sandbox, &intent).await;
    }
    Ok(Json(intent.into()))
}

/// Sends the shop the webhook that a real provider would send. The customer has already paid, so a failure here
/// is left to the process manager `settle_or_close_checkouts`.
async fn notify_shop(
    ports: &CheckoutPorts,
    attempt: &CommandAttempt,
    sandbox: &Sandbox,
    intent: &ProviderIntent,
) {
    let Webhook { signature, body } = sandbox.succeeded(intent);
    if let Err(refused) = webhooks::take(ports, attempt, &signature, &body).await {
        tracing::warn!(checkout = %intent.checkout_id, ?refused, "cannot notify the shop of a payment; settle_or_close_checkouts will settle it");
    }
}

refusals! {
    Refused or DECLINED from ConfirmError {
        ConfirmError::NotFound =>
            NotFound when "No such payment, another's client secret, or another provider takes the cards",
        ConfirmError::Card(CardError::Number) => Invalid.in_field("card.number") when "This cannot be a card",
        ConfirmError::Card(CardError::Expiry) => Invalid.in_field("card.expMonth") when "This cannot be a card",
        ConfirmError::Card(CardError::Cvc) => Invalid.in_field("card.cvc") when "This cannot be a card",
        ConfirmError::Declined(Declined::InsufficientFunds | Declined::Declined) => PaymentDeclined when "Declined",
        ConfirmError::Declined(Declined::Cancelled) => Conflict when "The payment was cancelled",
    }
}
