//! `DELETE /webhooks/{id}`: remove a webhook.

use std::sync::Arc;

use axum::extract::State;
use domain::webhook::{NotFound, remove_webhook::RemoveWebhook};
use service_kit::{caller::Seller, extract::Path};

use super::rate_limit::admit;
use crate::{
    application::Writer,
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{TooMany, parse_id, refusals},
    },
    limits::Limits,
};

/// Remove a webhook
///
/// Messages that wait for it are not sent any more.
#[utoipa::path(
    delete,
    path = "/webhooks/{id}",
    tag = "webhooks",
    params(("id" = Uuid, Path, description = "The webhook")),
    responses(
        (status = 200, body = Done, headers(("Greenstall-Position" = u64)), description = "It is removed",
            example = json!({"success": true})),
    ),
    security(("bearer" = []), ("apiKey" = ["webhooks:write"])),
)]
pub(crate) async fn remove_webhook(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    Path(id): Path<String>,
) -> Result<Answer<Done>, Refused> {
    let webhook_id = parse_id(&id, NotFound)?;
    admit(&limits, &caller, provenance.at)?;
    let command = RemoveWebhook { owner: caller.webhook_owner(), webhook_id };
    Ok(Answer::ok(writer.execute_for_position(&provenance, &command).await?, Done::OK))
}

refusals! {
    Refused from NotFound {
        NotFound => NotFound when "No such webhook, or another owner's",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 60 changes in an hour",
    }
}
