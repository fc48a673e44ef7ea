//! An operator's decision to let a held build serve.

use std::time::Duration;

use postgres_kit::statements;
use tokio::time::sleep;

use super::{
    Progress, RebuildError,
    generation::{self, Generation, State},
    notify, pause,
    rebuild::{finish, known},
    session::Session,
    shared::Shared,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn release(generation: i32, asked_by: Option<&str>) = include_str!("sql/decide/release.sql");
}

/// Poll interval while waiting for the swap.
const SWAP_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Releases a held build. With `asked_by`, the process that runs the view continues it.
pub(super) async fn release(
    shared: &Shared,
    name: &str,
    asked_by: Option<&str>,
) -> Result<Generation, RebuildError> {
    known(shared, name)?;
    if pause::is_paused(&shared.pool, name).await? {
        return Err(RebuildError::Paused(name.to_owned()));
    }
    let generations = generation::of_view(&shared.pool, name).await?;
    let held = generations.into_iter().find(Generation::waits_for_decision);
    let held = held.ok_or_else(|| RebuildError::NotHeld(name.to_owned()))?;
    pause::set_rolled_back_from(&shared.pool, name, None).await?;
    let released = sql::release(held.id, asked_by).execute(&shared.pool).await?;
    if released.rows_affected() == 0 {
        return Err(RebuildError::NotHeld(name.to_owned()));
    }
    notify::rearranged(&shared.pool, name).await;
    Ok(held)
}

/// Lets the held build serve: the process that runs the view swaps, or this one does.
pub(super) async fn swap(
    shared: &Shared,
    name: &str,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<(), RebuildError> {
    let view = known(shared, name)?;
    let held = release(shared, name, None).await?;
    loop {
        let mut session = Session::open(shared, &held).await?;
        let leased = session.try_lease(held.id).await?;
        let now = generation::by_id(&mut session.connection, held.id).await?;
        match now.state {
            State::Building if leased && now.code_version == view.version() => {
                return finish(shared, view, session, &now, report).await.map(drop);
            }
            State::Building => {}
            State::Retired => return Err(RebuildError::Cancelled(name.to_owned())),
            _ => {
                session.close().await;
                return Ok(());
            }
        }
        session.close().await;
        sleep(SWAP_POLL_INTERVAL).await;
    }
}
