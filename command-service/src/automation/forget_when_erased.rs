//! Process manager: after the erasure of a person, removes their webhooks, and deletes their mail, their uploads and
//! their data in view builds that no program updates. The erasure itself does so, too; this finishes an interrupted one,
//! and repeats it when every step and request that was running at that time has ended. Finally, it wipes the key from
//! the database's own files.

use async_trait::async_trait;
use chrono::TimeDelta;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_stream},
};
use crate::{
    App,
    application::accounts::{Cleared, clear, remove_webhooks},
};

pub(super) struct ForgetWhenErased;

/// After this time, every request or step has ended that read the person's data before the erasure.
const LONGEST_STEP_OR_REQUEST: TimeDelta = TimeDelta::minutes(1);
/// How soon a build that another program updates is checked again.
const BUILD_POLL_INTERVAL: TimeDelta = TimeDelta::seconds(1);

#[async_trait]
impl ProcessManager for ForgetWhenErased {
    fn name(&self) -> &'static str {
        "forget_when_erased"
    }

    fn category(&self) -> &'static str {
        AccountEvent::CATEGORY
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        // The event type alone decides, so other events of the account need not be readable.
        let erased = event.event.event_type == "AccountErased";
        Ok(erased.then(|| step_for_stream(event.recorded_at, event)))
    }

    async fn act(&self, app: &App, provenance: &Provenance, account: Uuid) -> Result<StepOutcome, String> {
        let erased = app.writer.log.last::<AccountEvent>(account).await.map_err(|error| error.to_string())?;
        let Some(erased) = erased else { return Ok(StepOutcome::Done) };
        let (ports, account_id) = (app.erasure_ports(), AccountId::new(account));
        // Its failure is returned last, so that it does not block the rest.
        let removed = remove_webhooks(&ports, provenance, account_id).await;
        let cleared = clear(&ports, account_id, erased.position).await;
        let now = app.clock.now();
        let last_look = erased.recorded_at + LONGEST_STEP_OR_REQUEST;
        Ok(match cleared.map_err(|failure| failure.to_string())? {
            Cleared::NotYet => StepOutcome::DueAgain(now + BUILD_POLL_INTERVAL),
            Cleared::Everything if now < last_look => StepOutcome::DueAgain(last_look),
            Cleared::Everything => {
                app.operations.clear_erased_keys().await.map_err(|failed| failed.to_string())?;
                removed.map_err(|failure| failure.to_string())?;
                StepOutcome::Done
            }
        })
    }
}
