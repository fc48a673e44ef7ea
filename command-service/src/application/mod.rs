//! Load, decide, append; and again when somebody else appended first.

pub mod accounts;
pub mod checkout;
pub mod conversations;
#[cfg(debug_assertions)]
mod fault;
pub mod inquiries;
#[cfg(test)]
mod kept_states;
pub mod notifications;
pub mod operations;
pub mod orders;
pub mod people;
pub mod products;
pub mod quotas;
pub mod reviews;
pub mod stock;
mod turns;

use chrono::{DateTime, Utc};
use event_store::{
    Append, AppendError, AppendFailed, Appended, EventLog, ExpectedVersion, LogError, Provenance, log,
};
use service_kit::{Code, Problem};
use shared_events::{Event, Position, Recorded, StreamId, Version, encode};
use uuid::Uuid;

pub use turns::{Known, Turns};

use crate::{App, domain::Aggregate, idempotency::is_repetition, passwords::Crowded, snapshots::Resumed};

/// A command that lost this often to other processes is answered with "try again".
const ATTEMPTS: usize = 32;

/// An aggregate at a version of its stream.
#[derive(Debug)]
pub struct Loaded<A> {
    /// What its history amounts to.
    pub state: A,
    /// How long its history is.
    pub version: Version,
    /// The log's position of its last event.
    pub position: Position,
    /// When its first event was recorded.
    pub since: Option<DateTime<Utc>>,
}

impl<A: Aggregate> Loaded<A> {
    /// A stream that nobody has written to.
    pub fn nothing() -> Self {
        Self { state: A::default(), version: 0, position: Position::START, since: None }
    }
}

/// What a command has led to.
#[derive(Debug)]
pub struct Executed<A> {
    /// The state after it.
    pub state: A,
    /// How long the stream was then.
    pub version: Version,
    /// The log's position of the stream's last event: a view that has come this far shows the result.
    pub position: Position,
}

/// Why a command was not executed.
#[derive(Debug, thiserror::Error)]
pub enum Failure<R> {
    /// The decision was no.
    #[error("{0}")]
    Refused(R),
    /// The log did not answer, or the stream was too busy. Nothing was written, or the same command may be sent again.
    #[error("{0}")]
    Unavailable(String),
    /// The person whose data it is about was erased, and the caller does not know it yet. Nothing was written.
    #[error("this account has been deleted")]
    Erased,
    /// Too many passwords wait to be hashed. Nothing was written.
    #[error(transparent)]
    Crowded(#[from] Crowded),
    /// The log holds something that cannot be read, or refuses what should be right: a defect.
    #[error("{0}")]
    Defect(String),
}

impl<R> Failure<R> {
    /// The same failure with another form of the refusal.
    pub fn map<S>(self, refusal: impl FnOnce(R) -> S) -> Failure<S> {
        match self {
            Self::Refused(reason) => Failure::Refused(refusal(reason)),
            Self::Unavailable(cause) => Failure::Unavailable(cause),
            Self::Erased => Failure::Erased,
            Self::Crowded(crowded) => Failure::Crowded(crowded),
            Self::Defect(cause) => Failure::Defect(cause),
        }
    }

    /// The error answer: `refused` says what people read when the decision was no.
    pub fn into_problem(self, refused: impl FnOnce(R) -> Problem) -> Problem {
        match self {
            Self::Refused(reason) => refused(reason),
            Self::Unavailable(cause) => Problem::unavailable(&cause),
            Self::Erased => problem(Code::Conflict, &"This account has been deleted"),
            Self::Crowded(crowded) => {
                Problem::new(Code::Unavailable, crowded.to_string()).retry_after(Crowded::RETRY_AFTER)
            }
            Self::Defect(cause) => Problem::internal(&cause),
        }
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

/// Reads an aggregate's history.
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

/// Decides on the present state of a stream and appends what was decided; decides again when the stream has moved.
/// A decision of no events appends nothing and succeeds. A command whose events are in the stream already is not
/// decided again: it answers what it has led to.
///
/// # Errors
/// See [`Failure`].
pub async fn execute<A: Aggregate, R>(
    app: &App,
    provenance: &Provenance,
    id: Uuid,
    decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
) -> Result<Executed<A>, Failure<R>> {
    run(app, provenance, id, None, decide, executed).await
}

/// The same for those who know the stream: they have just read it, written to it, or made its name. What they know is
/// decided on at once; the append confirms it, or the stream is read after all.
///
/// # Errors
/// See [`Failure`].
pub async fn execute_on<A: Aggregate, R>(
    app: &App,
    provenance: &Provenance,
    id: Uuid,
    known: impl Into<Known<A>>,
    decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
) -> Result<Executed<A>, Failure<R>> {
    run(app, provenance, id, Some(known.into()), decide, executed).await
}

fn executed<A: Aggregate>(state: &A, version: Version, position: Position) -> Executed<A> {
    Executed { state: state.clone(), version, position }
}

/// The same for those who do not look at the state after it, which may be large: answers the position alone.
///
/// # Errors
/// See [`Failure`].
pub async fn perform<A: Aggregate, R>(
    app: &App,
    provenance: &Provenance,
    id: Uuid,
    decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
) -> Result<Position, Failure<R>> {
    run(app, provenance, id, None, decide, |_: &A, _, position| position).await
}

async fn run<A: Aggregate, R, T>(
    app: &App,
    provenance: &Provenance,
    id: Uuid,
    known: Option<Known<A>>,
    decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
    answer: impl FnOnce(&A, Version, Position) -> T,
) -> Result<T, Failure<R>> {
    let mut turn = app.turns.take::<A>(id).await;
    let epoch = provenance.epoch.unwrap_or_else(|| app.log.epoch());
    // What a repetition has done may lie before what is known.
    let kept = if is_repetition() { None } else { turn.known(epoch).or(known) };
    // A state from memory is as good as one that was just read, if the append confirms its version.
    let mut read = kept.is_none();
    let mut known: Known<A> = kept.unwrap_or_default();
    // What this command has done lies anywhere in the stream.
    let mut done = is_repetition();
    let mut last_cause = String::new();
    for _ in 0..ATTEMPTS {
        if app.log.epoch() != epoch {
            return Err(Failure::Unavailable(AppendError::Replaced.to_string()));
        }
        if read {
            // What a repetition has done may lie before a snapshot, too.
            let resumed = if known.version == 0 && !done {
                app.snapshots.resume::<A>(&app.log, id).await
            } else {
                None
            };
            let tail = if let Some(Resumed { state, version, position, tail }) = resumed {
                known = Known { state, version, position };
                tail
            } else if A::LAST_IS_ALL && !done {
                app.log.last(id).await?.into_iter().collect()
            } else {
                app.log.load_after(id, known.version).await?
            };
            if let Some(Known { state, version, position }) =
                done_before(provenance, id, &known.state, &tail, &decide)
            {
                turn.keep(epoch, caught_up(known, &tail));
                return Ok(answer(&state, version, position));
            }
            let before = known.version;
            known = caught_up(known, &tail);
            if let Some(last) = tail.last() {
                let place = (last.version, last.event_id, last.position);
                app.snapshots.keep(id, before, place, &known.state);
            }
        }
        let events = match decide(&known.state) {
            Ok(events) if !events.is_empty() => events,
            // What another process has appended may make it possible.
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
        match append(&app.log, provenance, id, expected, &events).await {
            Ok(Appended { version, position, repeated }) => {
                let next = known.version + events.len() as Version;
                if repeated && version != next {
                    // These events stand elsewhere in the stream, so this was not decided on the state before them.
                    (read, done, known) = (true, true, Known::default());
                    last_cause = "the same command was done before".to_owned();
                    continue;
                }
                let state = events.iter().fold(known.state, A::evolve);
                let answered = answer(&state, next, position);
                if let Some(last) = ids_of(provenance, id, &events).last() {
                    app.snapshots.keep(id, known.version, (version, last, position), &state);
                }
                turn.keep(epoch, Known { state, version, position });
                return Ok(answered);
            }
            Err(Attempt::Again(cause)) => (read, last_cause) = (true, cause),
            Err(Attempt::Failed(failure)) => return Err(failure),
        }
    }
    Err(Failure::Unavailable(format!("gave up after {ATTEMPTS} attempts: {last_cause}")))
}

impl<A> From<Loaded<A>> for Known<A> {
    fn from(Loaded { state, version, position, .. }: Loaded<A>) -> Self {
        Self { state, version, position }
    }
}

impl<A> From<Executed<A>> for Known<A> {
    fn from(Executed { state, version, position }: Executed<A>) -> Self {
        Self { state, version, position }
    }
}

fn caught_up<A: Aggregate>(known: Known<A>, tail: &[Recorded<A::Event>]) -> Known<A> {
    let Some(last) = tail.last() else { return known };
    let state = tail.iter().fold(known.state, |state, recorded| state.evolve(&recorded.event));
    Known { state, version: last.version, position: last.position }
}

/// What this command has led to, if it is a repetition: the decision, as it was made then, names events that are there.
/// They are found where a decision on the state before them makes the very same ids.
fn done_before<A: Aggregate, R>(
    provenance: &Provenance,
    id: Uuid,
    before: &A,
    tail: &[Recorded<A::Event>],
    decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
) -> Option<Known<A>> {
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
            return Some(Known { state, version: found[end].version, position: found[end].position });
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

enum Attempt<R> {
    Again(String),
    Failed(Failure<R>),
}

async fn append<E: Event, R>(
    log: &EventLog,
    provenance: &Provenance,
    id: Uuid,
    expected: ExpectedVersion,
    events: &[E],
) -> Result<Appended, Attempt<R>> {
    let append = Append { id, expected, events: events.to_vec() };
    #[cfg(debug_assertions)]
    fault::before(events);
    let mut appended = log.append(provenance, append.clone()).await;
    for _ in 1..ATTEMPTS {
        // The same ids are sent again, which answers what is true. Deciding again would not do: an order that is
        // cancelled by this very command would be refused as cancelled already.
        let Err(AppendFailed::Store(AppendError::OutcomeUnknown(_))) = appended else { break };
        appended = log.append(provenance, append.clone()).await;
    }
    #[cfg(debug_assertions)]
    fault::after(events);
    appended.map_err(|failed| match failed {
        AppendFailed::Store(error @ AppendError::Conflict { .. }) => Attempt::Again(error.to_string()),
        AppendFailed::Store(error @ (AppendError::OutcomeUnknown(_) | AppendError::Replaced)) => {
            Attempt::Failed(Failure::Unavailable(error.to_string()))
        }
        AppendFailed::Store(AppendError::Unavailable(cause)) => Attempt::Failed(Failure::Unavailable(cause)),
        AppendFailed::Store(AppendError::Refused(cause)) => Attempt::Failed(Failure::Defect(cause)),
        AppendFailed::Keys(error) => Attempt::Failed(Failure::Unavailable(error.to_string())),
        AppendFailed::Erased(_) => Attempt::Failed(Failure::Erased),
    })
}

/// A refusal that is answered with its own text.
pub fn problem(code: Code, refusal: &dyn std::fmt::Display) -> Problem {
    Problem::new(code, refusal.to_string())
}
