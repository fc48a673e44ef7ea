//! What an erasure leaves beside the views that serve: builds that nothing brings to the erasure, and texts of failures.

use shared_events::Position;

use super::{
    Failure, RebuildError, build,
    generation::{self, Generation, State},
    pause,
    session::Session,
    shared::Shared,
    swap::retire,
};

/// What became of the builds that had not come as far as an erasure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaleBuilds {
    /// Views of which a build was dropped, because nothing updates it any more.
    pub dropped: Vec<String>,
    /// Views of which another program still updates a build: it is on its way.
    pub on_their_way: Vec<String>,
}

/// Drops every build that nothing will ever bring to `position`: nothing updates it, or it has events that are not in
/// the log.
pub(super) async fn drop_stale_builds(
    shared: &Shared,
    position: Position,
) -> Result<StaleBuilds, RebuildError> {
    let mut stale = StaleBuilds::default();
    let builds = builds(shared).await?;
    // Read after the builds: a build that follows the log is never beyond this.
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
        // Whoever had the lease before may have moved it, or let it serve.
        let now = generation::by_id(&mut session.connection, one.id).await?;
        if now.state == one.state && (is_beyond(&now) || now.position < position) {
            retire(&mut session.connection, &shared.limits, &now).await?;
            tracing::info!(
                view = now.view,
                generation = now.number,
                "a build that nothing updates is dropped"
            );
            stale.dropped.push(now.view);
        }
        session.close().await;
    }
    Ok(stale)
}

/// All builds that do not serve and have tables.
async fn builds(shared: &Shared) -> Result<Vec<Generation>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT * FROM projections.generations
         WHERE state IN ('previous', 'building', 'verifying') AND stage <> 'empty'
         ORDER BY view, generation",
    )
    .fetch_all(&shared.pool)
    .await?;
    rows.iter().map(Generation::from_row).collect()
}

/// Whether this program updates it by itself, now or when it runs next.
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

/// Overwrites the errors in which one of these texts stands.
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
