//! The runner: keeps each view's generations up to date by building the missing ones and following the others.

use std::{collections::HashSet, sync::Arc, time::Duration};

use parked_work::{Delays, failure_text};
use postgres_kit::{Listener, within};
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::sleep,
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    Failure, View,
    beyond_log::is_beyond,
    build::{self, build},
    checkpoint,
    damaged::begin_again,
    follow::follow,
    generation::{self, State},
    notify,
    pause::{self, By},
    session::{Session, is_leased},
    shared::Shared,
    signals::{SIGNAL_POLL_INTERVAL, Signals},
    swap,
    take_back::{self, Newer},
};

/// Lease poll interval: the longest a failover takes once the lease is free.
const LEASE_POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Delays between attempts that fail without any progress.
const RETRY_DELAYS: Delays = Delays { first: Duration::from_millis(100), longest: Duration::from_secs(10) };
/// How long a running transaction may take to finish after the stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// A task for one generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    generation: i32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Build,
    Follow,
    /// Lets the own generation serve again that this one has replaced.
    TakeBack,
    /// Drops what a verification left behind when its process died.
    Sweep,
}

/// Runs one view until told to stop.
pub(super) async fn supervise(shared: Arc<Shared>, view: Arc<dyn View>, mut signals: Signals) {
    let stop = signals.stop.clone();
    let mut tasks = JoinSet::new();
    let mut under_way = HashSet::new();
    let mut newer = Newer::default();
    while !stop.is_cancelled() {
        let asked = jobs(&shared, &*view, &mut newer);
        match within(shared.limits.answer, "the generations of a view", asked).await {
            Ok(jobs) => {
                for job in jobs {
                    if under_way.insert(job.generation) {
                        let (shared, view, signals) =
                            (Arc::clone(&shared), Arc::clone(&view), signals.clone());
                        tasks.spawn(async move {
                            keep_trying(shared, view, job, signals).await;
                            job.generation
                        });
                    }
                }
            }
            Err(error) => tracing::warn!(view = view.name(), %error, "cannot read the view's generations"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            Some(ended) = tasks.join_next() => {
                under_way.remove(&ended.expect("what may panic runs in tasks of its own"));
            }
            () = signals.news() => {
                signals.have_news();
            }
            () = sleep(SIGNAL_POLL_INTERVAL) => {}
        }
    }
    tasks.join_all().await;
}

/// What this process should do for a view. Plans a build when one is needed.
async fn jobs(shared: &Shared, view: &dyn View, newer: &mut Newer) -> Result<Vec<Job>, sqlx::Error> {
    let mut generations = generation::of_view(&shared.pool, view.name()).await?;
    let orders = pause::orders_for(&shared.pool, view.name()).await?;
    let newer_is_gone = newer.is_gone(shared, view, &generations).await?;
    let mut is_needed = newer_is_gone || build::is_needed(view, &generations, orders);
    let mut take_back = None;
    if is_needed && take_back::own_previous(view, &generations).is_some() {
        is_needed = false;
        let replaced = take_back::serving(&generations).filter(|_| orders.paused_at.is_none());
        take_back = replaced.map(|serving| Job { generation: serving.id, kind: Kind::TakeBack });
    }
    if is_needed && build::unfinished(view, &generations).is_none() {
        let (unless_served, now) = (!newer_is_gone, shared.clock.now());
        generation::plan(&shared.pool, view.name(), view.version(), unless_served, now).await?;
        generations = generation::of_view(&shared.pool, view.name()).await?;
    }
    let to_build = build::unfinished(view, &generations)
        .filter(|one| !one.waits_for_decision() && (is_needed || one.asked_by.is_some()));
    let build = to_build.map(|one| Job { generation: one.id, kind: Kind::Build });
    // Processes with other versions of the code write the other generations.
    let follow = generations
        .iter()
        .filter(|one| one.code_version == view.version() && is_followed(one.state))
        .map(|one| Job { generation: one.id, kind: Kind::Follow });
    let left = generations.iter().filter(|one| one.state == State::Verifying);
    let sweep = left.map(|one| Job { generation: one.id, kind: Kind::Sweep });
    Ok(follow.chain(build).chain(take_back).chain(sweep).collect())
}

const fn is_followed(state: State) -> bool {
    matches!(state, State::Serving | State::Previous)
}

/// Runs a job until it is done. A failure is recorded with the generation, and the job retries with growing delays.
async fn keep_trying(shared: Arc<Shared>, view: Arc<dyn View>, job: Job, mut signals: Signals) {
    let stop = signals.stop.clone();
    let mut failures = 0;
    let mut failed_at = None;
    loop {
        signals.have_news();
        let attempt = attempt(Arc::clone(&shared), Arc::clone(&view), job, signals.clone());
        let attempt = AbortOnDropHandle::new(tokio::spawn(attempt));
        let ended = tokio::select! {
            ended = attempt => ended,
            () = overdue(&stop) => return,
        };
        let failure = match ended.unwrap_or_else(|error| Err(panicked(error))) {
            Ok(()) => return,
            // The view did not fail: its generation is gone, and the supervisor will notice.
            Err(Failure::Obsolete(_) | Failure::Cancelled) => return,
            Err(failure) => failure,
        };
        tracing::error!(view = view.name(), generation = job.generation, %failure, "view stopped by an error");
        let (text, now) = (failure.to_string(), shared.clock.now());
        let shown = checkpoint::show_error(&shared.pool, job.generation, &text, now);
        let stands = within(shared.limits.answer, "what stops a view", shown).await.ok();
        let same_place = stands.is_some() && stands == failed_at;
        failures = if same_place { failures + 1 } else { 1 };
        failed_at = stands;
        tokio::select! {
            () = stop.cancelled() => return,
            () = sleep(RETRY_DELAYS.after(failures)) => {}
            // A signal may mean that an operator has removed the cause.
            () = signals.news() => {}
        }
    }
}

async fn overdue(stop: &CancellationToken) {
    stop.cancelled().await;
    sleep(SHUTDOWN_TIMEOUT).await;
}

fn panicked(error: JoinError) -> Failure {
    Failure::Panicked(match error.try_into_panic() {
        Ok(panic) => failure_text::of_panic(&*panic).to_owned(),
        Err(ended) => ended.to_string(),
    })
}

async fn attempt(
    shared: Arc<Shared>,
    view: Arc<dyn View>,
    job: Job,
    mut signals: Signals,
) -> Result<(), Failure> {
    let stop = signals.stop.clone();
    let (pool, answer) = (&shared.pool, shared.limits.answer);
    let planned = within(answer, "a generation", generation::by_id(pool, job.generation)).await?;
    if job.kind == Kind::TakeBack {
        return take_back::take_back(&shared, view, &planned).await;
    }
    let mut session = loop {
        // Polls through the pool, and opens a connection only to take the lease.
        if !within(answer, "the lease of a view", is_leased(pool, job.generation)).await? {
            let mut session = Session::open(&shared, &planned).await?;
            if session.try_lease(job.generation).await? {
                break session;
            }
            session.close().await;
        }
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = sleep(LEASE_POLL_INTERVAL) => {}
        }
    };
    // The previous holder of the lease may have changed the generation.
    let asked = generation::by_id(&mut session.connection, job.generation);
    let generation = within(answer, "a generation", asked).await?;
    let asked = is_beyond(&mut session.connection, &shared.log, &generation);
    let beyond_log = within(answer, "where the log ends", asked).await?;
    match job.kind {
        // An unfinished build is dropped, and the next one starts at the beginning of the log. A previous generation
        // beyond the log can never serve again, and no erasure would reach it.
        Kind::Build | Kind::Follow
            if beyond_log && matches!(generation.state, State::Building | State::Previous) =>
        {
            swap::retire(&mut session.connection, &shared.limits, &generation).await?;
            session.close().await;
            Ok(())
        }
        Kind::Follow if generation.state == State::Serving && beyond_log => {
            session.close().await;
            Err(Failure::BeyondLog { view: generation.view, position: generation.position })
        }
        Kind::Follow if is_followed(generation.state) && !beyond_log => {
            follow(&shared, view, session, &generation, &mut signals).await
        }
        Kind::Build if generation.state == State::Building => {
            let mut nobody_looks = |_| {};
            tokio::select! {
                () = stop.cancelled() => Ok(()),
                built = build(&shared, Arc::clone(&view), session, &generation, &mut nobody_looks) => match built {
                    Err(damaged @ Failure::Damaged(_)) => {
                        begin_again(&shared, &*view, &generation, damaged, By::Program).await
                    }
                    built => built.map(drop),
                }
            }
        }
        Kind::Sweep if generation.state == State::Verifying => {
            swap::retire(&mut session.connection, &shared.limits, &generation).await?;
            session.close().await;
            Ok(())
        }
        _ => {
            session.close().await;
            Ok(())
        }
    }
}

/// Listens for changes of generations until the receivers are gone.
pub(super) async fn listen(shared: Arc<Shared>, news: watch::Sender<()>) {
    loop {
        let Err(error) = listen_until_it_fails(&shared, &news).await;
        tracing::warn!(%error, "LISTEN failed; polling for changes by other processes");
        sleep(SIGNAL_POLL_INTERVAL).await;
    }
}

async fn listen_until_it_fails(
    shared: &Shared,
    news: &watch::Sender<()>,
) -> Result<std::convert::Infallible, sqlx::Error> {
    let database = shared.pool.connect_options();
    let mut listener = Listener::connect(&database, &[notify::GENERATIONS_CHANNEL], shared.limits).await?;
    loop {
        news.send_replace(());
        listener.recv().await?;
    }
}
