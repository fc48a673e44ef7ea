//! `POST /auth/verify-email`: verify an address with a mailed link.

use axum::extract::State;
use domain::account::verify_email::Refusal;
use serde::Deserialize;
use service_kit::{caller::Visitor, extract::Json};
use utoipa::ToSchema;

use super::reset_limit;
use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts, VerifyRefusal},
    },
    client_address::ClientAddress,
    http::{
        answer::Answer,
        done::DoneWithMessage,
        refusal::{TooMany, refusals},
    },
};

#[derive(Deserialize, ToSchema)]
pub(crate) struct VerifyEmailRequest {
    /// The token of the mailed link.
    #[schema(value_type = String)]
    pub(super) token: Option<String>,
}

/// Verify an e-mail address with a mailed link
///
/// Verifies the address of a new account, or makes a pending address the account's own. A link works once, within 24
/// hours, and only if no later link was requested; the link to a pending address works only while the password stays
/// the same. No log-in is needed.
#[utoipa::path(
    post,
    path = "/auth/verify-email",
    tag = "auth",
    request_body(content = VerifyEmailRequest, example = json!({"token": "0199c0de…"})),
    responses(
        (status = 200, body = DoneWithMessage, headers(("Greenstall-Position" = u64)),
            description = "The address is verified; the position is for callers who are logged in",
            example = json!({"success": true, "message": "Your email address is verified."})),
    ),
)]
pub(crate) async fn verify_email(
    State(ports): State<AccountPorts>,
    attempt: CommandAttempt,
    Visitor(visitor): Visitor,
    ClientAddress(address): ClientAddress,
    Json(request): Json<VerifyEmailRequest>,
) -> Result<Answer<DoneWithMessage>, Refused> {
    reset_limit::admit(&ports, address)?;
    let position = accounts::verify_email(&ports, &attempt, &request.token.unwrap_or_default()).await?;
    let answer = Answer::ok(position, DoneWithMessage::saying("Your email address is verified."));
    Ok(if visitor.is_some() { answer } else { answer.without_position() })
}

refusals! {
    Refused or ERASED from VerifyRefusal {
        VerifyRefusal::Link(Refusal::AlreadyUsed) => Conflict when "The link was used before",
        VerifyRefusal::Email(_) => Conflict when "The address belongs to another account by now",
        VerifyRefusal::Link(Refusal::LinkIsVoid) => Invalid.in_field("token") when "The link does nothing (any more)",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when
            "More than 30 tries to use a link from one network address within 15 minutes",
    }
}
