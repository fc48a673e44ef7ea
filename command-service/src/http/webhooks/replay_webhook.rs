//! `POST /webhooks/{id}/replay`: send messages about past events once more.

use std::{convert::Infallible, sync::Arc};

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::{
    Command,
    webhook::replay_webhook::{Refusal, ReplayWebhook},
};
use serde::Deserialize;
use service_kit::{
    caller::Seller,
    extract::{Json, Path},
};
use shared_events::{
    Position,
    ids::{ReplayId, WebhookId},
};
use utoipa::ToSchema;

use crate::{
    application::{Failure, Writer, webhooks::webhooks_of},
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{TooMany, parse_id, refusals},
    },
    limits::Limits,
};

/// The body. One of the two is given.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReplayRequest {
    /// The position of the log after which the messages begin: 0 for all.
    #[schema(minimum = 0, nullable = false)]
    after: Option<u64>,
    /// The time from which on events have their messages sent again.
    #[schema(nullable = false)]
    since: Option<DateTime<Utc>>,
}

/// Replay messages
///
/// Sends the messages of the webhook's types about all events from a time on, or after a position of the log, also about
/// those before the webhook was created. Messages that were sent before have the same `webhook-id` as then. At most 1,000
/// messages are sent; `replay` in the list of webhooks says how far it is, and whether there may be more: then replay again
/// after its `after`. A webhook has one replay at a time. A pause ends it.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/replay",
    tag = "webhooks",
    params(("id" = Uuid, Path, description = "The webhook")),
    request_body(content = ReplayRequest, example = json!({"since": "2026-11-26T12:00:00Z"})),
    responses(
        (status = 202, body = Done, headers(("Greenstall-Position" = u64)), description = "They will be sent",
            example = json!({"success": true})),
    ),
    security(("bearer" = []), ("apiKey" = ["webhooks:write"])),
)]
pub(crate) async fn replay_webhook(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    Path(id): Path<String>,
    Json(request): Json<ReplayRequest>,
) -> Result<Answer<Done>, Refused> {
    let webhook_id: WebhookId = parse_id(&id, Refusal::NotFound)?;
    let (after, since) = match (request.after.map(Position), request.since) {
        (Some(after), None) => (after, None),
        (None, Some(since)) => (Position::START, Some(since)),
        _ => return Err(Unclear::OneOfBoth.into()),
    };
    if after > writer.log.head().await.map_err(Failure::<Infallible>::from)? {
        return Err(Unclear::BeyondTheLog.into());
    }
    let replay_id = ReplayId::derived(provenance.command_id, "replay");
    let owner = caller.webhook_owner();
    let command = ReplayWebhook { owner, webhook_id, replay_id, after, since };
    // A replay that is refused does not count.
    command.decide(&webhooks_of(&writer, &provenance, owner).await?)?;
    let admitted = limits.replays.admit(caller.account, provenance.at);
    admitted.map_err(TooMany::saying("Too many replays. Please try again later."))?;
    Ok(Answer::accepted(writer.execute_for_position(&provenance, &command).await?, Done::OK))
}

/// Why it is not clear which messages are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unclear {
    #[error("Please give either a position (after) or a time (since)")]
    OneOfBoth,
    #[error("The log has no such position yet")]
    BeyondTheLog,
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such webhook, or another owner's",
        Refusal::Paused => Conflict when "The webhook is paused",
        Refusal::Running => Conflict when "Another replay is running",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 20 replays in a day",
    }
    from Unclear {
        _ => Invalid.in_field("after") when "Not exactly one of `after` and `since` is given, or the log has no such position",
    }
}
