//! Tries a parked stream in a transaction that is rolled back, and reports what a retry would do.

use postgres_kit::within;
use shared_events::{Position, StreamId, Version};
use sqlx::Connection;

use super::{
    Failure, ParkError,
    aside::Aside,
    catch_up::{Waiting, apply_waiting},
    generation::{self, Generation, State},
    parked,
    session::{Session, set_lock_timeout},
    shared::Shared,
};

/// How long to wait for the process that writes the generation.
const LOCK_TIMEOUT: &str = "5s";

/// The outcome that a retry would have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The number of the generation in which the stream was tried.
    pub generation: i32,
    /// How many events of the stream would be applied, including the parked one.
    pub applied: u64,
    /// How many events of the stream wait now, including the parked one.
    pub waiting: u64,
    /// The event that would park the stream again.
    pub refused: Option<Refused>,
}

/// An event that the view refuses again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The event's position in the log.
    pub position: Position,
    /// The event's number in the stream.
    pub version: Version,
    /// The event's stored type.
    pub event_type: String,
    /// Why the view refuses it.
    pub error: String,
}

pub(super) async fn try_parked(shared: &Shared, name: &str, stream: &StreamId) -> Result<Trial, ParkError> {
    let view = shared.view(name).ok_or_else(|| ParkError::Unknown(name.to_owned()))?;
    let mut generations = generation::of_view(&shared.pool, name).await?;
    generations.sort_by_key(|one| (one.state != State::Serving, -one.number));
    for one in generations.iter().filter(|one| one.state != State::Verifying) {
        let all = parked::of_generation(&shared.pool, one.id).await?;
        if !all.iter().any(|parked| parked.refusal.stream == *stream) {
            continue;
        }
        if one.code_version != view.version() {
            let (view, generation, code_version) = (one.view.clone(), one.number, one.code_version);
            return Err(ParkError::OtherCode { view, generation, code_version });
        }
        let mut session = Session::open(shared, one).await?;
        let what = format!("a trial of {name}");
        let tried = within(shared.limits.batch, &what, try_in(shared, &mut session, one, stream)).await;
        session.close().await;
        match tried {
            Err(failure) if failure.is_lock_timeout() => {
                return Err(ParkError::NoAnswer { view: name.to_owned(), generation: one.number });
            }
            Err(failure) if failure.is_forbidden() => return Err(ParkError::Forbidden(name.to_owned())),
            tried => {
                if let Some(trial) = tried? {
                    return Ok(trial);
                }
            }
        }
    }
    Err(ParkError::NotParked { view: name.to_owned(), stream: stream.clone() })
}

/// Returns `None` when the stream is no longer parked.
async fn try_in(
    shared: &Shared,
    session: &mut Session,
    one: &Generation,
    stream: &StreamId,
) -> Result<Option<Trial>, Failure> {
    let Some(view) = shared.view(&one.view) else { return Ok(None) };
    let mut transaction = session.connection.begin().await?;
    set_lock_timeout(&mut *transaction, LOCK_TIMEOUT).await?;
    // Holds the lock of the checkpoint, which guards the tables, until the rollback.
    let one = generation::lock(&mut *transaction, one.id).await?;
    let aside = Aside::load(&mut transaction, &one, true).await?;
    let Some(parked) = aside.parked(stream) else { return Ok(None) };
    let refusal = &parked.refusal;
    // A build stops before the event, so its checkpoint may lie before it.
    let up_to = one.position.max(refusal.position);
    let waiting = Waiting { stream, from: refusal.version, up_to };
    let behind = parked::waiting(&mut *transaction, one.id, stream).await?;
    let (applied, refused) = apply_waiting(&mut transaction, &**view, &shared.log, waiting, &aside).await?;
    transaction.rollback().await?;
    let refused = refused.map(|refused| Refused {
        position: refused.position,
        version: refused.version,
        event_type: refused.event_type,
        error: refused.error,
    });
    Ok(Some(Trial { generation: one.number, applied, waiting: behind + 1, refused }))
}
