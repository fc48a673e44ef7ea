//! Builds a generation from the start of the log, or from where an interrupted build stopped, until queries read it.

use std::{sync::Arc, time::Duration};

use event_store::EventLog;
use parked_work::Delays;
use postgres_kit::{lock_holder, within};
use sqlx::Connection;
use tokio::time::sleep;

use super::{
    Failure, View,
    generation::{self, Generation, Stage, State},
    indexes::make_indexes,
    pages::{NextPage, Pages},
    parked,
    pause::Orders,
    progress::{BuildProgress, Phase, Progress},
    review::{Review, review},
    session::{Session, end_helper},
    shared::Shared,
    swap::{Attempt, retire, try_swap},
    tables::run,
    writer::{WhenRefused, Writer},
};

/// Pauses before the next attempt when a session that reads the view has prevented a swap. Queries wait behind each
/// attempt, so attempts become rare while a dump is open.
const SWAP_DELAYS: Delays = Delays { first: Duration::from_millis(200), longest: Duration::from_secs(4) };

/// After this many attempts to swap, the build logs what it waits for.
const LOG_AFTER_SWAPS: u32 = 5;

/// How a build ended.
#[derive(Debug)]
pub(super) enum Built {
    /// Queries read the new generation.
    Serves,
    /// The build is complete and waits for an operator's decision.
    Held(Box<Review>),
}

/// Whether the view must be built: no serving generation was built by this version of its code or a newer one, and no
/// operator has rolled back from this version.
pub(super) fn is_needed(view: &dyn View, generations: &[Generation], orders: Orders) -> bool {
    let serving = generations.iter().find(|one| one.state == State::Serving);
    serving.is_none_or(|one| one.code_version < view.version() && !orders.hold_back(view.version()))
}

/// The unfinished build of this version of the code.
pub(super) fn unfinished<'a>(view: &dyn View, generations: &'a [Generation]) -> Option<&'a Generation> {
    generations.iter().find(|one| one.state == State::Building && one.code_version == view.version())
}

/// Runs a build whose lease the session holds, and lets it serve unless it is held. Continues an interrupted build
/// where it stopped.
pub(super) async fn build(
    shared: &Shared,
    view: Arc<dyn View>,
    mut session: Session,
    generation: &Generation,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Built, Failure> {
    if generation::is_cancelled(&mut session.connection, generation.id).await? {
        retire(&mut session.connection, &shared.limits, generation).await?;
        session.close().await;
        return Err(Failure::Cancelled);
    }
    let built = build_now(shared, view, session, generation, report).await;
    let Err(failure) = built else { return built };
    // A cancellation is recorded before the canceller ends this connection, so the failed connection finds the record.
    let asked = generation::is_cancelled(&shared.pool, generation.id);
    let cancelled =
        within(shared.limits.answer, "whether a build is cancelled", asked).await.unwrap_or(false);
    Err(match failure {
        Failure::Obsolete(_) => failure,
        _ if cancelled => Failure::Cancelled,
        _ if failure.is_about_tables() => Failure::Damaged(Box::new(failure)),
        _ => failure,
    })
}

async fn build_now(
    shared: &Shared,
    view: Arc<dyn View>,
    session: Session,
    generation: &Generation,
    report: &mut (dyn FnMut(Progress) + Send),
) -> Result<Built, Failure> {
    let clock = Arc::clone(&shared.clock);
    let mut writer = Writer::begin(session, view, clock, generation, WhenRefused::Stop).await?;
    let limits = shared.limits;
    let ending = end_helper(&mut writer.session.connection, generation.id);
    within(limits.answer, "the end of an interrupted build", ending).await?;
    retire_leftovers(&mut writer).await?;
    if generation.stage == Stage::Empty {
        make_tables(&mut writer, generation).await?;
    }
    let mut progress = BuildProgress::new(report, writer.position, shared.log.head().await?);
    progress.show(Phase::Filling, writer.position);
    let mut pages = writer.pages(&shared.log);
    fill(&mut writer, &shared.log, &mut pages, &mut progress).await?;
    // The event that stopped an earlier attempt no longer stops the build.
    let forgetting = parked::forget(&mut writer.session.connection, generation.id);
    within(limits.answer, "what stopped a build", forgetting).await?;
    if generation.stage != Stage::Indexed {
        progress.show(Phase::Indexing, writer.position);
        make_indexes(shared, &mut writer, generation).await?;
    }
    let served = serve(shared, &mut writer, &mut pages, &mut progress).await;
    if let Err(Failure::Obsolete(_)) = served {
        retire(&mut writer.session.connection, &limits, generation).await?;
    }
    writer.session.close().await;
    served
}

/// Applies the whole log.
pub(super) async fn fill(
    writer: &mut Writer,
    log: &EventLog,
    pages: &mut Pages,
    progress: &mut BuildProgress<'_>,
) -> Result<(), Failure> {
    loop {
        let NextPage { batch, end } = pages.next().await?;
        if batch.up_to > writer.position {
            let events = batch.events.len();
            match writer.write(batch).await {
                Ok(_) => progress.add(events, writer.position),
                Err(Failure::Paused) => {
                    writer.wait_while_paused().await?;
                    *pages = writer.pages(log);
                    continue;
                }
                Err(failure) => return Err(failure),
            }
        }
        if end {
            return Ok(());
        }
    }
}

/// Catches up and tries to swap until it succeeds. For a held build, returns its differences instead.
async fn serve(
    shared: &Shared,
    writer: &mut Writer,
    pages: &mut Pages,
    progress: &mut BuildProgress<'_>,
) -> Result<Built, Failure> {
    let log = &shared.log;
    let mut prevented = 0;
    loop {
        writer.wait_while_paused().await?;
        fill(writer, log, pages, progress).await?;
        let asked = generation::by_id(&mut writer.session.connection, writer.generation.id);
        if within(writer.session.limits.answer, "whether a build is held", asked).await?.held {
            progress.show(Phase::Comparing, writer.position);
            if let Some(review) = review(shared, writer).await? {
                return Ok(Built::Held(Box::new(review)));
            }
            // An operator has released the build. It stands at the position of the comparison, so catch up from there.
            *pages = writer.pages(log);
            continue;
        }
        progress.show(Phase::Swapping, writer.position);
        let limits = writer.session.limits;
        match within(limits.batch, "the swap of a view", try_swap(writer, log)).await? {
            Attempt::Swapped => return Ok(Built::Serves),
            Attempt::NotNow => {
                prevented += 1;
                if prevented == LOG_AFTER_SWAPS {
                    let holder = lock_holder(&mut writer.session.connection, &["read"]);
                    let holder = within(limits.answer, "who reads a view", holder).await?;
                    tracing::warn!(
                        view = writer.view.name(),
                        "a build waits to serve; the view is read by {holder}"
                    );
                }
                sleep(SWAP_DELAYS.after(prevented).min(limits.heartbeat())).await;
            }
        }
    }
}

/// Drops the previous generation, unfinished builds of older versions that no process continues, and leftovers of
/// interrupted verifications.
async fn retire_leftovers(writer: &mut Writer) -> Result<(), Failure> {
    let session = &mut writer.session;
    let all = generation::of_view(&mut session.connection, writer.view.name());
    for one in within(session.limits.answer, "the generations of a view", all).await? {
        match one.state {
            State::Previous => retire_patiently(session, &one).await?,
            State::Building | State::Verifying
                if (one.state == State::Verifying || one.code_version < writer.view.version())
                    && session.try_lease(one.id).await? =>
            {
                retire_patiently(session, &one).await?;
                session.release(one.id).await?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Drops a generation's tables, however long other sessions read them: a dump may take hours.
async fn retire_patiently(session: &mut Session, one: &Generation) -> Result<(), Failure> {
    loop {
        match retire(&mut session.connection, &session.limits, one).await {
            Err(failure) if failure.is_lock_timeout() => {}
            done => return done,
        }
    }
}

pub(super) async fn make_tables(writer: &mut Writer, generation: &Generation) -> Result<(), Failure> {
    let limits = writer.session.limits;
    within(limits.batch, "the tables of a generation", make_tables_now(writer, generation)).await
}

async fn make_tables_now(writer: &mut Writer, generation: &Generation) -> Result<(), Failure> {
    let mut transaction = writer.session.connection.begin().await?;
    run(&mut transaction, format!("CREATE SCHEMA {}", generation.schema())).await?;
    sqlx::raw_sql(writer.view.tables()).execute(&mut *transaction).await?;
    generation::set_stage(&mut *transaction, generation.id, Stage::Filling).await?;
    Ok(transaction.commit().await?)
}
