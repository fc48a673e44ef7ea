//! Running a process manager: one task follows the log and takes notes, another does what is due. After a crash some of
//! it is noted or done again; that is why each step can be repeated.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use event_store::{Categories, LogError, Provenance};
use futures_util::{StreamExt, stream};
use shared_events::{Actor, CodecError, RawEvent, Recorded};
use sqlx::PgPool;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::agenda::{Agenda, Entry, Note};
use crate::App;

/// Events read at once.
const BATCH: usize = 500;
/// Under load, what comes within this time is noted together.
const GATHER: Duration = Duration::from_millis(100);
/// How often the agenda is looked at when no note was taken.
const LOOK: Duration = Duration::from_secs(1);
/// Entries taken from the agenda at once.
const AT_MOST: i64 = 64;
/// Entries worked on at the same time.
const AT_ONCE: usize = 8;
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(1);
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(5);

/// What is left to do about a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing.
    Nothing,
    /// It must be looked at again then.
    LookAgain(DateTime<Utc>),
}

/// What happens when something has happened.
#[async_trait]
pub(super) trait ProcessManager: Sync {
    /// Names its checkpoint, its agenda and its steps; never changes.
    fn name(&self) -> &'static str;

    /// The streams that it follows.
    fn categories(&self) -> &'static [&'static str];

    /// What an event means for the agenda, if anything.
    ///
    /// # Errors
    /// When the event cannot be read. Nothing is skipped: the manager stays where it is until it can.
    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError>;

    /// Does what is due about a thing. Doing it again changes nothing.
    ///
    /// # Errors
    /// What went wrong; it is tried again, ever more slowly, and nothing else waits for it.
    async fn act(&self, app: &App, provenance: &Provenance, subject: Uuid) -> Result<Left, String>;
}

/// Something to do because of this event.
pub(super) fn remember(subject: Uuid, due_at: DateTime<Utc>, cause: &Recorded<RawEvent>) -> Note {
    let entry = Entry { subject, cause: cause.event_id, correlation: cause.correlation_id, failures: 0 };
    Note::Remember { entry, due_at }
}

/// Runs a process manager until told to stop.
pub(super) async fn run(
    app: &App,
    pool: &PgPool,
    manager: &dyn ProcessManager,
    cancellation: &CancellationToken,
) {
    let agenda = Agenda::new(pool.clone(), manager.name());
    let noted = Notify::new();
    let running = async {
        tokio::join!(follow(app, manager, &agenda, &noted), work(app, manager, &agenda, &noted));
    };
    let _ = cancellation.run_until_cancelled(running).await;
}

/// Takes notes, for ever.
async fn follow(app: &App, manager: &dyn ProcessManager, agenda: &Agenda, noted: &Notify) {
    loop {
        let Err(error) = take_notes(app, manager, agenda, noted).await;
        tracing::error!(manager = manager.name(), %error, "notes are taken again from the last checkpoint");
        tokio::time::sleep(LOOK).await;
    }
}

#[derive(Debug, thiserror::Error)]
enum FollowError {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error(transparent)]
    Event(#[from] CodecError),
    #[error(transparent)]
    Agenda(#[from] sqlx::Error),
}

async fn take_notes(
    app: &App,
    manager: &dyn ProcessManager,
    agenda: &Agenda,
    noted: &Notify,
) -> Result<std::convert::Infallible, FollowError> {
    let categories = Categories::Only(manager.categories().into());
    let mut subscription = app.log.subscribe(agenda.checkpoint().await?, categories, BATCH);
    let mut catching_up = true;
    loop {
        let batch = subscription.next().await?;
        let mut notes = Vec::new();
        for event in &batch.events {
            notes.extend(manager.note(event)?);
        }
        if catching_up {
            notes.iter_mut().for_each(|note| note.bring_forward(app.clock.now()));
            catching_up = !batch.caught_up;
        }
        agenda.write(&notes, batch.up_to).await?;
        if !notes.is_empty() {
            noted.notify_one();
        }
        if batch.caught_up {
            tokio::time::sleep(GATHER).await;
        }
    }
}

/// Does what is due, for ever. At first that is everything: the process before may have died while it was at it.
async fn work(app: &App, manager: &dyn ProcessManager, agenda: &Agenda, noted: &Notify) {
    let troubled = |error: sqlx::Error| {
        tracing::error!(manager = manager.name(), %error, "the agenda is not available");
    };
    while let Err(error) = agenda.all_due(app.clock.now()).await {
        troubled(error);
        tokio::time::sleep(LOOK).await;
    }
    loop {
        match do_what_is_due(app, manager, agenda).await {
            Ok(full) if full => {}
            Ok(_) => {
                let _ = tokio::time::timeout(LOOK, noted.notified()).await;
            }
            Err(error) => {
                troubled(error);
                tokio::time::sleep(LOOK).await;
            }
        }
    }
}

/// Whether there may be more that is due.
async fn do_what_is_due(app: &App, manager: &dyn ProcessManager, agenda: &Agenda) -> sqlx::Result<bool> {
    let due = agenda.due(app.clock.now(), AT_MOST).await?;
    let full = i64::try_from(due.len()).is_ok_and(|due| due == AT_MOST);
    let doing = due.into_iter().map(|entry| do_one(app, manager, agenda, entry));
    let results: Vec<sqlx::Result<()>> = stream::iter(doing).buffer_unordered(AT_ONCE).collect().await;
    results.into_iter().collect::<sqlx::Result<()>>().map(|()| full)
}

async fn do_one(app: &App, manager: &dyn ProcessManager, agenda: &Agenda, entry: Entry) -> sqlx::Result<()> {
    let now = app.clock.now();
    let provenance = Provenance {
        command_id: Uuid::new_v5(&entry.cause, manager.name().as_bytes()),
        correlation_id: entry.correlation,
        causation_id: entry.cause,
        actor: Actor::system(manager.name()),
        at: now,
    };
    match manager.act(app, &provenance, entry.subject).await {
        Ok(Left::Nothing) => agenda.done(entry.subject).await,
        Ok(Left::LookAgain(due_at)) => agenda.later(entry.subject, due_at, None).await,
        Err(failure) => {
            let Entry { subject, failures, .. } = entry;
            tracing::warn!(manager = manager.name(), %subject, failures, %failure, "a step is tried again later");
            agenda.later(subject, now + pause(failures), Some(&failure)).await
        }
    }
}

/// Twice as long after each failure.
fn pause(failures: i32) -> TimeDelta {
    let doublings = u32::try_from(failures.clamp(0, 16)).expect("it was clamped");
    (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_five_minutes() {
        let pauses = [0, 1, 5, 8, 9, i32::MAX].map(|failures| pause(failures).num_seconds());
        assert_eq!(pauses, [1, 2, 32, 256, 300, 300]);
    }
}
