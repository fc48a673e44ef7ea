//! The writer: executes a command by loading the aggregate, deciding and appending. Repeats this when another process
//! has appended first.

use std::{convert::Infallible, fmt::Display};

use chrono::{DateTime, Utc};
use domain::{Aggregate, Command};
use event_store::{
    Append, AppendError, AppendFailed, Appended, EventLog, ExpectedVersion, LogError, Provenance, log,
};
use shared_events::{Event, Position, Recorded, StreamId, Version, encode};
use uuid::Uuid;

use super::turns::{KnownState, Turns};
use crate::{
    passwords::Crowded,
    snapshots::{Resumed, Snapshots},
};

/// After this number of conflicts with other processes, the caller is told to retry.
const MAX_ATTEMPTS: usize = 32;

/// An aggregate at a version of its stream.
#[derive(Debug)]
pub struct Loaded<A> {
    /// The state, folded from the events.
    pub state: A,
    /// The number of events in the stream.
    pub version: Version,
    /// The position of the stream's last event in the log.
    pub position: Position,
    /// Time of the first event.
    pub since: Option<DateTime<Utc>>,
}

impl<A: Aggregate> Loaded<A> {
    /// An empty stream.
    pub fn empty_stream() -> Self {
        Self { state: A::default(), version: 0, position: Position::START, since: None }
    }
}

/// Result of a command.
#[derive(Debug)]
pub struct Executed<A> {
    /// The state after the command.
    pub state: A,
    /// Number of events in the stream after it.
    pub version: Version,
    /// Position in the log of the stream's last event: a view that has reached it shows the result.
    pub position: Position,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure<R> {
    /// The decision refused it.
    #[error("{0}")]
    Refused(R),
    /// The log is unavailable, or the stream is too busy. The same command may be sent again: either nothing was
    /// written, or the repetition finds its events.
    #[error("{0}")]
    Unavailable(String),
    /// The events would contain personal data of an erased person. Nothing was written.
    #[error("this account has been deleted")]
    Erased,
    /// Too many passwords wait to be hashed. Nothing was written.
    #[error(transparent)]
    Crowded(#[from] Crowded),
    /// A defect: the log contains something unreadable, or refuses valid events.
    #[error("{0}")]
    Defect(String),
}

impl<R> Failure<R> {
    /// Converts the refusal and keeps other failures.
    pub fn map<S>(self, refusal: impl FnOnce(R) -> S) -> Failure<S> {
        self.or_else(|reason| Failure::Refused(refusal(reason)))
    }

    /// Replaces a refusal by the failure that it means, and keeps other failures.
    pub fn or_else<S>(self, refusal: impl FnOnce(R) -> Failure<S>) -> Failure<S> {
        match self {
            Self::Refused(reason) => refusal(reason),
            Self::Unavailable(cause) => Failure::Unavailable(cause),
            Self::Erased => Failure::Erased,
            Self::Crowded(crowded) => Failure::Crowded(crowded),
            Self::Defect(cause) => Failure::Defect(cause),
        }
    }
}

impl Failure<Infallible> {
    /// Adapts the failure to a use case that has refusals.
    pub fn never_refused<R>(self) -> Failure<R> {
        self.map(|never| match never {})
    }
}

impl<R: Display> Failure<R> {
    /// Treats a refusal as a defect, where only a defect can cause one.
    pub fn refusal_as_defect<S>(self) -> Failure<S> {
        self.or_else(|reason| Failure::Defect(reason.to_string()))
    }
}

impl<R> From<LogError> for Failure<R> {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Read(error) => Self::Unavailable(error.to_string()),
            LogError::Keys(error) => Self::Unavailable(error.to_string()),
            LogError::Unreadable { .. } => Self::Defect(error.to_string()),
        }
    }
}

/// Loads an aggregate from its stream.
///
/// # Errors
/// Never [`Failure::Refused`].
pub async fn load<A: Aggregate, R>(log: &EventLog, id: Uuid) -> Result<Loaded<A>, Failure<R>> {
    let events: Vec<Recorded<A::Event>> = log.load(id).await?;
    let since = events.first().map(|event| event.recorded_at);
    let last = events.last().map(|event| (event.version, event.position));
    let (version, position) = last.unwrap_or((0, Position::START));
    Ok(Loaded { state: A::fold(events.iter().map(|recorded| &recorded.event)), version, position, since })
}

/// Executes commands: loads the aggregate, decides, appends. Cloning is cheap; clones share turns and snapshots.
#[derive(Clone)]
pub struct Writer {
    /// The event log.
    pub log: EventLog,
    /// The turn to write to a stream.
    pub turns: Turns,
    /// Snapshots of long streams.
    pub snapshots: Snapshots,
}

impl Writer {
    /// Decides on the current state of a stream and appends the events; decides again if another process
    /// appended first. A decision without events succeeds and appends nothing. A command whose events are
    /// already in the stream is not decided again: its earlier result is returned.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn execute<C: Command>(
        &self,
        provenance: &Provenance,
        command: &C,
    ) -> Result<Executed<C::Aggregate>, Failure<C::Refusal>> {
        self.run(provenance, command.stream(), None, |state| command.decide(state), executed).await
    }

    /// [`Self::execute`] for callers that know the state because they just read, wrote or created the stream.
    /// The decision is made on it at once; if the append shows that it is outdated, the stream is read.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn execute_on<C: Command>(
        &self,
        provenance: &Provenance,
        state: impl Into<KnownState<C::Aggregate>>,
        command: &C,
    ) -> Result<Executed<C::Aggregate>, Failure<C::Refusal>> {
        let known = Some(state.into());
        self.run(provenance, command.stream(), known, |state| command.decide(state), executed).await
    }

    /// [`Self::execute`] for callers that do not need the resulting state, which may be large: returns only the
    /// position.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn execute_for_position<C: Command>(
        &self,
        provenance: &Provenance,
        command: &C,
    ) -> Result<Position, Failure<C::Refusal>> {
        let position = |_: &C::Aggregate, _, position| position;
        self.run(provenance, command.stream(), None, |state| command.decide(state), position).await
    }

    /// The current state of a stream. Only the events after the state in memory, or after a snapshot, are read.
    ///
    /// # Errors
    /// Never [`Failure::Refused`].
    pub async fn current_state<A: Aggregate, R>(
        &self,
        provenance: &Provenance,
        id: Uuid,
    ) -> Result<KnownState<A>, Failure<R>> {
        let unchanged = |_: &A| Ok(Vec::new());
        self.run(provenance, id, None, unchanged, executed).await.map(KnownState::from)
    }

    async fn run<A: Aggregate, R, T>(
        &self,
        provenance: &Provenance,
        id: Uuid,
        known: Option<KnownState<A>>,
        decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
        answer: impl FnOnce(&A, Version, Position) -> T,
    ) -> Result<T, Failure<R>> {
        let mut turn = self.turns.take::<A>(id).await;
        let epoch = provenance.epoch.unwrap_or_else(|| self.log.epoch());
        // The events of a repeated command may lie before the known state.
        let kept = if provenance.repetition { None } else { turn.known(epoch).or(known) };
        // A state from memory is as good as one that was just read, because the append verifies its version.
        let mut read = kept.is_none();
        let mut known: KnownState<A> = kept.unwrap_or_default();
        // The events of a repeated command may lie anywhere in the stream.
        let mut done = provenance.repetition;
        let mut last_cause = String::new();
        for _ in 0..MAX_ATTEMPTS {
            if self.log.epoch() != epoch {
                return Err(Failure::Unavailable(AppendError::Replaced.to_string()));
            }
            if read {
                // These events may also be older than a snapshot.
                let resumed = if known.version == 0 && !done {
                    self.snapshots.resume::<A>(&self.log, id).await
                } else {
                    None
                };
                let tail = if let Some(Resumed { state, version, position, tail }) = resumed {
                    known = KnownState { state, version, position };
                    tail
                } else if A::LAST_EVENT_HOLDS_STATE && !done {
                    self.log.last(id).await?.into_iter().collect()
                } else {
                    self.log.load_after(id, known.version).await?
                };
                if let Some(KnownState { state, version, position }) =
                    done_before(provenance, id, &known.state, &tail, &decide)
                {
                    turn.keep(epoch, caught_up(known, &tail));
                    return Ok(answer(&state, version, position));
                }
                let before = known.version;
                known = caught_up(known, &tail);
                if let Some(last) = tail.last() {
                    let place = (last.version, last.event_id, last.position);
                    self.snapshots.keep(id, before, place, &known.state);
                }
            }
            let events = match decide(&known.state) {
                Ok(events) if !events.is_empty() => events,
                // The known state may be outdated: another process may have appended events that allow it.
                _ if !read => {
                    read = true;
                    continue;
                }
                decided => {
                    let answered = decided.map(|_| answer(&known.state, known.version, known.position));
                    turn.keep(epoch, known);
                    return answered.map_err(Failure::Refused);
                }
            };
            let expected = ExpectedVersion::ExactIn { version: known.version, epoch };
            match append(&self.log, provenance, id, expected, &events).await {
                Ok(Appended { version, position, repeated }) => {
                    let next = known.version + events.len() as Version;
                    if repeated && version != next {
                        // These events are elsewhere in the stream, so the decision was not made on the state before
                        // them.
                        (read, done, known) = (true, true, KnownState::default());
                        last_cause = "the same command was done before".to_owned();
                        continue;
                    }
                    let state = events.iter().fold(known.state, A::evolve);
                    let answered = answer(&state, next, position);
                    if let Some(last) = ids_of(provenance, id, &events).last() {
                        self.snapshots.keep(id, known.version, (version, last, position), &state);
                    }
                    turn.keep(epoch, KnownState { state, version, position });
                    return Ok(answered);
                }
                Err(NotAppended::Conflict(cause)) => (read, last_cause) = (true, cause),
                Err(NotAppended::Failed(failure)) => return Err(failure),
            }
        }
        Err(Failure::Unavailable(format!("gave up after {MAX_ATTEMPTS} attempts: {last_cause}")))
    }
}

fn executed<A: Aggregate>(state: &A, version: Version, position: Position) -> Executed<A> {
    Executed { state: state.clone(), version, position }
}

impl<A> From<Loaded<A>> for KnownState<A> {
    fn from(Loaded { state, version, position, .. }: Loaded<A>) -> Self {
        Self { state, version, position }
    }
}

impl<A> From<Executed<A>> for KnownState<A> {
    fn from(Executed { state, version, position }: Executed<A>) -> Self {
        Self { state, version, position }
    }
}

fn caught_up<A: Aggregate>(known: KnownState<A>, tail: &[Recorded<A::Event>]) -> KnownState<A> {
    let Some(last) = tail.last() else { return known };
    let state = tail.iter().fold(known.state, |state, recorded| state.evolve(&recorded.event));
    KnownState { state, version: last.version, position: last.position }
}

/// The state after a repeated command's events, if they are in the stream. Event ids derive from the command:
/// the events are found where a decision on the state before them produces the same ids.
fn done_before<A: Aggregate, R>(
    provenance: &Provenance,
    id: Uuid,
    before: &A,
    tail: &[Recorded<A::Event>],
    decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
) -> Option<KnownState<A>> {
    let mine = |recorded: &Recorded<A::Event>| recorded.correlation_id == provenance.correlation_id;
    let last = tail.iter().rposition(mine)?;
    let mut state = before.clone();
    for (at, recorded) in tail.iter().enumerate().take(last + 1) {
        if mine(recorded)
            && let Ok(events) = decide(&state)
            && let Some(end) = events.len().checked_sub(1)
            && let Some(found) = tail.get(at..=at + end)
            && ids_of(provenance, id, &events).eq(found.iter().map(|recorded| recorded.event_id))
        {
            let state = found.iter().fold(state, |state, recorded| state.evolve(&recorded.event));
            return Some(KnownState { state, version: found[end].version, position: found[end].position });
        }
        state = state.evolve(&recorded.event);
    }
    None
}

fn ids_of<E: Event>(provenance: &Provenance, id: Uuid, events: &[E]) -> impl Iterator<Item = Uuid> {
    let stream = StreamId::new(E::CATEGORY, id);
    let encoded = events.iter().map(encode).enumerate();
    encoded.map(move |(index, event)| log::event_id(provenance, &stream, index, &event.event_type))
}

/// Why events were not appended.
enum NotAppended<R> {
    /// Another process appended first; the stream must be read again.
    Conflict(String),
    Failed(Failure<R>),
}

async fn append<E: Event, R>(
    log: &EventLog,
    provenance: &Provenance,
    id: Uuid,
    expected: ExpectedVersion,
    events: &[E],
) -> Result<Appended, NotAppended<R>> {
    let append = Append { id, expected, events: events.to_vec() };
    #[cfg(debug_assertions)]
    super::fault::before(events);
    let mut appended = log.append(provenance, append.clone()).await;
    for _ in 1..MAX_ATTEMPTS {
        // Appending the same ids again reveals the true outcome. Deciding again would not: an order cancelled
        // by this very command would be refused as already cancelled.
        let Err(AppendFailed::Store(AppendError::OutcomeUnknown(_))) = appended else { break };
        appended = log.append(provenance, append.clone()).await;
    }
    #[cfg(debug_assertions)]
    super::fault::after(events);
    appended.map_err(|failed| match failed {
        AppendFailed::Store(error @ AppendError::Conflict { .. }) => NotAppended::Conflict(error.to_string()),
        AppendFailed::Store(error @ (AppendError::OutcomeUnknown(_) | AppendError::Replaced)) => {
            NotAppended::Failed(Failure::Unavailable(error.to_string()))
        }
        AppendFailed::Store(AppendError::Unavailable(cause)) => {
            NotAppended::Failed(Failure::Unavailable(cause))
        }
        AppendFailed::Store(AppendError::Refused(cause)) => NotAppended::Failed(Failure::Defect(cause)),
        AppendFailed::Keys(error) => NotAppended::Failed(Failure::Unavailable(error.to_string())),
        AppendFailed::Erased(_) => NotAppended::Failed(Failure::Erased),
    })
}
