//! Runs a process manager: one task follows the log and keeps the agenda, another carries out due steps. A crash
//! repeats some of the work, so every step must be repeatable.

use std::{
    collections::{BTreeSet, HashSet},
    convert::Infallible,
    pin::pin,
    time::Duration,
};

use chrono::{DateTime, Utc};
use event_store::{Batch, Categories, LogError, Provenance, Unreadable};
use futures_util::{StreamExt, future::BoxFuture, stream::FuturesUnordered};
use parked_work::{NextTry, StreamPage, read_page};
use postgres_kit::{Limits, Pool};
use shared_events::{Actor, Position, RawEvent, Recorded, StreamId, Version};
use tokio::{
    sync::{Mutex, Notify},
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use traces::{Kind, Span};
use uuid::Uuid;

use super::{
    agenda::{Agenda, AgendaError, Due},
    agenda_change::{AgendaChange, Entry, fold},
    outcome::{STEP_TIMEOUT, outcome},
    process_manager::{ProcessManager, StepOutcome, entry_of},
};
use crate::App;

/// Events read at a time.
const EVENTS_PER_READ: usize = 500;
/// Under load, events that arrive within this time are noted together.
const GATHERING_TIME: Duration = Duration::from_millis(100);
/// How often the agenda is polled when no change was written and no step is due sooner.
const AGENDA_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Delay while the manager waits for an operator.
const OPERATOR_WAIT: Duration = Duration::from_secs(10);

/// Runs a process manager until another process has begun a term, or until stopped.
pub(super) async fn run(
    app: &App,
    pool: &Pool,
    limits: Limits,
    term: Uuid,
    manager: &dyn ProcessManager,
    stop: &CancellationToken,
) {
    let agenda = Agenda::new(pool.clone(), manager.name(), term, limits.answer);
    let running =
        RunningManager { app, manager, agenda, agenda_changed: Notify::new(), writing: Mutex::new(()) };
    tokio::select! {
        () = running.follow() => {}
        () = running.work(stop) => {}
    }
}

#[derive(Debug, thiserror::Error)]
enum RunError {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error(transparent)]
    Agenda(#[from] AgendaError),
    #[error(
        "the log ends before the checkpoint {0}: it was put back. Set the checkpoint back before the log grows beyond it, as \
         deploy/docs/handbook/restore.md says (A log that was put back)"
    )]
    BeyondLog(Position),
}

impl RunError {
    const fn ends_the_term(&self) -> bool {
        matches!(self, Self::Agenda(AgendaError::LeaseLost))
    }

    /// Delay before the next attempt.
    const fn pause(&self) -> Duration {
        match self {
            Self::BeyondLog(_) => OPERATOR_WAIT,
            _ => AGENDA_POLL_INTERVAL,
        }
    }
}

/// The context of a manager's two tasks.
struct RunningManager<'a> {
    app: &'a App,
    manager: &'a dyn ProcessManager,
    agenda: Agenda,
    /// Signals that a step may be due.
    agenda_changed: Notify,
    /// Held while the agenda changes: new events must not change it between reading a stream again and writing the
    /// result.
    writing: Mutex<()>,
}

impl RunningManager<'_> {
    /// Keeps the agenda until the term has ended.
    async fn follow(&self) {
        loop {
            let Err(error) = self.follow_log().await;
            if error.ends_the_term() {
                return;
            }
            tracing::error!(manager = self.manager.name(), %error, "cannot follow the log; retrying from the checkpoint");
            tokio::time::sleep(error.pause()).await;
        }
    }

    async fn follow_log(&self) -> Result<Infallible, RunError> {
        let categories = Categories::Only(vec![self.manager.category()].into());
        let mut checkpoint = self.agenda.checkpoint().await?;
        let beginning = checkpoint.unwrap_or(Position::START);
        if self.app.writer.log.ends_before(beginning).await.map_err(LogError::from)? {
            return Err(RunError::BeyondLog(beginning));
        }
        let end_of_the_past = self.app.writer.log.head().await?;
        let mut subscription = self.app.writer.log.subscribe(beginning, categories, EVENTS_PER_READ);
        loop {
            let Batch { events, unreadable, up_to, caught_up } = subscription.next().await?;
            let now = self.app.clock.now();
            let mut changes: Vec<AgendaChange> = Vec::new();
            if self.manager.has_work(self.app, up_to).await? {
                changes.extend(events.iter().filter_map(|event| self.agenda_change(event)));
                changes.extend(unreadable.into_iter().map(|event| self.park_unreadable(event)));
            }
            if checkpoint.unwrap_or(Position::START) < end_of_the_past {
                changes.iter_mut().for_each(|change| change.bring_forward(now));
            }
            let has_changed = !changes.is_empty();
            {
                let _writing = self.writing.lock().await;
                self.agenda.write(changes, checkpoint, up_to, now).await?;
            }
            checkpoint = Some(up_to);
            if has_changed {
                self.agenda_changed.notify_one();
            }
            if caught_up {
                tokio::time::sleep(GATHERING_TIME).await;
            }
        }
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Option<AgendaChange> {
        self.manager.agenda_change(event).unwrap_or_else(|error| {
            Some(self.park_stream(&event.stream, event.version, error.to_string(), entry_of(event)))
        })
    }

    /// Parks the stream of an event whose personal data cannot be decrypted. Not even its subject is known.
    fn park_unreadable(&self, event: Unreadable) -> AgendaChange {
        let subject = event.stream.id;
        let entry = Entry { subject, stream: subject, cause: Uuid::nil(), correlation: Uuid::nil() };
        self.park_stream(&event.stream, event.version, event.reason, entry)
    }

    fn park_stream(
        &self,
        stream: &StreamId,
        version: Version,
        failure: String,
        entry: Entry,
    ) -> AgendaChange {
        let manager = self.manager.name();
        tracing::error!(manager, %stream, version, %failure, "stream parked: event unreadable");
        AgendaChange::ParkStream { entry, version, failure }
    }

    /// Carries out due steps until the term has ended, or until stopped.
    async fn work(&self, stop: &CancellationToken) {
        let mut steps = Steps::at_most(self.manager.max_running_steps());
        let term_ended = stop.run_until_cancelled(self.do_due(&mut steps)).await;
        if term_ended.is_none() && self.manager.finishes_steps() {
            steps.all_end().await;
            if let Some(error) = steps.failure {
                tracing::error!(manager = self.manager.name(), %error, "cannot note how a last step ended");
            }
        }
    }

    /// Carries out due steps until the term has ended. A slow step delays no other.
    async fn do_due<'a>(&'a self, steps: &mut Steps<'a>) {
        let mut has_begun = false;
        // Entries read from the agenda at a time, including those whose steps are running.
        let most_due = i64::try_from(2 * steps.most).unwrap_or(i64::MAX);
        loop {
            let now = self.app.clock.now();
            steps.due_soon.retain(|due_at| *due_at > now);
            let looking = async {
                if !has_begun {
                    self.agenda.read_all_again().await?;
                    if self.manager.begins_with_all() {
                        self.agenda.all_due(now).await?;
                    }
                    has_begun = true;
                }
                self.agenda.due(now, most_due).await
            };
            match steps.beside(looking).await {
                Ok(due) => {
                    for due in due {
                        let subject = due.entry.subject;
                        if steps.have_room() && steps.subjects.insert(subject) {
                            steps.running.push(Box::pin(async move { (subject, self.do_one(due).await) }));
                        }
                    }
                    let wait = time_to_next_look(steps.due_soon.first(), self.app.clock.now());
                    let next_look = timeout(wait, self.agenda_changed.notified());
                    steps.until_one_ends_or(next_look).await;
                }
                Err(error) => steps.failure = Some(error.into()),
            }
            if let Some(error) = steps.failure.take() {
                if error.ends_the_term() {
                    return;
                }
                tracing::error!(manager = self.manager.name(), %error, "cannot read the agenda; retrying");
                steps.beside(tokio::time::sleep(AGENDA_POLL_INTERVAL)).await;
            }
        }
    }

    async fn do_one(&self, due: Due) -> OutcomeWritten {
        let subject = due.entry.subject;
        if due.unread {
            return self.read_again(subject).await.map(|()| None);
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
        let span =
            Span::of_event(Kind::Consumer, manager, provenance.causation_id, provenance.correlation_id);
        span.set_with("greenstall.causation_id", || provenance.causation_id.to_string());
        span.set_with("greenstall.correlation_id", || provenance.correlation_id.to_string());
        span.set("greenstall.attempt", due.failures.unsigned_abs() as usize + 1);
        span.clone().around(self.act(&due, &provenance, now, &span)).await
    }

    /// Carries a step out, inside of its span.
    async fn act(
        &self,
        due: &Due,
        provenance: &Provenance,
        now: DateTime<Utc>,
        span: &Span,
    ) -> OutcomeWritten {
        let (manager, subject) = (self.manager.name(), due.entry.subject);
        let acting = self.manager.act(self.app, provenance, due.entry.stream);
        let failure = match outcome(acting, STEP_TIMEOUT).await {
            Ok(StepOutcome::Done) => {
                self.agenda.done(due).await?;
                return Ok(None);
            }
            Ok(StepOutcome::DueAgain(due_at)) => {
                self.agenda.look_again(due, due_at).await?;
                let is_soon = due_at < self.app.clock.now() + AGENDA_POLL_INTERVAL;
                return Ok(is_soon.then_some(due_at));
            }
            Ok(StepOutcome::ParkWith(failure)) => {
                span.fail("parked");
                tracing::error!(manager, %subject, %failure, "step parked: it can never succeed");
                self.agenda.give_up(due, &failure, now).await?;
                return Ok(None);
            }
            Err(failure) => failure,
        };
        span.fail("failed");
        let failures = due.failures + 1;
        match self.agenda.failed(due, &failure, now).await? {
            NextTry::At(at) => {
                tracing::warn!(manager, %subject, failures, %at, %failure, "step failed; retrying");
            }
            NextTry::ByOperator => tracing::error!(manager, %subject, failures, %failure, "step parked"),
        }
        Ok(None)
    }

    /// Reads a stream again from its first event, and replaces the parked entry.
    async fn read_again(&self, subject: Uuid) -> Result<(), RunError> {
        let _writing = self.writing.lock().await;
        let stream = StreamId::new(self.manager.category(), subject);
        let skipped = self.agenda.skipped_events(&stream).await?;
        let mut changes = Vec::new();
        let mut after = 0;
        while let Some(page) =
            read_page(&self.app.writer.log, &stream, after, EVENTS_PER_READ, &skipped).await?
        {
            let StreamPage { events, unreadable, last } = page;
            changes.extend(events.iter().filter_map(|event| self.agenda_change(event)));
            changes.extend(unreadable.into_iter().map(|event| self.park_unreadable(event)));
            after = last;
        }
        let mut changes = fold(changes);
        let now = self.app.clock.now();
        changes.values_mut().for_each(|change| change.bring_forward(now));
        let change = changes.remove(&subject);
        let others: Vec<AgendaChange> = changes.into_values().collect();
        Ok(self.agenda.renew(subject, change.as_ref(), &others, now).await?)
    }
}

/// How long to wait for a change of the agenda: until the next step that was put off is due. A clock that was set back makes
/// the step seem far away, so the wait is no longer than the poll interval.
pub(super) fn time_to_next_look(next_due: Option<&DateTime<Utc>>, now: DateTime<Utc>) -> Duration {
    let wait = next_due.map_or(AGENDA_POLL_INTERVAL, |due_at| (*due_at - now).to_std().unwrap_or_default());
    wait.min(AGENDA_POLL_INTERVAL)
}

/// Whether the outcome of a step was written. `Ok(Some(time))`: the step is due again at this time, before the next poll.
type OutcomeWritten = Result<Option<DateTime<Utc>>, RunError>;

/// The subject of a step, and whether its outcome was written.
type Ended = (Uuid, OutcomeWritten);

/// The running steps: at most one for each subject.
struct Steps<'a> {
    running: FuturesUnordered<BoxFuture<'a, Ended>>,
    subjects: HashSet<Uuid>,
    /// How many may run.
    most: usize,
    /// When steps are due that were put off for less than the poll interval.
    due_soon: BTreeSet<DateTime<Utc>>,
    /// The last failure to write the outcome of a step.
    failure: Option<RunError>,
}

impl Steps<'_> {
    fn at_most(most: usize) -> Self {
        Self {
            running: FuturesUnordered::new(),
            subjects: HashSet::new(),
            most,
            due_soon: BTreeSet::new(),
            failure: None,
        }
    }

    fn have_room(&self) -> bool {
        self.running.len() < self.most
    }

    fn ended(&mut self, (subject, written): Ended) {
        self.subjects.remove(&subject);
        match written {
            Ok(due_at) => self.due_soon.extend(due_at),
            Err(error) => self.failure = Some(error),
        }
    }

    /// Waits for `doing` and returns its result. The steps keep running meanwhile, because one of them may hold a
    /// resource that `doing` waits for, such as a connection.
    async fn beside<T>(&mut self, doing: impl Future<Output = T>) -> T {
        let mut doing = pin!(doing);
        loop {
            tokio::select! {
                result = &mut doing => return result,
                Some(end) = self.running.next() => self.ended(end),
            }
        }
    }

    async fn all_end(&mut self) {
        while let Some(end) = self.running.next().await {
            self.ended(end);
        }
    }

    /// Waits until a step ends, or until `other` completes if there is room for another step.
    async fn until_one_ends_or<T>(&mut self, other: impl Future<Output = T>) {
        tokio::select! {
            Some(end) = self.running.next() => self.ended(end),
            _ = other, if self.have_room() => {}
        }
    }
}
