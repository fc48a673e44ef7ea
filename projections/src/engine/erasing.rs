//! Cleans up after the erasure of a person, beside the serving views: builds that never reach the erasure, and error
//! messages.

use shared_events::Position;

use super::{
    Failure, RebuildError, build,
    generation::{self, Generation, State},
    pause,
    session::Session,
    shared::Shared,
    swap::retire,
};

/// What happened to the builds that had not reached an erasure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaleBuilds {
    /// Views of which a build was dropped, because no process updates it any more.
    pub dropped: Vec<String>,
    /// Views of which another program still updates a build, which will reach the erasure.
    pub on_their_way: Vec<String>,
}

/// Drops every build that will never reach `position`: either no process updates it, or it holds events that the log
/// lost.
pub(super) async fn drop_stale_builds(
    shared: &Shared,
    position: Position,
) -> Result<StaleBuilds, RebuildError> {
    let mut stale = StaleBuilds::default();
    let builds = generation::not_serving(&shared.pool).await?;
    // The head is read after the builds, so a build that follows the log cannot be beyond it.
    let head = shared.log.head().await.map_err(Failure::from)?;
    let is_beyond = |one: &Generation| one.beyond_log || one.position > head;
    for one in builds.into_iter().filter(|one| is_beyond(one) || one.position < position) {
        if !is_beyond(&one) && is_updated_here(shared, &one).await? {
            continue;
        }
        let mut session = Session::open(shared, &one).await?;
        if !session.try_lease(one.id).await? {
            session.close().await;
            stale.on_their_way.push(one.view);
            continue;
        }
        // The previous holder of the lease may have moved it, or let it serve.
        let now = generation::by_id(&mut session.connection, one.id).await?;
        if now.state == one.state && (is_beyond(&now) || now.position < position) {
            retire(&mut session.connection, &shared.limits, &now).await?;
            tracing::info!(
                view = now.view,
                generation = now.number,
                "dropped a build that no process updates"
            );
            stale.dropped.push(now.view);
        }
        session.close().await;
    }
    Ok(stale)
}

/// Whether this program updates the build, now or the next time it runs.
async fn is_updated_here(shared: &Shared, one: &Generation) -> Result<bool, sqlx::Error> {
    let Some(view) = shared.view(&one.view) else { return Ok(false) };
    if one.code_version != view.version() {
        return Ok(false);
    }
    if one.waits_for_decision() {
        return Ok(false);
    }
    if one.state != State::Building || one.asked_by.is_some() {
        return Ok(true);
    }
    let all = generation::of_view(&shared.pool, &one.view).await?;
    Ok(build::is_needed(&**view, &all, pause::orders_for(&shared.pool, &one.view).await?))
}

/// Overwrites the error messages that contain one of these texts.
pub(super) async fn forget_texts(shared: &Shared, texts: &[String]) -> Result<(), Failure> {
    for (table, column) in [
        ("projections.parked", "error"),
        ("projections.skipped", "error"),
        ("projections.generations", "last_error"),
    ] {
        postgres_kit::forget_texts(&shared.pool, table, column, texts).await?;
    }
    Ok(())
}
