//! `POST /webhooks/{id}/deliveries/{delivery}/redeliver`: send one message once more.

use std::{convert::Infallible, sync::Arc};

use axum::extract::State;
use domain::delivery::{Delivery, Request};
use service_kit::{caller::Seller, extract::Path};
use shared_events::ids::{DeliveryId, WebhookId};

use crate::{
    application::{Writer, load, webhooks},
    http::{
        answer::Answer,
        command::CommandBy,
        done::Done,
        refusal::{TooMany, parse_id, refusals},
    },
    limits::Limits,
};

/// Send a message once more
///
/// The message of this delivery, with the same `webhook-id` as before. It is another delivery.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/deliveries/{delivery}/redeliver",
    tag = "webhooks",
    params(
        ("id" = Uuid, Path, description = "The webhook"),
        ("delivery" = Uuid, Path, description = "The delivery"),
    ),
    responses(
        (status = 202, body = Done, headers(("Greenstall-Position" = u64)), description = "It will be sent",
            example = json!({"success": true})),
    ),
    security(("bearer" = []), ("apiKey" = ["webhooks:write"])),
)]
pub(crate) async fn redeliver(
    State(writer): State<Writer>,
    State(limits): State<Arc<Limits>>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    Path((id, delivery)): Path<(String, String)>,
) -> Result<Answer<Done>, Refused> {
    let webhook_id: WebhookId = parse_id(&id, Refusal::NotFound)?;
    let owner = caller.webhook_owner();
    let owned = webhooks::webhooks_of(&writer, &provenance, owner).await?;
    let webhook = owned.all.get(&webhook_id).ok_or(Refusal::NotFound)?;
    let delivery_id: DeliveryId = parse_id(&delivery, Refusal::NoDelivery)?;
    let found = load::<Delivery, Infallible>(&writer.log, delivery_id.uuid()).await?.state;
    let is_theirs = |request: &Request| (request.owner, request.webhook_id) == (owner, webhook_id);
    let request = found.request.filter(is_theirs).ok_or(Refusal::NoDelivery)?;
    if webhook.paused.is_some() {
        return Err(Refusal::Paused.into());
    }
    let admitted = limits.redeliveries.admit(caller.account, provenance.at);
    admitted.map_err(TooMany::saying("Too many messages were sent again. Please try again later."))?;
    Ok(Answer::accepted(webhooks::redeliver(&writer, &provenance, request).await?, Done::OK))
}

/// Reasons not to send a message again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("Webhook not found")]
    NotFound,
    #[error("Delivery not found")]
    NoDelivery,
    #[error("The webhook is paused. Please resume it first.")]
    Paused,
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound => NotFound when "No such webhook, or another owner's",
        Refusal::NoDelivery => NotFound when "No such delivery of the webhook",
        Refusal::Paused => Conflict when "The webhook is paused",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 500 messages in an hour",
    }
}
