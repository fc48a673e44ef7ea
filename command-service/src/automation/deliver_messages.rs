//! Process manager: delivers messages to webhooks, at least once. A message whose receiver does not accept it is sent
//! again later and later. When a webhook accepts nothing for a long time, it is paused: its owner sees why, and has the
//! messages replayed.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::TimeDelta;
use domain::{
    delivery::{
        Delivery, Request,
        give_up::GiveUp,
        record_attempt::{Outcome, RecordAttempt},
    },
    webhook::{Webhook, pause_webhook::PauseWebhook},
};
use event_store::Provenance;
use shared_events::{
    CodecError, Event, RawEvent, Recorded, decode,
    events::{GiveUpReason, PauseReason, WebhookDeliveryEvent},
    ids::DeliveryId,
};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_stream},
};
use crate::{
    App,
    application::{
        Failure, load,
        webhooks::{accepted_after, address_of, first_failure_of, is_active, webhooks_of},
    },
    webhooks::{self, MAX_ON_THEIR_WAY, Message, Place},
};

pub(super) struct DeliverMessages;

/// How long messages wait before it is checked again whether they may be sent.
const DISABLED_WAIT: TimeDelta = TimeDelta::minutes(1);

#[async_trait]
impl ProcessManager for DeliverMessages {
    fn name(&self) -> &'static str {
        "deliver_messages"
    }

    fn category(&self) -> &'static str {
        WebhookDeliveryEvent::CATEGORY
    }

    fn max_running_steps(&self) -> usize {
        MAX_ON_THEIR_WAY
    }

    /// If a stop cut off the send, the receiver would get the message again.
    fn finishes_steps(&self) -> bool {
        true
    }

    /// A step that was interrupted is still due. Making the others due as well would put messages that wait for hours
    /// before the new ones.
    fn begins_with_all(&self) -> bool {
        false
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            WebhookDeliveryEvent::WebhookDeliveryRequested { .. } => {
                Some(step_for_stream(event.recorded_at, event))
            }
            WebhookDeliveryEvent::WebhookDeliverySucceeded { .. }
            | WebhookDeliveryEvent::WebhookDeliveryGivenUp { .. }
            | WebhookDeliveryEvent::WebhookDeliveryFailed { retry_at: None, .. } => {
                Some(AgendaChange::Remove(event.stream.id))
            }
            // The step that failed stays on the agenda.
            WebhookDeliveryEvent::WebhookDeliveryFailed { .. } => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, id: Uuid) -> Result<StepOutcome, String> {
        if !app.messenger.enabled {
            return Ok(StepOutcome::DueAgain(app.clock.now() + DISABLED_WAIT));
        }
        // If this machine cannot send, the step fails, and the message loses none of its attempts.
        app.messenger.sender.ready()?;
        let delivery = load::<Delivery, _>(&app.writer.log, id).await.map_err(told)?.state;
        let Some(request) = &delivery.request else { return Ok(StepOutcome::Done) };
        if delivery.ended {
            return Ok(StepOutcome::Done);
        }
        if let Some(retry_at) = delivery.retry_at.filter(|at| *at > app.clock.now()) {
            return Ok(StepOutcome::DueAgain(retry_at));
        }
        let (delivery_id, webhook_id) = (DeliveryId::new(id), request.webhook_id);
        let give_up = async |reason: GiveUpReason| {
            let command = GiveUp { delivery_id, webhook_id, reason };
            app.writer.execute_for_position(provenance, &command).await.map_err(told)?;
            Ok::<_, String>(StepOutcome::Done)
        };
        // Before the message asks for a place: one that waits for a place may be given up meanwhile.
        let webhook = match receiver(app, provenance, request).await.map_err(told)? {
            Ok(webhook) => webhook,
            Err(reason) => return give_up(reason).await,
        };
        // The place is held until the outcome is recorded: a webhook has no more steps at work than places.
        let place = match app.messenger.lanes.place(request.owner, webhook_id, app.clock.now()) {
            Ok(place) => place,
            Err(next_turn) => return Ok(StepOutcome::DueAgain(next_turn)),
        };
        let address = address_of(&app.writer, (request.owner, webhook_id), webhook.created);
        let Some(url) = address.await.map_err(told)? else {
            return give_up(GiveUpReason::Inactive).await;
        };
        let body = webhooks::body(&app.writer.log, request).await?;
        let begun = Instant::now();
        let outcome = send(app, request, &url, &webhook, body).await;
        let ended = app.clock.now();
        place.took(TimeDelta::from_std(begun.elapsed()).unwrap_or(TimeDelta::MAX), ended);
        if let Outcome::Accepted(_) = outcome {
            place.accepted(ended);
        } else if delivery.has_one_attempt_left()
            // Before the outcome is recorded: if the process dies in between, there is still a step.
            && let Err(failure) =
                pause_if_nothing_is_accepted(app, provenance, request, delivery_id, &place).await
        {
            // The message was sent, so its outcome is recorded. The next message that is given up tries again to pause.
            tracing::warn!(webhook = %webhook_id, %failure, "cannot tell whether to pause the webhook");
        }
        let recorded = record(app, provenance, &delivery, request, id, outcome).await?;
        Ok(recorded.retry_at.map_or(StepOutcome::Done, StepOutcome::DueAgain))
    }
}

/// The webhook that gets a message, or why it gets none.
async fn receiver(
    app: &App,
    provenance: &Provenance,
    request: &Request,
) -> Result<Result<Webhook, GiveUpReason>, Failure<Infallible>> {
    if !is_active(&app.writer, provenance, request.owner).await? {
        return Ok(Err(GiveUpReason::Inactive));
    }
    let mut webhooks = webhooks_of(&app.writer, provenance, request.owner).await?;
    Ok(match webhooks.all.remove(&request.webhook_id) {
        None => Err(GiveUpReason::Removed),
        Some(webhook) if webhook.paused.is_some() => Err(GiveUpReason::Paused),
        Some(webhook) => Ok(webhook),
    })
}

async fn send(app: &App, request: &Request, url: &str, webhook: &Webhook, body: String) -> Outcome {
    let now = app.clock.now();
    let id = format!("msg_{}", request.message_id.simple());
    let signature = webhooks::sign(&app.tokens, (request.webhook_id, webhook), &id, &body, now);
    let message = Message { id, timestamp: now.timestamp(), signature, body };
    match app.messenger.sender.send(url, &message).await {
        Ok(status @ 200..=299) => Outcome::Accepted(status),
        Ok(status) => Outcome::Refused(status),
        Err(no_answer) => Outcome::NoAnswer(no_answer),
    }
}

/// Records the outcome. Each attempt is a command of its own.
async fn record(
    app: &App,
    provenance: &Provenance,
    delivery: &Delivery,
    request: &Request,
    id: Uuid,
    outcome: Outcome,
) -> Result<Delivery, String> {
    let now = app.clock.now();
    let attempt = format!("attempt {}", delivery.attempts + 1);
    let command_id = Uuid::new_v5(&provenance.command_id, attempt.as_bytes());
    let of_attempt = Provenance { command_id, at: now, ..provenance.clone() };
    let (delivery_id, webhook_id, jitter) = (DeliveryId::new(id), request.webhook_id, app.ids.byte());
    let command = RecordAttempt { delivery_id, webhook_id, outcome, now, jitter };
    app.writer.execute(&of_attempt, &command).await.map(|executed| executed.state).map_err(told)
}

/// Pauses a webhook that has accepted nothing since this delivery failed for the first time. One that accepts other
/// messages loses only this one.
async fn pause_if_nothing_is_accepted(
    app: &App,
    provenance: &Provenance,
    request: &Request,
    delivery_id: DeliveryId,
    place: &Place,
) -> Result<(), Failure<Infallible>> {
    let Request { owner, webhook_id, .. } = *request;
    let Some((failed_at, position)) = first_failure_of(&app.writer, delivery_id).await? else {
        return Ok(());
    };
    if place.has_accepted_since(failed_at) {
        return Ok(());
    }
    // Another process may have sent messages meanwhile. The log knows.
    if let Some(accepted_at) = accepted_after(&app.writer, webhook_id, position).await? {
        place.accepted(accepted_at);
        return Ok(());
    }
    let command = PauseWebhook { owner, webhook_id, reason: PauseReason::Failing };
    match app.writer.execute_for_position(provenance, &command).await {
        Ok(_) => {
            tracing::warn!(%webhook_id, "webhook paused: it has accepted nothing for a long time");
            Ok(())
        }
        // It was removed meanwhile.
        Err(Failure::Refused(_)) => Ok(()),
        Err(failure) => Err(failure.refusal_as_defect()),
    }
}

/// The failure as a text.
#[expect(clippy::needless_pass_by_value, reason = "has the shape that map_err takes")]
fn told(failure: Failure<Infallible>) -> String {
    failure.to_string()
}
