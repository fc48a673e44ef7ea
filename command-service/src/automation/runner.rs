//! Runs a process manager: one task follows the log and writes notes, another does the due steps. After a crash
//! some of it is repeated, so every step must be repeatable.

use std::{collections::HashSet, convert::Infallible, panic::AssertUnwindSafe, pin::pin, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use event_store::{Batch, Categories, LogError, Provenance, Unreadable};
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use parked_work::{NextTry, StreamPage, failure_text, read_page};
use postgres_kit::{Limits, Pool};
use shared_events::{Actor, CodecError, Position, RawEvent, Recorded, StreamId, Version};
use tokio::{
    sync::{Mutex, Notify},
    time::timeout,
};
use uuid::Uuid;

use super::{
    agenda::{Agenda, AgendaError, Due},
    note::{Entry, Note, fold},
};
use crate::App;

/// Events read at a time.
const BATCH: usize = 500;
/// Under load, events that arrive within this time are noted together.
const GATHER: Duration = Duration::from_millis(100);
/// How often the agenda is polled when no note was written.
const LOOK: Duration = Duration::from_secs(1);
/// Delay while an operator must act.
const OPERATOR_PAUSE: Duration = Duration::from_secs(10);
/// Time limit of a step. All its calls have time limits of their own; this one keeps a step that hangs in
/// another way from delaying the others.
const STEP_LIMIT: Duration = Duration::from_secs(600);
/// Steps that run concurrently.
const AT_ONCE: usize = 8;
/// Entries read from the agenda at a time, including those whose steps are running.
const AT_MOST: i64 = 2 * AT_ONCE as i64;

/// What is left to do after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Left {
    Nothing,
    /// The step is due again at this time.
    LookAgain(DateTime<Utc>),
    /// The step can never succeed, for this reason: it is parked at once.
    GiveUp(String),
}

/// A process manager: what follows from the events of a category.
#[async_trait]
pub(super) trait ProcessManager: Sync {
    /// Its name, used for its checkpoint, its agenda and its steps; never changes.
    fn name(&self) -> &'static str;

    /// The category of the streams that it follows. Each stream is the history of one possible subject.
    fn category(&self) -> &'static str;

    /// Whether it tells people news. Such a manager first starts at the end of the log, so that an update or
    /// the demo market does not send years of past news.
    fn tells_news(&self) -> bool {
        false
    }

    /// Whether its steps refund money or collect it.
    fn moves_money(&self) -> bool {
        false
    }

    /// What an event means for the agenda, if anything.
    ///
    /// # Errors
    /// The event is unreadable. It is not skipped: its stream is parked, and other streams continue.
    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError>;

    /// Does the due step for a subject. `id` is that of its stream; the provenance names the event that made
    /// the step necessary. Repeating it must change nothing.
    ///
    /// # Errors
    /// The failure; the step is retried with increasing delays, and no other step waits for it.
    async fn act(&self, app: &App, provenance: &Provenance, id: Uuid) -> Result<Left, String>;
}

/// A note that a step for this event's stream is due.
pub(super) fn remember(due_at: DateTime<Utc>, cause: &Recorded<RawEvent>) -> Note {
    Note::Remember { entry: entry_of(cause), due_at }
}

/// A note that a step for this single event is due, independent of other events of its stream.
pub(super) fn remember_event(due_at: DateTime<Utc>, event: &Recorded<RawEvent>) -> Note {
    Note::Remember { entry: Entry { subject: event.event_id, ..entry_of(event) }, due_at }
}

fn entry_of(cause: &Recorded<RawEvent>) -> Entry {
    let stream = cause.stream.id;
    Entry { subject: stream, stream, cause: cause.event_id, correlation: cause.correlation_id }
}

/// Runs a process manager until another process has begun a term.
pub(super) async fn run(app: &App, pool: &Pool, limits: Limits, term: Uuid, manager: &dyn ProcessManager) {
    let agenda = Agenda::new(pool.clone(), manager.name(), term, limits.answer);
    let desk = Desk { app, manager, agenda, noted: Notify::new(), turn: Mutex::new(()) };
    tokio::select! {
        () = desk.follow() => {}
        () = desk.work() => {}
    }
}

#[derive(Debug, thiserror::Error)]
enum DeskError {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error(transparent)]
    Agenda(#[from] AgendaError),
    #[error(
        "the log ends before the checkpoint {0}: it was put back. Set the checkpoint back as OPERATING.md says (A log that \
         was put back) before the log grows beyond it"
    )]
    BeyondLog(Position),
}

impl DeskError {
    const fn ends_the_term(&self) -> bool {
        matches!(self, Self::Agenda(AgendaError::LeaseLost))
    }

    /// Delay before the next try.
    const fn pause(&self) -> Duration {
        match self {
            Self::BeyondLog(_) => OPERATOR_PAUSE,
            _ => LOOK,
        }
    }
}

/// The context of a manager's two tasks.
struct Desk<'a> {
    app: &'a App,
    manager: &'a dyn ProcessManager,
    agenda: Agenda,
    /// Signals that a step may be due.
    noted: Notify,
    /// Held while a stream's notes change: notes on new events must not be written between reading a stream
    /// again and writing the result.
    turn: Mutex<()>,
}

impl Desk<'_> {
    /// Writes notes until the term has ended.
    async fn follow(&self) {
        loop {
            let Err(error) = self.take_notes().await;
            if error.ends_the_term() {
                return;
            }
            tracing::error!(manager = self.manager.name(), %error, "cannot follow the log; reading again from the checkpoint");
            tokio::time::sleep(error.pause()).await;
        }
    }

    async fn take_notes(&self) -> Result<Infallible, DeskError> {
        let categories = Categories::Only(vec![self.manager.category()].into());
        let mut checkpoint = self.agenda.checkpoint().await?;
        let beginning = checkpoint.unwrap_or(Position::START);
        if self.app.writer.log.ends_before(beginning).await.map_err(LogError::from)? {
            return Err(DeskError::BeyondLog(beginning));
        }
        let end_of_the_past = self.app.writer.log.head().await?;
        let mut subscription = self.app.writer.log.subscribe(beginning, categories, BATCH);
        loop {
            let Batch { events, unreadable, up_to, caught_up } = subscription.next().await?;
            let now = self.app.clock.now();
            let mut notes: Vec<Note> = events.iter().filter_map(|event| self.note(event)).collect();
            notes.extend(unreadable.into_iter().map(|event| self.note_unreadable(event)));
            if checkpoint.unwrap_or(Position::START) < end_of_the_past {
                notes.iter_mut().for_each(|note| note.bring_forward(now));
            }
            let is_news = !notes.is_empty();
            {
                let _turn = self.turn.lock().await;
                self.agenda.write(notes, checkpoint, up_to, now).await?;
            }
            checkpoint = Some(up_to);
            if is_news {
                self.noted.notify_one();
            }
            if caught_up {
                tokio::time::sleep(GATHER).await;
            }
        }
    }

    fn note(&self, event: &Recorded<RawEvent>) -> Option<Note> {
        self.manager.note(event).unwrap_or_else(|error| {
            Some(self.parking(&event.stream, event.version, error.to_string(), entry_of(event)))
        })
    }

    /// A note on an event whose personal data cannot be decrypted: not even its id is known.
    fn note_unreadable(&self, event: Unreadable) -> Note {
        let subject = event.stream.id;
        let entry = Entry { subject, stream: subject, cause: Uuid::nil(), correlation: Uuid::nil() };
        self.parking(&event.stream, event.version, event.reason, entry)
    }

    fn parking(&self, stream: &StreamId, version: Version, failure: String, entry: Entry) -> Note {
        let manager = self.manager.name();
        tracing::error!(manager, %stream, version, %failure, "an event is unreadable; its stream is parked");
        Note::Unreadable { entry, version, failure }
    }

    /// Does due steps until the term has ended. At first every entry is due, because the previous process may
    /// have died while working on any of them. A slow step delays no other.
    async fn work(&self) {
        let mut all_are_due = false;
        let mut steps = Steps::default();
        loop {
            let looking = async {
                if !all_are_due {
                    self.agenda.all_due(self.app.clock.now()).await?;
                    all_are_due = true;
                }
                self.agenda.due(self.app.clock.now(), AT_MOST).await
            };
            match steps.beside(looking).await {
                Ok(due) => {
                    for due in due {
                        let subject = due.entry.subject;
                        if steps.have_room() && steps.subjects.insert(subject) {
                            steps.running.push(async move { (subject, self.do_one(due).await) });
                        }
                    }
                    steps.until_one_ends_or(timeout(LOOK, self.noted.notified())).await;
                }
                Err(error) => steps.failure = Some(error.into()),
            }
            if let Some(error) = steps.failure.take() {
                if error.ends_the_term() {
                    return;
                }
                tracing::error!(manager = self.manager.name(), %error, "the agenda is unavailable");
                steps.beside(tokio::time::sleep(LOOK)).await;
            }
        }
    }

    async fn do_one(&self, due: Due) -> Result<(), DeskError> {
        let subject = due.entry.subject;
        if due.unread {
            return self.read_again(subject).await;
        }
        let now = self.app.clock.now();
        let manager = self.manager.name();
        let provenance = Provenance {
            command_id: Uuid::new_v5(&due.entry.cause, manager.as_bytes()),
            correlation_id: due.entry.correlation,
            causation_id: due.entry.cause,
            actor: Actor::system(manager),
            at: now,
            epoch: Some(self.app.writer.log.epoch()),
            repetition: false,
        };
        let acting = self.manager.act(self.app, &provenance, due.entry.stream);
        let failure = match outcome(acting, STEP_LIMIT).await {
            Ok(Left::Nothing) => return Ok(self.agenda.done(&due).await?),
            Ok(Left::LookAgain(due_at)) => return Ok(self.agenda.look_again(&due, due_at).await?),
            Ok(Left::GiveUp(failure)) => {
                tracing::error!(manager, %subject, %failure, "a step can never succeed and is parked");
                return Ok(self.agenda.give_up(&due, &failure, now).await?);
            }
            Err(failure) => failure,
        };
        let failures = due.failures + 1;
        match self.agenda.failed(&due, &failure, now).await? {
            NextTry::At(at) => {
                tracing::warn!(manager, %subject, failures, %at, %failure, "a step failed and will be retried");
            }
            NextTry::ByOperator => tracing::error!(manager, %subject, failures, %failure, "a step is parked"),
        }
        Ok(())
    }

    /// Reads a stream again from its first event, and replaces the parked entry.
    async fn read_again(&self, subject: Uuid) -> Result<(), DeskError> {
        let _turn = self.turn.lock().await;
        let stream = StreamId::new(self.manager.category(), subject);
        let skipped = self.agenda.skipped_events(&stream).await?;
        let mut notes = Vec::new();
        let mut after = 0;
        while let Some(page) = read_page(&self.app.writer.log, &stream, after, BATCH, &skipped).await? {
            let StreamPage { events, unreadable, last } = page;
            notes.extend(events.iter().filter_map(|event| self.note(event)));
            notes.extend(unreadable.into_iter().map(|event| self.note_unreadable(event)));
            after = last;
        }
        let mut notes = fold(notes);
        let now = self.app.clock.now();
        notes.values_mut().for_each(|note| note.bring_forward(now));
        let note = notes.remove(&subject);
        let others: Vec<Note> = notes.into_values().collect();
        Ok(self.agenda.renew(subject, note.as_ref(), &others, now).await?)
    }
}

/// The running steps: at most one for each subject.
struct Steps<F> {
    running: FuturesUnordered<F>,
    subjects: HashSet<Uuid>,
    /// The last failure to write the outcome of a step.
    failure: Option<DeskError>,
}

impl<F> Default for Steps<F> {
    fn default() -> Self {
        Self { running: FuturesUnordered::new(), subjects: HashSet::new(), failure: None }
    }
}

impl<F: Future<Output = (Uuid, Result<(), DeskError>)>> Steps<F> {
    fn have_room(&self) -> bool {
        self.running.len() < AT_ONCE
    }

    fn ended(&mut self, (subject, done): F::Output) {
        self.subjects.remove(&subject);
        if let Err(error) = done {
            self.failure = Some(error);
        }
    }

    /// Waits for `doing` and returns its result. The steps keep running meanwhile, because one of them may hold
    /// what `doing` waits for, such as a connection.
    async fn beside<T>(&mut self, doing: impl Future<Output = T>) -> T {
        let mut doing = pin!(doing);
        loop {
            tokio::select! {
                result = &mut doing => return result,
                Some(end) = self.running.next() => self.ended(end),
            }
        }
    }

    /// Waits until a step ends, or for `other` if there is room for another step.
    async fn until_one_ends_or<T>(&mut self, other: impl Future<Output = T>) {
        tokio::select! {
            Some(end) = self.running.next() => self.ended(end),
            _ = other, if self.have_room() => {}
        }
    }
}

/// The outcome of a step. A step that panics or takes longer than `at_most` has failed.
async fn outcome(
    acting: impl Future<Output = Result<Left, String>>,
    at_most: Duration,
) -> Result<Left, String> {
    // An uncaught panic would end the process, and its next start would begin with the same step.
    let acting = AssertUnwindSafe(acting).catch_unwind();
    let ended = timeout(at_most, acting).await.map_err(|_| format!("took longer than {at_most:?}"))?;
    ended.unwrap_or_else(|panic| Err(format!("panicked: {}", failure_text::of_panic(&*panic))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_step_that_hangs_or_panics_has_failed() {
        let failure = outcome(std::future::pending(), Duration::from_millis(10)).await.unwrap_err();
        assert!(failure.contains("took longer"), "{failure}");
        let failure = outcome(async { panic!("a bug") }, STEP_LIMIT).await.unwrap_err();
        assert!(failure.contains("a bug"), "{failure}");
        assert_eq!(outcome(async { Ok(Left::Nothing) }, STEP_LIMIT).await, Ok(Left::Nothing));
    }
}
