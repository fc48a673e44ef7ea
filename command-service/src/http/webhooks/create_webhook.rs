//! `POST /webhooks`: name an address that gets messages.

use axum::extract::State;
use domain::{
    form::{FieldRefusal, first_text},
    webhook::create_webhook::{Refusal, WebhookForm},
};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Seller, extract::Json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    password::{PasswordMissing, given},
    rate_limit::admit,
};
use crate::{
    application::accounts::{self, AccountPorts, PasswordRefusal, WebhookRefusal},
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{TooMany, refusals},
    },
    webhooks::{Messenger, Reach, shown_secret},
};

#[derive(Deserialize, ToSchema)]
pub(crate) struct CreateWebhookRequest {
    /// The address that gets the messages. It begins with `https://` and leads to a public host.
    #[schema(value_type = String)]
    url: Option<String>,
    /// The types of the messages, such as `order.placed`, `order.cancelled`, `product.approved`.
    #[schema(value_type = Vec<String>)]
    types: Option<Vec<String>>,
    /// The caller's password: a webhook outlives the session.
    #[serde(rename = "currentPassword")]
    #[schema(value_type = String)]
    current_password: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WebhookCreated {
    /// Always true.
    success: bool,
    /// The secret that signs the messages. It is shown only here.
    secret: String,
    webhook: CreatedWebhook,
}

/// A new webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedWebhook {
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same as `_id`.
    id: Uuid,
    url: String,
    types: Vec<&'static str>,
}

/// Create a webhook
///
/// From now on the address gets a message (a `POST` with JSON) about each event of these types: of the merchant's orders and
/// products, or, for an admin, of all merchants'. Messages are signed by Standard Webhooks, and come at least once: a
/// repetition has the same `webhook-id`. An answer other than 2xx is an error: the message is sent again for a day and a
/// half. A webhook that accepts nothing in that time is paused. An owner has at most 10 webhooks.
#[utoipa::path(
    post,
    path = "/webhooks",
    tag = "webhooks",
    request_body(content = CreateWebhookRequest,
        example = json!({"url": "https://till.example/hooks", "types": ["order.placed", "order.cancelled"],
            "currentPassword": "Secret-1!"})),
    responses(
        (status = 201, body = WebhookCreated, headers(("Greenstall-Position" = u64)), description = "It gets messages",
            example = json!({"success": true, "secret": "whsec_…", "webhook": {
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                "url": "https://till.example/hooks", "types": ["order.placed", "order.cancelled"],
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn create_webhook(
    State(ports): State<AccountPorts>,
    State(messenger): State<Messenger>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    Json(request): Json<CreateWebhookRequest>,
) -> Result<Answer<WebhookCreated>, Refused> {
    let CreateWebhookRequest { url, types, current_password } = request;
    let form = WebhookForm {
        url: url.unwrap_or_default(),
        types: types.unwrap_or_default(),
        allows_http: messenger.reach == Reach::Private,
    };
    let webhook = form.check().map_err(Faults)?;
    if !messenger.accepts(webhook.url()) {
        return Err(fault("url", "The address must lead to a public host").into());
    }
    let password = given(current_password)?;
    admit(&ports.limits, &caller, provenance.at)?;
    let (url, types) = (webhook.url().to_owned(), webhook.types());
    let (id, position) = accounts::create_webhook(&ports, &caller, &provenance, webhook, &password).await?;
    let webhook = CreatedWebhook { underscore_id: id.uuid(), id: id.uuid(), url, types };
    let secret = shown_secret(&ports.tokens, id, 0);
    Ok(Answer::created(position, WebhookCreated { success: true, secret, webhook }).secret())
}

fn fault(field: &'static str, text: &'static str) -> Faults {
    Faults(vec![FieldRefusal::new(field, text)])
}

/// The faults of the form.
#[derive(Debug, thiserror::Error)]
#[error("{}", first_text(.0))]
pub(crate) struct Faults(Vec<FieldRefusal>);

refusals! {
    Refused or CROWDED, ERASED from WebhookRefusal {
        WebhookRefusal::Password(PasswordRefusal::Wrong) =>
            Invalid.in_field("currentPassword") when "The current password is wrong",
        WebhookRefusal::Password(PasswordRefusal::TooManyFailures { retry_in }) =>
            TooMany.retry_in(*retry_in) when "Too many wrong passwords; `Retry-After` says how long to wait",
        WebhookRefusal::Refused(Refusal::Full) => Conflict when "The owner has 10 webhooks",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 60 changes in an hour",
    }
    from Faults {
        Faults(faults) => Invalid.in_fields(faults)
            when "The address is not https or not public, or no type is given or known",
    }
    from PasswordMissing {
        _ => Invalid.in_field(PasswordMissing::FIELD) when "The current password is missing",
    }
}
