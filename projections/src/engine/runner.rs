//! Keeps each view's generations up to date: builds what is missing, follows what is there.

use std::{collections::HashSet, sync::Arc, time::Duration};

use event_store::EventLog;
use sqlx::postgres::PgListener;
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::{Instant, sleep, sleep_until},
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    Failure, Shared, View,
    build::{self, build},
    generation::{self, Generation, State},
    notify,
    pages::Pages,
    session::Session,
    writer::Writer,
};

/// News of other processes that were lost are found after this time.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// How often a process asks for a lease that another one holds: so long it takes until it takes over.
const ASK_FOR_LEASE: Duration = Duration::from_millis(250);
/// Batches of a live log follow each other no faster, so that many commits in a short time become one transaction here.
const PACE: Duration = Duration::from_millis(5);
/// Pauses after failures, doubled up to the longest while nothing succeeds.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// How long a transaction may take to end after the stop.
const GRACE: Duration = Duration::from_secs(2);

/// What is to be done with a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    generation: i32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Build,
    Follow,
}

/// Runs one view until told to stop. `news` changes when generations may have.
pub(super) async fn supervise(
    shared: Arc<Shared>,
    view: Arc<dyn View>,
    mut news: watch::Receiver<()>,
    stop: CancellationToken,
) {
    let mut tasks = JoinSet::new();
    let mut under_way = HashSet::new();
    while !stop.is_cancelled() {
        match jobs(&shared, &*view).await {
            Ok(jobs) => {
                for job in jobs {
                    if under_way.insert(job.generation) {
                        let (shared, view, stop) = (Arc::clone(&shared), Arc::clone(&view), stop.clone());
                        tasks.spawn(async move {
                            keep_trying(shared, view, job, stop).await;
                            job.generation
                        });
                    }
                }
            }
            Err(error) => tracing::warn!(view = view.name(), %error, "the view's generations cannot be read"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            Some(ended) = tasks.join_next() => {
                under_way.remove(&ended.expect("what may panic runs in tasks of its own"));
            }
            Ok(()) = news.changed() => {}
            () = sleep(LOOK_AGAIN) => {}
        }
    }
    tasks.join_all().await;
}

/// What this process should be doing for a view. Plans a build when one is needed.
async fn jobs(shared: &Shared, view: &dyn View) -> Result<Vec<Job>, sqlx::Error> {
    let mut generations = generation::of_view(&shared.pool, view.name()).await?;
    if build::is_needed(view, &generations) && build::unfinished(view, &generations).is_none() {
        generation::plan(&shared.pool, view.name(), view.version(), true, shared.clock.now()).await?;
        generations = generation::of_view(&shared.pool, view.name()).await?;
    }
    let to_build = build::unfinished(view, &generations).filter(|_| build::is_needed(view, &generations));
    let build = to_build.map(|one| Job { generation: one.id, kind: Kind::Build });
    // Other versions of the code wrote the others, and must go on to do so.
    let follow = generations
        .iter()
        .filter(|one| one.code_version == view.version() && is_followed(one.state))
        .map(|one| Job { generation: one.id, kind: Kind::Follow });
    Ok(follow.chain(build).collect())
}

const fn is_followed(state: State) -> bool {
    matches!(state, State::Serving | State::Previous)
}

/// Does a job until it is done. What stops it is shown beside the generation, and tried again with growing pauses.
async fn keep_trying(shared: Arc<Shared>, view: Arc<dyn View>, job: Job, stop: CancellationToken) {
    let mut pause = FIRST_PAUSE;
    let mut failed_at = None;
    loop {
        let attempt = attempt(Arc::clone(&shared), Arc::clone(&view), job, stop.clone());
        let attempt = AbortOnDropHandle::new(tokio::spawn(attempt));
        let ended = tokio::select! {
            ended = attempt => ended,
            () = overdue(&stop) => return,
        };
        let failure = match ended.unwrap_or_else(|error| Err(panicked(error))) {
            Ok(()) => return,
            // Not a failure of the view: the generation is gone, which the supervisor will see.
            Err(Failure::Obsolete(_)) => return,
            Err(failure) => failure,
        };
        tracing::error!(view = view.name(), generation = job.generation, %failure, "a view does not move");
        let stands =
            generation::show_error(&shared.pool, job.generation, &failure.to_string(), shared.clock.now())
                .await
                .ok();
        let same_place = stands.is_some() && stands == failed_at;
        pause = if same_place { (pause * 2).min(LONGEST_PAUSE) } else { FIRST_PAUSE };
        failed_at = stands;
        tokio::select! {
            () = stop.cancelled() => return,
            () = sleep(pause) => {}
        }
    }
}

async fn overdue(stop: &CancellationToken) {
    stop.cancelled().await;
    sleep(GRACE).await;
}

fn panicked(error: JoinError) -> Failure {
    let text = match error.try_into_panic() {
        Ok(panic) => match panic.downcast::<String>() {
            Ok(text) => *text,
            Err(panic) => panic.downcast_ref::<&str>().copied().unwrap_or("without a text").to_owned(),
        },
        Err(ended) => ended.to_string(),
    };
    Failure::Panicked(text)
}

async fn attempt(
    shared: Arc<Shared>,
    view: Arc<dyn View>,
    job: Job,
    stop: CancellationToken,
) -> Result<(), Failure> {
    let generation = generation::by_id(&shared.pool, job.generation).await?;
    let mut session = Session::open(&shared.pool, &generation).await?;
    while !session.try_lease(job.generation).await? {
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = sleep(ASK_FOR_LEASE) => {}
        }
    }
    // Whoever had the lease before may have changed everything.
    let generation = generation::by_id(&mut session.connection, job.generation).await?;
    match job.kind {
        Kind::Build if generation.state == State::Building => {
            let mut nobody_looks = |_| {};
            tokio::select! {
                () = stop.cancelled() => Ok(()),
                built = build(&shared, view, session, &generation, &mut nobody_looks) => built,
            }
        }
        Kind::Follow if is_followed(generation.state) => {
            follow(&shared, view, session, &generation, &stop).await
        }
        _ => {
            session.close().await;
            Ok(())
        }
    }
}

async fn follow(
    shared: &Shared,
    view: Arc<dyn View>,
    session: Session,
    generation: &Generation,
    stop: &CancellationToken,
) -> Result<(), Failure> {
    let (id, position) = (generation.id, generation.position);
    let mut writer = Writer { session, view, clock: Arc::clone(&shared.clock), id, position };
    let followed = follow_until(&mut writer, &shared.log, stop).await;
    writer.session.close().await;
    match followed {
        Err(Failure::Overtaken)
            if generation::by_id(&shared.pool, generation.id).await?.state == State::Retired =>
        {
            Ok(())
        }
        followed => followed,
    }
}

/// Writes what comes until told to stop.
async fn follow_until(writer: &mut Writer, log: &EventLog, stop: &CancellationToken) -> Result<(), Failure> {
    let mut pages = Pages::new(log.clone(), &*writer.view, writer.position);
    let mut has_written = false;
    loop {
        let page = tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(()),
            page = pages.next() => page?,
        };
        let began = Instant::now();
        // The first transaction shows that all is well again, also when there is nothing new to write.
        if page.up_to == writer.position && has_written {
            tokio::select! {
                () = stop.cancelled() => {}
                () = pages.news() => {}
            }
            continue;
        }
        let Some(state) = writer.write(&page, &mut pages).await? else { continue };
        has_written = true;
        if state == State::Serving {
            notify::moved(&mut writer.session.connection, writer.view.name(), writer.position).await?;
        }
        if page.end {
            sleep_until(began + PACE).await;
        }
    }
}

/// Listens for changes of generations until the receivers are gone.
pub(super) async fn listen(shared: Arc<Shared>, news: watch::Sender<()>) {
    loop {
        let Err(error) = listen_until_it_fails(&shared, &news).await;
        tracing::warn!(%error, "changes of other processes are found by polling until LISTEN works again");
        sleep(LOOK_AGAIN).await;
    }
}

async fn listen_until_it_fails(
    shared: &Shared,
    news: &watch::Sender<()>,
) -> Result<std::convert::Infallible, sqlx::Error> {
    let mut listener = PgListener::connect_with(&shared.pool).await?;
    listener.listen(notify::GENERATIONS).await?;
    loop {
        news.send_replace(());
        listener.try_recv().await?;
    }
}
