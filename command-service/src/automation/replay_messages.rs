//! Process manager: requests the deliveries of a replay, which an owner of a webhook asks for: of all messages after a
//! position of the log, or from a time on.

use async_trait::async_trait;
use domain::webhook::record_replay::{Progress, RecordReplay};
use event_store::Provenance;
use shared_events::{
    CodecError, Event, Position, RawEvent, Recorded, decode,
    events::WebhookEvent,
    ids::{AccountId, ReplayId, WebhookId},
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
};
use crate::{
    App,
    application::{
        Failure,
        replays::{Replaying, replay_part},
        webhooks::{is_active, webhooks_of},
    },
};

pub(super) struct ReplayMessages;

#[async_trait]
impl ProcessManager for ReplayMessages {
    fn name(&self) -> &'static str {
        "replay_messages"
    }

    fn category(&self) -> &'static str {
        WebhookEvent::CATEGORY
    }

    /// A replay reads much of the log.
    fn max_running_steps(&self) -> usize {
        2
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(&event.event)? {
            WebhookEvent::WebhookReplayRequested { .. } => Some(step_for_event(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, owner: Uuid) -> Result<StepOutcome, String> {
        let history: Vec<Recorded<WebhookEvent>> =
            app.writer.log.load(owner).await.map_err(|error| error.to_string())?;
        let asked = history.iter().find(|event| event.event_id == provenance.causation_id);
        let asked = asked.ok_or_else(|| format!("event {} is not in its stream", provenance.causation_id))?;
        let WebhookEvent::WebhookReplayRequested { account_id, webhook_id, replay_id, .. } = asked.event
        else {
            return Ok(StepOutcome::Done);
        };
        replay(app, provenance, (account_id, webhook_id, replay_id), asked.position)
            .await
            .map_err(|failure| failure.to_string())
    }
}

async fn replay(
    app: &App,
    provenance: &Provenance,
    (owner, webhook_id, replay_id): (AccountId, WebhookId, ReplayId),
    up_to: Position,
) -> Result<StepOutcome, Failure<std::convert::Infallible>> {
    let webhooks = webhooks_of(&app.writer, provenance, owner).await?;
    let Some(webhook) = webhooks.all.get(&webhook_id) else { return Ok(StepOutcome::Done) };
    let Some(running) = webhook.replay.filter(|replay| replay.id == replay_id) else {
        return Ok(StepOutcome::Done);
    };
    let (replay, progress) = if is_active(&app.writer, provenance, owner).await? {
        let limits = app.messenger.replay_limits;
        let replaying = Replaying { owner, webhook_id, webhook, up_to, limits };
        replay_part(&app.writer, provenance, &replaying, running).await?
    } else {
        (running, Progress::Full)
    };
    let command_id = Uuid::new_v5(&provenance.command_id, format!("part until {}", replay.after).as_bytes());
    let of_part = Provenance { command_id, ..provenance.clone() };
    let record = RecordReplay { owner, webhook_id, replay, progress };
    app.writer.execute_for_position(&of_part, &record).await?;
    Ok(if progress == Progress::Running { StepOutcome::DueAgain(app.clock.now()) } else { StepOutcome::Done })
}
