//! Operators' commands about parked streams. The process that writes the generation carries them out. If there is
//! none, the command itself takes the lease.

use std::{sync::Arc, time::Duration};

use postgres_kit::statements;
use shared_events::{Position, StreamId};
use tokio::time::{Instant, sleep};

use super::{
    Failure, View,
    columns::{attempts, position},
    generation::{self, Generation, State},
    notify, parked,
    requests::{self, Action},
    session::Session,
    shared::Shared,
    writer::{WhenRefused, Writer},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn state_of(generation: i32, stream: &str) -> row (i32, i64, String) =
        "SELECT attempts, position, error FROM projections.parked WHERE generation = $1 AND stream = $2";
}

/// Poll interval of a command that waits for its answer.
const ANSWER_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long a command waits for an answer. A live writer answers much sooner, unless its batches are very slow.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a command waits for a running build, which retries as soon as it is notified.
const BUILD_TIMEOUT: Duration = Duration::from_secs(5);

/// The outcome of retrying a parked stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unparked {
    /// The stream is no longer parked.
    Applied {
        /// How many of the stream's events were applied; 0 for a build, which goes on from there.
        events: u64,
    },
    /// The same or a later event of the stream cannot be applied.
    StillParked {
        /// The event's position in the log.
        position: Position,
        /// The error.
        error: String,
    },
}

/// Why a parked stream was not retried.
#[derive(Debug, thiserror::Error)]
pub enum ParkError {
    /// There is no view of this name.
    #[error("there is no view called {0:?}")]
    Unknown(String),
    /// The view has not parked the stream.
    #[error("{stream} is not parked by {view}")]
    NotParked {
        /// The view's name.
        view: String,
        /// The stream.
        stream: StreamId,
    },
    /// Only a program with the code version that fills the generation can retry, and none is running.
    #[error(
        "generation {generation} of {view} is filled by version {code_version} of its code; no program with it runs, \
         and this one is another"
    )]
    OtherCode {
        /// The view's name.
        view: String,
        /// The generation's number.
        generation: i32,
        /// The code version that fills it.
        code_version: i32,
    },
    /// The build that stopped at the event is not running.
    #[error("nobody builds generation {generation} of {view}: `views rebuild {view}` continues it")]
    NotBuilding {
        /// The view's name.
        view: String,
        /// The generation's number.
        generation: i32,
    },
    /// The process that writes the generation does not answer.
    #[error("the process that writes generation {generation} of {view} has not answered")]
    NoAnswer {
        /// The view's name.
        view: String,
        /// The generation's number.
        generation: i32,
    },
    /// The database user of this process may not write views.
    #[error("the database user of this process may not write {0}; `greenstall parked` at a terminal may")]
    Forbidden(String),
    /// The engine failed.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl From<sqlx::Error> for ParkError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Retries a stream in every generation that has parked it. Returns the outcome in the serving generation, if that is
/// one of them.
pub(super) async fn unpark(
    shared: &Shared,
    name: &str,
    stream: &StreamId,
    action: Action,
) -> Result<Unparked, ParkError> {
    let view = shared.view(name).ok_or_else(|| ParkError::Unknown(name.to_owned()))?;
    let mut generations = generation::of_view(&shared.pool, name).await?;
    generations.sort_by_key(|one| (one.state != State::Serving, one.number));
    let mut outcome = None;
    for one in generations.iter().filter(|one| one.state != State::Verifying) {
        if still_parked(shared, one, stream).await?.is_none() {
            continue;
        }
        let unparked = match one.state {
            State::Building => in_build(shared, one, stream, action).await?,
            _ => in_tables(shared, view, one, stream, action).await?,
        };
        outcome.get_or_insert(unparked);
    }
    outcome.ok_or_else(|| ParkError::NotParked { view: name.to_owned(), stream: stream.clone() })
}

async fn in_tables(
    shared: &Shared,
    view: &Arc<dyn View>,
    one: &Generation,
    stream: &StreamId,
    action: Action,
) -> Result<Unparked, ParkError> {
    let request = requests::ask(&shared.pool, one.id, stream, action, shared.clock.now()).await?;
    let answered = answer_to(shared, view, one, request).await;
    if answered.is_err() {
        requests::withdraw(&shared.pool, request).await?;
    }
    let events = answered?;
    Ok(match still_parked(shared, one, stream).await? {
        None => Unparked::Applied { events },
        Some((_, position, error)) => Unparked::StillParked { position, error },
    })
}

async fn answer_to(
    shared: &Shared,
    view: &Arc<dyn View>,
    one: &Generation,
    request: i64,
) -> Result<u64, ParkError> {
    let began = Instant::now();
    let mut session = Session::open(shared, one).await?;
    loop {
        if session.try_lease(one.id).await? {
            return answer_ourselves(shared, view, one, session, request).await;
        }
        // Notifies again, because a notification can be lost.
        notify::rearranged(&shared.pool, &one.view).await;
        sleep(ANSWER_POLL_INTERVAL).await;
        if let Some(events) = requests::take_answer(&shared.pool, request).await? {
            session.close().await;
            return Ok(events);
        }
        if began.elapsed() > ANSWER_TIMEOUT {
            return Err(ParkError::NoAnswer { view: one.view.clone(), generation: one.number });
        }
    }
}

async fn answer_ourselves(
    shared: &Shared,
    view: &Arc<dyn View>,
    one: &Generation,
    mut session: Session,
    request: i64,
) -> Result<u64, ParkError> {
    // The previous holder of the lease may have retried the stream, or answered the request.
    let one = generation::by_id(&mut session.connection, one.id).await?;
    if one.code_version != view.version() {
        let (view, generation, code_version) = (one.view, one.number, one.code_version);
        return Err(ParkError::OtherCode { view, generation, code_version });
    }
    let (view, clock) = (Arc::clone(view), Arc::clone(&shared.clock));
    let mut writer = Writer::begin(session, view, clock, &one, WhenRefused::Park).await?;
    writer.answer_requests(&shared.log).await?;
    let answer = requests::take_answer(&mut writer.session.connection, request).await?;
    writer.session.close().await;
    Ok(answer.unwrap_or(0))
}

/// A build stops at the event and retries by itself. This notifies the build and waits for the outcome.
async fn in_build(
    shared: &Shared,
    one: &Generation,
    stream: &StreamId,
    action: Action,
) -> Result<Unparked, ParkError> {
    let (now, id) = (shared.clock.now(), one.id);
    let all = parked::of_generation(&shared.pool, id).await?;
    let Some(stopped_at) = all.into_iter().find(|one| one.refusal.stream == *stream) else {
        return match action {
            Action::Skip => Err(ParkError::NotParked { view: one.view.clone(), stream: stream.clone() }),
            Action::Retry => Ok(Unparked::Applied { events: 0 }),
        };
    };
    if action == Action::Skip {
        let mut transaction = postgres_kit::begin(&shared.pool).await?;
        parked::skip(&mut *transaction, &one.view, one.code_version, &stopped_at.refusal, now).await?;
        parked::unpark(&mut *transaction, id, stream).await?;
        transaction.commit().await?;
        notify::rearranged(&shared.pool, &one.view).await;
        return Ok(Unparked::Applied { events: 0 });
    }
    let began = Instant::now();
    while began.elapsed() < BUILD_TIMEOUT {
        notify::rearranged(&shared.pool, &one.view).await;
        sleep(ANSWER_POLL_INTERVAL).await;
        match still_parked(shared, one, stream).await? {
            None => return Ok(Unparked::Applied { events: 0 }),
            Some((attempts, position, error))
                if (attempts, position) != (stopped_at.attempts, stopped_at.refusal.position) =>
            {
                return Ok(Unparked::StillParked { position, error });
            }
            Some(_) => {}
        }
    }
    Err(ParkError::NotBuilding { view: one.view.clone(), generation: one.number })
}

/// The attempts, position and error of a stream that is still parked.
async fn still_parked(
    shared: &Shared,
    one: &Generation,
    stream: &StreamId,
) -> Result<Option<(u32, Position, String)>, sqlx::Error> {
    let row = sql::state_of(one.id, &stream.to_string()).fetch_optional(&shared.pool).await?;
    row.map(|(tried, at, error)| Ok((attempts(tried)?, position(at)?, error))).transpose()
}
