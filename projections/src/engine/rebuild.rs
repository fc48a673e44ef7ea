//! Builds that an operator requests.

use std::{sync::Arc, time::Duration};

use postgres_kit::within;
use tokio::time::{Instant, sleep};

use super::{
    Failure, RebuildError, View,
    build::{self, Built},
    checkpoint,
    damaged::begin_again,
    generation::{self, Generation, State},
    notify,
    pause::{self, By},
    progress::Progress,
    session::Session,
    shared::Shared,
    swap::retire,
};

/// How long an operator's command waits for its turn, and a cancellation for the lease of the building process.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(10);
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The server may need a moment to notice that the previous builder has disconnected.
const PREVIOUS_BUILDER_TIMEOUT: Duration = Duration::from_secs(1);

pub(super) async fn rebuild(
    shared: &Shared,
    name: &str,
    for_review: bool,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Built, RebuildError> {
    match rebuild_once(shared, name, for_review, report).await {
        Err(RebuildError::Failed(damaged @ Failure::Damaged(_))) => {
            let view = &**known(shared, name)?;
            if let Some(build) = build::unfinished(view, &generation::of_view(&shared.pool, name).await?) {
                begin_again(shared, view, build, damaged, By::Operator).await?;
            }
            rebuild_once(shared, name, for_review, report).await
        }
        built => built,
    }
}

async fn rebuild_once(
    shared: &Shared,
    name: &str,
    for_review: bool,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Built, RebuildError> {
    let view = known(shared, name)?;
    if pause::is_paused(&shared.pool, name).await? {
        return Err(RebuildError::Paused(name.to_owned()));
    }
    let planned = plan(shared, &**view, for_review).await?;
    let mut session = Session::open(shared, &planned).await?;
    let busy = || RebuildError::Busy(name.to_owned());
    if !session.try_lease(planned.id).await? {
        return Err(busy());
    }
    // The previous holder of the lease may have changed the generation.
    let planned = generation::by_id(&mut session.connection, planned.id).await?;
    if planned.state != State::Building {
        return Err(busy());
    }
    generation::set_held(&mut session.connection, planned.id, for_review).await?;
    if !for_review {
        // Comes after taking the lease, because another process starts to build the version as soon as it is not held
        // back.
        pause::set_rolled_back_from(&shared.pool, name, None).await?;
    }
    finish(shared, view, session, &planned, report).await
}

/// Continues a build whose lease the session holds, and returns how it ended.
pub(super) async fn finish(
    shared: &Shared,
    view: &Arc<dyn View>,
    session: Session,
    planned: &Generation,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Built, RebuildError> {
    let name = view.name();
    let built = build::build(shared, Arc::clone(view), session, planned, report).await;
    if let Err(failure) = &built {
        let answer = shared.limits.answer;
        if matches!(failure, Failure::Cancelled) {
            return Err(RebuildError::Cancelled(name.to_owned()));
        }
        if failure.is_lost_connection() {
            return Err(RebuildError::Lost { view: name.to_owned(), cause: failure.to_string() });
        }
        // The caller needs this error more than the status does, so a failure to record it is ignored.
        let text = failure.to_string();
        let shown = checkpoint::show_error(&shared.pool, planned.id, &text, shared.clock.now());
        let _ = within(answer, "what stops a build", shown).await;
    }
    Ok(built?)
}

/// Records a request for a build; the process that runs the view begins or continues it.
pub(super) async fn ask(
    shared: &Shared,
    name: &str,
    asked_by: &str,
    for_review: bool,
) -> Result<(), RebuildError> {
    let view = known(shared, name)?;
    if pause::is_paused(&shared.pool, name).await? {
        return Err(RebuildError::Paused(name.to_owned()));
    }
    let busy = || RebuildError::Busy(name.to_owned());
    let planned = plan(shared, &**view, for_review).await?;
    if planned.asked_by.is_some() {
        return Err(busy());
    }
    let mut session = take_turn(shared, &planned).await?;
    // The holder of the lease is building. While this process holds the lease, no other can begin.
    let began = Instant::now();
    while !session.try_lease(planned.id).await? {
        if began.elapsed() > PREVIOUS_BUILDER_TIMEOUT {
            return Err(busy());
        }
        sleep(CANCEL_POLL_INTERVAL).await;
    }
    let noted = generation::note_request(
        &mut session.connection,
        planned.id,
        asked_by,
        for_review,
        shared.clock.now(),
    )
    .await?;
    session.close().await;
    if !noted {
        return Err(busy());
    }
    if !for_review {
        pause::set_rolled_back_from(&shared.pool, name, None).await?;
    }
    tracing::info!(view = name, asked_by, for_review, "build requested");
    notify::rearranged(&shared.pool, name).await;
    Ok(())
}

/// The unfinished build of this version of the code, or a new one.
async fn plan(shared: &Shared, view: &dyn View, for_review: bool) -> Result<Generation, RebuildError> {
    loop {
        // Look first: planning waits for the transaction of a running build.
        let generations = generation::of_view(&shared.pool, view.name()).await?;
        let orders = pause::orders_for(&shared.pool, view.name()).await?;
        if for_review && build::is_needed(view, &generations, orders) {
            // The program builds it automatically and lets it serve.
            return Err(RebuildError::Busy(view.name().to_owned()));
        }
        if generations.iter().any(Generation::waits_for_decision) {
            return Err(RebuildError::Held(view.name().to_owned()));
        }
        if let Some(planned) = build::unfinished(view, &generations) {
            return Ok(planned.clone());
        }
        generation::plan(&shared.pool, view.name(), view.version(), false, shared.clock.now()).await?;
    }
}

pub(super) async fn retire_previous(shared: &Shared, name: &str) -> Result<(), RebuildError> {
    let view = known(shared, name)?;
    let mut connection = shared.pool.acquire().await?;
    for one in generation::of_view(&mut *connection, view.name()).await? {
        if one.state == State::Previous {
            retire(&mut connection, &shared.limits, &one).await?;
        }
    }
    Ok(())
}

/// Pauses or resumes a view.
pub(super) async fn pause(shared: &Shared, name: &str, paused: bool) -> Result<(), RebuildError> {
    known(shared, name)?;
    pause::set_paused(&shared.pool, name, paused.then(|| shared.clock.now())).await?;
    notify::rearranged(&shared.pool, name).await;
    Ok(())
}

/// Drops an unfinished build that an operator began. Returns whether there was one.
pub(super) async fn cancel_build(shared: &Shared, name: &str) -> Result<bool, RebuildError> {
    let view = known(shared, name)?;
    let generations = generation::of_view(&shared.pool, name).await?;
    let Some(unfinished) = build::unfinished(&**view, &generations) else { return Ok(false) };
    if build::is_needed(&**view, &generations, pause::orders_for(&shared.pool, name).await?) {
        return Err(RebuildError::Needed(name.to_owned()));
    }
    let mut session = take_turn(shared, unfinished).await?;
    // Recorded first, so that the build that loses its connection knows why.
    generation::note_cancel(&shared.pool, unfinished.id, shared.clock.now()).await?;
    let began = Instant::now();
    while !session.try_lease(unfinished.id).await? {
        if began.elapsed() > CANCEL_TIMEOUT {
            return Err(RebuildError::Busy(name.to_owned()));
        }
        session.end_holder(unfinished.id).await?;
        sleep(CANCEL_POLL_INTERVAL).await;
    }
    let unfinished = generation::by_id(&mut session.connection, unfinished.id).await?;
    if unfinished.state == State::Building {
        retire(&mut session.connection, &shared.limits, &unfinished).await?;
    }
    session.close().await;
    // The previous holder of the lease may have let it serve at the last moment, or dropped it because of the
    // cancellation.
    Ok(matches!(unfinished.state, State::Building | State::Retired))
}

/// Opens a connection that holds the turn of an operator's command on a generation. Commands wait for each other: a
/// cancellation ends the connection that holds the lease, and must not end another command's.
async fn take_turn(shared: &Shared, generation: &Generation) -> Result<Session, RebuildError> {
    let mut session = Session::open(shared, generation).await?;
    let began = Instant::now();
    while !session.try_turn(generation.id).await? {
        if began.elapsed() > CANCEL_TIMEOUT {
            return Err(RebuildError::Busy(generation.view.clone()));
        }
        sleep(CANCEL_POLL_INTERVAL).await;
    }
    Ok(session)
}

pub(super) fn known<'a>(shared: &'a Shared, name: &str) -> Result<&'a Arc<dyn View>, RebuildError> {
    shared.view(name).ok_or_else(|| RebuildError::Unknown {
        name: name.to_owned(),
        known: shared.views.iter().map(|view| view.name()).collect::<Vec<_>>().join(", "),
    })
}
