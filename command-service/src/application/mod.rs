//! Load, decide, append; and again when somebody else appended first.

pub mod accounts;
pub mod checkout;
pub mod conversations;
pub mod orders;
pub mod products;
pub mod stock;
mod turns;

use chrono::{DateTime, Utc};
use event_store::{Append, AppendError, AppendFailed, EventLog, ExpectedVersion, LogError, Provenance};
use service_kit::{Code, Problem};
use shared_events::{Event, Position, Recorded, Version};
use uuid::Uuid;

pub use turns::Turns;

use crate::{App, domain::Aggregate};

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

/// What a command has led to.
#[derive(Debug)]
pub struct Executed<A> {
    /// The state after it.
    pub state: A,
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
            Self::Defect(cause) => Failure::Defect(cause),
        }
    }

    /// The error answer: `refused` says what people read when the decision was no.
    pub fn into_problem(self, refused: impl FnOnce(R) -> Problem) -> Problem {
        match self {
            Self::Refused(reason) => refused(reason),
            Self::Unavailable(cause) => Problem::unavailable(&cause),
            Self::Erased => problem(Code::Conflict, &"This account has been deleted"),
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
/// A decision of no events appends nothing and succeeds.
///
/// # Errors
/// See [`Failure`].
pub async fn execute<A: Aggregate, R>(
    app: &App,
    provenance: &Provenance,
    id: Uuid,
    decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
) -> Result<Executed<A>, Failure<R>> {
    let _turn = app.turns.take(A::Event::CATEGORY, id).await;
    let mut last_cause = String::new();
    for _ in 0..ATTEMPTS {
        let Loaded { state, version, position, .. } = load::<A, R>(&app.log, id).await?;
        let events = decide(&state).map_err(Failure::Refused)?;
        if events.is_empty() {
            return Ok(Executed { state, position });
        }
        match append(&app.log, provenance, id, version, &events).await {
            Ok(position) => {
                return Ok(Executed { state: events.iter().fold(state, A::evolve), position });
            }
            Err(Attempt::Again(cause)) => last_cause = cause,
            Err(Attempt::Failed(failure)) => return Err(failure),
        }
    }
    Err(Failure::Unavailable(format!("gave up after {ATTEMPTS} attempts: {last_cause}")))
}

enum Attempt<R> {
    Again(String),
    Failed(Failure<R>),
}

async fn append<E: Event, R>(
    log: &EventLog,
    provenance: &Provenance,
    id: Uuid,
    version: Version,
    events: &[E],
) -> Result<Position, Attempt<R>> {
    let append = Append { id, expected: ExpectedVersion::Exact(version), events: events.to_vec() };
    let mut appended = log.append(provenance, append.clone()).await;
    for _ in 1..ATTEMPTS {
        // The same ids are sent again, which answers what is true. Deciding again would not do: an order that is
        // cancelled by this very command would be refused as cancelled already.
        let Err(AppendFailed::Store(AppendError::OutcomeUnknown(_))) = appended else { break };
        appended = log.append(provenance, append.clone()).await;
    }
    appended.map(|appended| appended.position).map_err(|failed| match failed {
        AppendFailed::Store(error @ AppendError::Conflict { .. }) => Attempt::Again(error.to_string()),
        AppendFailed::Store(error @ AppendError::OutcomeUnknown(_)) => {
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
