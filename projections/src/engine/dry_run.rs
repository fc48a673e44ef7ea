//! Tries a parked stream in a transaction that is rolled back: what a retry would do, without changing what is served.

use postgres_kit::within;
use shared_events::{Position, StreamId, Version};
use sqlx::Connection;

use super::{
    Failure, ParkError,
    aside::Aside,
    catch_up::{Waiting, apply_waiting},
    generation::{self, Generation, State},
    parked,
    session::Session,
    shared::Shared,
};

/// How long the process that writes the generation is waited for.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '5s'";

/// What a retry would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The number of the generation in which it was tried.
    pub generation: i32,
    /// How many events of the stream would be applied, the parked one among them.
    pub applied: u64,
    /// How many of its events wait now, the parked one among them.
    pub waiting: u64,
    /// What would park the stream again.
    pub refused: Option<Refused>,
}

/// An event that is refused again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where it stands.
    pub position: Position,
    /// Its number in the stream.
    pub version: Version,
    /// Its stored type.
    pub event_type: String,
    /// Why.
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
            tried => {
                if let Some(trial) = tried? {
                    return Ok(trial);
                }
            }
        }
    }
    Err(ParkError::NotParked { view: name.to_owned(), stream: stream.clone() })
}

/// None: it is not parked any more.
async fn try_in(
    shared: &Shared,
    session: &mut Session,
    one: &Generation,
    stream: &StreamId,
) -> Result<Option<Trial>, Failure> {
    let Some(view) = shared.view(&one.view) else { return Ok(None) };
    let mut transaction = session.connection.begin().await?;
    sqlx::query(LOCK_TIMEOUT).execute(&mut *transaction).await?;
    // Nobody moves the checkpoint or changes the tables until this is rolled back.
    let one = generation::lock(&mut *transaction, one.id).await?;
    let aside = Aside::load(&mut transaction, &one, true).await?;
    let Some(parked) = aside.parked(stream) else { return Ok(None) };
    let refusal = &parked.refusal;
    generation::version_rows_apart(&mut *transaction, one.position, shared.clock.now()).await?;
    // A build has stopped before the event.
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
