//! `POST /contact`: a person writes to support.

use std::sync::Arc;

use axum::extract::State;
use domain::inquiry::receive_inquiry::{InquiryForm, ReceiveInquiry, Refusal};
use serde::{Deserialize, Serialize};
use service_kit::{
    caller::{Caller, Visitor},
    extract::Json,
};
use shared_events::{Actor, ids::InquiryId};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    application::{CommandAttempt, Writer},
    client_address::ClientAddress,
    http::{
        answer::Answer,
        refusal::{TooMany, refusals},
    },
    limits::Limits,
};

/// Shown when an inquiry was received.
const THANKS: &str = "Thank you for your message! We'll get back to you within 24 hours.";

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct InquiryRequest {
    /// At most 100 characters.
    #[schema(value_type = String)]
    name: Option<String>,
    /// The e-mail address for the answer.
    #[schema(value_type = String)]
    email: Option<String>,
    /// `general` (when left out), `merchant`, `customer`, `technical` or `partnership`.
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    kind: Option<String>,
    /// At most 150 characters.
    #[schema(value_type = String)]
    subject: Option<String>,
    /// At most 5000 characters.
    #[schema(value_type = String)]
    message: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InquirySent {
    /// Always true.
    success: bool,
    /// The text for people.
    message: String,
    inquiry: SentInquiry,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SentInquiry {
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    id: Uuid,
}

/// Write to support
///
/// The message is stored and mailed to support. No log-in is needed.
#[utoipa::path(
    post,
    path = "/contact",
    tag = "contact",
    request_body(content = InquiryRequest, example = json!({
        "name": "Anna Smith", "email": "anna@example.com", "type": "technical", "subject": "The map stays empty",
        "message": "I see no map near Burlington.",
    })),
    responses(
        (status = 201, body = InquirySent, description = "Received",
            example = json!({
                "success": true, "message": "Thank you for your message! We'll get back to you within 24 hours.",
                "inquiry": {
                    "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                },
            })),
    ),
)]
pub(crate) async fn send_inquiry(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    attempt: CommandAttempt,
    Visitor(visitor): Visitor,
    ClientAddress(address): ClientAddress,
    Json(request): Json<InquiryRequest>,
) -> Result<Answer<InquirySent>, Refused> {
    let actor = visitor.as_ref().map_or(Actor::system("contact form"), Caller::actor);
    let provenance = attempt.by(actor);
    let id = InquiryId::derived(provenance.command_id, "inquiry");
    let command = ReceiveInquiry::new(id, visitor.map(|caller| caller.account), &request.into())?;
    if let Some(address) = address {
        let admitted = limits.inquiries.admit(address, attempt.clock.now());
        admitted.map_err(TooMany::saying("Too many messages. Please try again later."))?;
    }
    let executed = writer.execute(&provenance, &command).await?;
    let inquiry = SentInquiry { underscore_id: id.uuid(), id: id.uuid() };
    let body = InquirySent { success: true, message: THANKS.to_owned(), inquiry };
    Ok(Answer::created(executed.position, body).without_position())
}

refusals! {
    Refused from Refusal {
        Refusal(faults) =>
            Invalid.in_fields(faults) when "A rule is broken (`message` is the first one, `errors` has all)",
    }
    from TooMany {
        limit =>
            TooMany.retry_in(limit.retry_in) when "More than 20 messages from one network address within an hour",
    }
}

impl From<InquiryRequest> for InquiryForm {
    fn from(request: InquiryRequest) -> Self {
        Self {
            name: request.name.unwrap_or_default(),
            email: request.email.unwrap_or_default(),
            kind: request.kind,
            subject: request.subject.unwrap_or_default(),
            message: request.message.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use chrono::TimeDelta;
    use serde_json::{Value, json};

    use crate::http::testing::{Shop, from_address};

    fn form() -> Value {
        json!({"name": "Anna", "email": "anna@example.com", "subject": "Hello", "message": "Is there a map?"})
    }

    #[tokio::test]
    async fn an_inquiry_is_stored_and_confirmed() {
        let shop = Shop::open();
        let reply = shop.post("/contact", None, &form()).await;
        let body = reply.done_for_visitor(StatusCode::CREATED);
        assert_eq!(body["message"], "Thank you for your message! We'll get back to you within 24 hours.");
        let id = body["inquiry"]["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(shop.history("inquiry", id).await, ["InquiryReceived"]);
    }

    #[tokio::test]
    async fn an_empty_form_is_refused_field_by_field() {
        let shop = Shop::open();
        let reply = shop.post("/contact", None, &json!({"email": "anna"})).await;
        assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), "Name is required");
        let fields: Vec<&str> = reply.body["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["field"].as_str().unwrap())
            .collect();
        assert_eq!(fields, ["name", "email", "subject", "message"]);
        shop.refuses_odd_bodies(Method::POST, "/contact", None).await;
    }

    #[tokio::test]
    async fn one_address_cannot_flood_support() {
        let shop = Shop::open();
        let send = async |form: &Value| {
            shop.send(from_address("/contact", "192.0.2.7:9999".parse().unwrap(), form)).await
        };
        for _ in 0..20 {
            send(&form()).await.done_for_visitor(StatusCode::CREATED);
            assert_eq!(send(&json!({})).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let reply = send(&form()).await;
        assert_eq!(
            reply.refused(StatusCode::TOO_MANY_REQUESTS),
            "Too many messages. Please try again later."
        );
        assert_eq!(reply.headers["retry-after"], "3600");
        shop.clock.advance(TimeDelta::hours(1));
        send(&form()).await.done_for_visitor(StatusCode::CREATED);
    }

    #[tokio::test]
    async fn the_networks_of_one_ipv6_site_cannot_flood_support() {
        let shop = Shop::open();
        let mut sent = 0;
        for network in 0..130 {
            let address = format!("[2001:db8:c:{network:x}::1]:9999").parse().unwrap();
            let reply = shop.send(from_address("/contact", address, &form())).await;
            sent += u32::from(reply.status == StatusCode::CREATED);
        }
        println!("{sent} of 130 letters from 130 networks of one site");
        assert_eq!(sent, 20);
    }
}
