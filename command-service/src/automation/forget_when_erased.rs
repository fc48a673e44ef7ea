//! Process manager: after a person was erased, also deletes their mail and uploads and their data in view
//! builds that no program updates. The erasure does so at once; this finishes an interrupted one, and repeats
//! it when every step and request that was running at that time has ended. Finally, the key is wiped from the
//! database's own files.

use async_trait::async_trait;
use chrono::TimeDelta;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, events::AccountEvent, ids::AccountId};
use uuid::Uuid;

use super::{
    note::Note,
    runner::{Left, ProcessManager, remember},
};
use crate::{
    App,
    application::accounts::{Cleared, clear},
};

pub(super) struct ForgetWhenErased;

/// Longer than any request or step runs that may have read the person's data before the erasure.
const STEPS_HAVE_ENDED: TimeDelta = TimeDelta::minutes(1);
/// How soon to check again a build that another program updates.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(1);

#[async_trait]
impl ProcessManager for ForgetWhenErased {
    fn name(&self) -> &'static str {
        "forget_when_erased"
    }

    fn category(&self) -> &'static str {
        AccountEvent::CATEGORY
    }

    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError> {
        // Decided by the event type alone: other events of the account need not be readable.
        let erased = event.event.event_type == "AccountErased";
        Ok(erased.then(|| remember(event.recorded_at, event)))
    }

    async fn act(&self, app: &App, _: &Provenance, account: Uuid) -> Result<Left, String> {
        let erased = app.writer.log.last::<AccountEvent>(account).await.map_err(|error| error.to_string())?;
        let Some(erased) = erased else { return Ok(Left::Nothing) };
        let cleared = clear(app, AccountId::new(account), erased.position).await;
        let now = app.clock.now();
        let last_look = erased.recorded_at + STEPS_HAVE_ENDED;
        Ok(match cleared.map_err(|failure| failure.to_string())? {
            Cleared::NotYet => Left::LookAgain(now + LOOK_AGAIN),
            Cleared::Everything if now < last_look => Left::LookAgain(last_look),
            Cleared::Everything => {
                app.operations.clear_erased_keys().await.map_err(|refusal| refusal.to_string())?;
                Left::Nothing
            }
        })
    }
}
