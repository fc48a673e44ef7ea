//! `POST /webhooks/stripe`: receives the payment provider's messages, which are authenticated by their
//! signature.

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{HeaderMap, StatusCode},
};
use serde::Serialize;
use service_kit::{Code, Problem, problem::ProblemBody};
use shared_events::{Actor, Position};
use utoipa::ToSchema;

use crate::{App, application::checkout, http::answer::Answer};

/// The header with the signature.
pub(crate) const SIGNATURE: &str = "stripe-signature";

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Received {
    /// Always true.
    success: bool,
    /// Always true.
    received: bool,
}

/// Hear what the payment provider tells
///
/// Messages may come twice, late and in any order. A payment that succeeded becomes orders; refunds that were made at the
/// provider itself and disputes are written down. Kinds of events that the shop does nothing about are answered with 200,
/// too. Any other answer makes the provider send the message again later.
#[utoipa::path(
    post,
    path = "/webhooks/stripe",
    tag = "payments",
    params(("Stripe-Signature" = String, Header,
        description = "`t=<seconds>,v1=<HMAC-SHA256 of \"<seconds>.<body>\">`, not older than five minutes; one of several `v1` must fit")),
    request_body(content = serde_json::Value, content_type = "application/json", example = json!({
        "id": "evt_1", "object": "event", "type": "payment_intent.succeeded",
        "data": {"object": {"id": "pi_1", "metadata": {"checkout": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c"}}},
    })),
    responses(
        (status = 200, body = Received, headers(("Greenstall-Position" = u64)),
            description = "The message was heard", example = json!({"success": true, "received": true})),
        (status = 400, body = ProblemBody, description = "The signature is missing, wrong or too old, or the body is no event"),
        (status = 413, body = ProblemBody, description = "Too large"),
        (status = 503, body = ProblemBody, description = "Something that is needed is not reachable: send it again"),
    ),
)]
pub(crate) async fn stripe(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Answer<Received>, Problem> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(Code::TooLarge, "The request is too large"),
        _ => Problem::new(Code::Malformed, "The body cannot be read"),
    })?;
    let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let position = take(&app, signature, &body).await?;
    Ok(Answer::ok(position, Received { success: true, received: true }))
}

/// Handles a message, over HTTP or from the sandbox.
pub(crate) async fn take(app: &App, signature: &str, body: &[u8]) -> Result<Position, Problem> {
    let notice = app.payments.notice(signature, body, app.clock.now());
    let notice = notice.map_err(|error| Problem::new(Code::Malformed, error.to_string()))?;
    let provenance = app.command_by(Actor::system(app.payments.name()));
    checkout::hear(app, &provenance, &notice)
        .await
        .map_err(|failure| failure.into_problem(|refusal| match refusal {}))
}
