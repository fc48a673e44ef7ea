//! Running a process manager: one task follows the log and takes notes, another does what is due. After a crash some of
//! it is noted or done again; that is why each step can be repeated.

use std::{
    any::Any, collections::HashSet, convert::Infallible, panic::AssertUnwindSafe, pin::pin, time::Duration,
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use event_store::{Batch, Categories, LogError, Provenance, Unreadable};
use futures_util::{FutureExt, StreamExt, stream::FuturesUnordered};
use postgres_kit::{Limits, Pool};
use shared_events::{Actor, CodecError, Position, RawEvent, Recorded, StreamId, Version};
use tokio::{
    sync::{Mutex, Notify},
    time::timeout,
};
use uuid::Uuid;

use super::{
    agenda::{Agenda, AgendaError, Due},
    backoff::Next,
    note::{Entry, Note, fold},
};
use crate::App;

/// Events read at once.
const BATCH: usize = 500;
/// Under load, what comes within this time is noted together.
const GATHER: Duration = Duration::from_millis(100);
/// How often the agenda is looked at when no note was taken.
const LOOK: Duration = Duration::from_secs(1);
/// While an operator must act.
const OPERATOR_PAUSE: Duration = Duration::from_secs(10);
/// How long a step may take. Everything that a step asks for has a deadline of its own; this one keeps a step that goes
/// wrong in another way from holding up the others.
const STEP_LIMIT: Duration = Duration::from_secs(600);
/// Entries worked on at the same time.
const AT_ONCE: usize = 8;
/// Entries read from the agenda at once: those that are worked on are among them.
const AT_MOST: i64 = 2 * AT_ONCE as i64;

/// What is left to do about a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Nothing.
    Nothing,
    /// It must be looked at again then.
    LookAgain(DateTime<Utc>),
    /// It can never be done, for this reason: it is parked at once.
    GiveUp(String),
}

/// What happens when something has happened.
#[async_trait]
pub(super) trait ProcessManager: Sync {
    /// Names its checkpoint, its agenda and its steps; never changes.
    fn name(&self) -> &'static str;

    /// The streams that it follows. Each is the history of one thing that there may be something to do about.
    fn category(&self) -> &'static str;

    /// Whether it tells people what is new. Such a manager begins, the first time, at the end of the log: nobody wants
    /// to be told of years by an update, or of the demo market's past.
    fn tells_news(&self) -> bool {
        false
    }

    /// Whether its steps send money back or bring it home.
    fn moves_money(&self) -> bool {
        false
    }

    /// What an event means for the agenda, if anything.
    ///
    /// # Errors
    /// When the event cannot be read. Nothing is skipped: its stream is parked, and others go on.
    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError>;

    /// Does what is due about a thing; `id` is that of its stream, and the provenance names the event that made it
    /// necessary. Doing it again changes nothing.
    ///
    /// # Errors
    /// What went wrong; it is tried again, ever more slowly, and nothing else waits for it.
    async fn act(&self, app: &App, provenance: &Provenance, id: Uuid) -> Result<Left, String>;
}

/// Something to do about the thing whose history this event is in.
pub(super) fn remember(due_at: DateTime<Utc>, cause: &Recorded<RawEvent>) -> Note {
    Note::Remember { entry: entry_of(cause), due_at }
}

/// Something to do about this very event, whatever else there is to do about others of its stream.
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

    /// Before it is tried again.
    const fn pause(&self) -> Duration {
        match self {
            Self::BeyondLog(_) => OPERATOR_PAUSE,
            _ => LOOK,
        }
    }
}

/// Where a manager's two tasks work.
struct Desk<'a> {
    app: &'a App,
    manager: &'a dyn ProcessManager,
    agenda: Agenda,
    /// There may be something due.
    noted: Notify,
    /// Held by who changes what is noted of a stream: notes of new events must not come between a stream's being read
    /// anew and what it means being written down.
    turn: Mutex<()>,
}

impl Desk<'_> {
    /// Takes notes until the term has ended.
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
        if self.app.log.ends_before(beginning).await.map_err(LogError::from)? {
            return Err(DeskError::BeyondLog(beginning));
        }
        let end_of_the_past = self.app.log.head().await?;
        let mut subscription = self.app.log.subscribe(beginning, categories, BATCH);
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

    /// An event whose personal data does not open: not even its id has come through.
    fn note_unreadable(&self, event: Unreadable) -> Note {
        let subject = event.stream.id;
        let entry = Entry { subject, stream: subject, cause: Uuid::nil(), correlation: Uuid::nil() };
        self.parking(&event.stream, event.version, event.reason, entry)
    }

    fn parking(&self, stream: &StreamId, version: Version, failure: String, entry: Entry) -> Note {
        let manager = self.manager.name();
        tracing::error!(manager, %stream, version, %failure, "an event cannot be read; its stream is parked");
        Note::Unreadable { entry, version, failure }
    }

    /// Does what is due until the term has ended. At first that is everything: the process before may have died while it
    /// was at it. A step that takes long holds up nobody but itself.
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
                tracing::error!(manager = self.manager.name(), %error, "the agenda is not available");
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
            epoch: Some(self.app.log.epoch()),
        };
        let acting = self.manager.act(self.app, &provenance, due.entry.stream);
        let failure = match outcome(acting, STEP_LIMIT).await {
            Ok(Left::Nothing) => return Ok(self.agenda.done(&due).await?),
            Ok(Left::LookAgain(due_at)) => return Ok(self.agenda.look_again(&due, due_at).await?),
            Ok(Left::GiveUp(failure)) => {
                tracing::error!(manager, %subject, %failure, "a step can never be done and is parked");
                return Ok(self.agenda.give_up(&due, &failure, now).await?);
            }
            Err(failure) => failure,
        };
        let failures = due.failures + 1;
        match self.agenda.failed(&due, &failure, now).await? {
            Next::TryAt(at) => {
                tracing::warn!(manager, %subject, failures, %at, %failure, "a step is tried again later");
            }
            Next::Park => tracing::error!(manager, %subject, failures, %failure, "a step is parked"),
        }
        Ok(())
    }

    /// Notes a stream anew from its first event on, in place of what was parked.
    async fn read_again(&self, subject: Uuid) -> Result<(), DeskError> {
        let _turn = self.turn.lock().await;
        let passed_over = self.agenda.passed_over(subject).await?;
        let stream = StreamId::new(self.manager.category(), subject);
        let mut notes = Vec::new();
        let mut after = 0;
        loop {
            let (events, unreadable) = self.app.log.read_stream_sifted(&stream, after, BATCH).await?;
            let last = events.iter().map(|event| event.version);
            let Some(last) = last.chain(unreadable.iter().map(|event| event.version)).max() else { break };
            let known = events.iter().filter(|event| !passed_over.contains(&event.version));
            notes.extend(known.filter_map(|event| self.note(event)));
            let unreadable = unreadable.into_iter().filter(|event| !passed_over.contains(&event.version));
            notes.extend(unreadable.map(|event| self.note_unreadable(event)));
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

/// The steps that are running: at most one for each subject.
struct Steps<F> {
    running: FuturesUnordered<F>,
    subjects: HashSet<Uuid>,
    /// The last failure to write down what came of one.
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

    /// Waits for `doing` and answers its result. The steps keep running meanwhile, because one of them may hold what
    /// `doing` waits for, such as a connection.
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

/// What a step comes to. A step that panics or takes longer than `at_most` has failed.
async fn outcome(
    acting: impl Future<Output = Result<Left, String>>,
    at_most: Duration,
) -> Result<Left, String> {
    // A step that panics would end the process, whose next start would begin with the same step.
    let acting = AssertUnwindSafe(acting).catch_unwind();
    let ended = timeout(at_most, acting).await.map_err(|_| format!("took longer than {at_most:?}"))?;
    ended.unwrap_or_else(|panic| Err(text_of(&*panic)))
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_step_that_never_ends_or_panics_has_failed() {
        let failure = outcome(std::future::pending(), Duration::from_millis(10)).await.unwrap_err();
        assert!(failure.contains("took longer"), "{failure}");
        let failure = outcome(async { panic!("a bug") }, STEP_LIMIT).await.unwrap_err();
        assert!(failure.contains("a bug"), "{failure}");
        assert_eq!(outcome(async { Ok(Left::Nothing) }, STEP_LIMIT).await, Ok(Left::Nothing));
    }
}
