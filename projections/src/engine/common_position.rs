//! Brings two generations of a view to the same position in one snapshot, for a verification or a review.

use postgres_kit::{Transaction, statements};
use sqlx::PgConnection;

use super::{
    Failure, RebuildError,
    generation::{self, Generation, State},
    session::set_lock_timeout,
    shared::Shared,
    writer::Writer,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn end_snapshot() = "ROLLBACK";
    fn begin_snapshot() = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
}

/// Lock timeout: how long the serving generation stands still at most.
const STOP_TIMEOUT: &str = "1s";

/// Stops the serving generation and brings the writer's generation to its exact position. The serving one goes on when
/// the transaction ends. `None`: the serving one is still behind the writer, or too far ahead.
pub(super) async fn stop(
    shared: &Shared,
    writer: &mut Writer,
    serving: i32,
) -> Result<Option<Transaction>, RebuildError> {
    let mut stopper = postgres_kit::begin(&shared.pool).await?;
    set_lock_timeout(&mut *stopper, STOP_TIMEOUT).await?;
    let serving = generation::lock(&mut *stopper, serving).await?;
    if serving.state != State::Serving {
        return Err(RebuildError::Disturbed(serving.view));
    }
    if serving.position < writer.position {
        return Ok(None);
    }
    if serving.position > writer.position {
        let mut pages = writer.pages(&shared.log);
        let mut batch = pages.next().await.map_err(Failure::from)?.batch;
        if batch.up_to < serving.position {
            return Ok(None);
        }
        batch.end_at(serving.position);
        writer.write(batch).await?;
    }
    Ok(Some(stopper))
}

/// Opens a snapshot in which both generations are at the writer's position, and lets the serving one go on.
pub(super) async fn open_snapshot(
    connection: &mut PgConnection,
    stopper: Transaction,
    writer: &Writer,
    serving: &Generation,
) -> Result<(), RebuildError> {
    sql::begin_snapshot().execute(&mut *connection).await?;
    // The first statement takes the snapshot.
    let both = generation::of_view(&mut *connection, &serving.view).await?;
    let at = |id| both.iter().find(|one| one.id == id).map(|one| one.position);
    let (theirs, ours) = (at(serving.id), at(writer.generation.id));
    stopper.rollback().await?;
    if theirs != ours || theirs != Some(writer.position) {
        return Err(Failure::Overtaken.into());
    }
    Ok(())
}

/// Ends that snapshot.
pub(super) async fn close_snapshot(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sql::end_snapshot().execute(connection).await.map(drop)
}
