//! Rolls a view back: lets the previous generation serve again.

use std::{sync::Arc, time::Duration};

use postgres_kit::within;
use sqlx::{Connection, PgConnection};
use tokio::time::{Instant, sleep};

use super::{
    Failure, RebuildError, View,
    generation::{self, Generation, State},
    notify,
    pages::NextPage,
    pause::{self, By},
    rebuild::known,
    session::{Session, open_for_act, set_lock_timeout},
    shared::Shared,
    swap::{SWAP_LOCK_TIMEOUT, point_at},
    writer::{WhenRefused, Writer},
};

/// How long a rollback keeps trying.
const ROLL_BACK_TIMEOUT: Duration = Duration::from_secs(10);
/// Pause between attempts, in which the queries that waited behind one can run.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);
/// How long the serving generation stands still at most while the previous one catches up.
const MAX_STANDSTILL: Duration = Duration::from_secs(1);
const CATCH_UP_POLL_INTERVAL: Duration = Duration::from_millis(5);

pub(super) async fn roll_back(shared: &Shared, name: &str, by: By) -> Result<(), RebuildError> {
    let view = known(shared, name)?;
    let generations = generation::of_view(&shared.pool, name).await?;
    let find = |state| generations.iter().find(|one| one.state == state).cloned();
    let (Some(serving), Some(previous)) = (find(State::Serving), find(State::Previous)) else {
        let newer = find(State::Serving).is_some_and(|one| one.code_version > view.version());
        let advice = if newer { format!("; `views rebuild {name}` builds one") } else { String::new() };
        return Err(no_way_back(name, format!("there is no generation before the one that serves{advice}")));
    };
    if previous.beyond_log {
        return Err(no_way_back(name, "the generation before holds events that the log does not".into()));
    }
    let mut back = RollBack {
        shared,
        by,
        follower: follow(shared, view, &serving, &previous).await?,
        serving,
        previous,
        connection: open_for_act(shared).await?,
    };
    let began = Instant::now();
    let outcome = loop {
        back.catch_up().await?;
        match within(shared.limits.batch, "rolling back", back.try_swap()).await {
            Ok(true) => break Ok(()),
            Err(RebuildError::Failed(failure)) if failure.is_lock_timeout() => {}
            Ok(false) => {}
            Err(error) => break Err(error),
        }
        if began.elapsed() > ROLL_BACK_TIMEOUT {
            break Err(within(
                shared.limits.answer,
                "why a view cannot be rolled back",
                back.timeout_reason(),
            )
            .await?);
        }
        sleep(RETRY_INTERVAL).await;
    };
    if let Some(writer) = back.follower {
        writer.session.close().await;
    }
    outcome
}

/// Takes the lease of the previous generation if it is free, so that this process brings it up to date.
async fn follow(
    shared: &Shared,
    view: &Arc<dyn View>,
    serving: &Generation,
    previous: &Generation,
) -> Result<Option<Writer>, RebuildError> {
    let mut session = Session::open(shared, previous).await?;
    if !session.try_lease(previous.id).await? {
        session.close().await;
        return Ok(None);
    }
    let previous = generation::by_id(&mut session.connection, previous.id).await?;
    if previous.code_version == view.version() {
        let (view, clock) = (Arc::clone(view), Arc::clone(&shared.clock));
        return Ok(Some(Writer::begin(session, view, clock, &previous, WhenRefused::Park).await?));
    }
    session.close().await;
    if previous.position >= serving.position {
        return Ok(None);
    }
    Err(no_way_back(
        &previous.view,
        format!(
            "generation {} is filled by version {} of the view's code, and no program with it runs; it would serve what was \
         true at position {}, and readers have seen {}",
            previous.number, previous.code_version, previous.position, serving.position
        ),
    ))
}

fn no_way_back(view: &str, reason: String) -> RebuildError {
    RebuildError::NoWayBack { view: view.to_owned(), reason }
}

/// A rollback in progress.
struct RollBack<'a> {
    shared: &'a Shared,
    by: By,
    serving: Generation,
    previous: Generation,
    /// Writes the previous generation, if no other process does.
    follower: Option<Writer>,
    connection: PgConnection,
}

impl RollBack<'_> {
    /// Applies the events that the previous generation lacks, unless another process does.
    async fn catch_up(&mut self) -> Result<(), Failure> {
        let Some(writer) = &mut self.follower else { return Ok(()) };
        let mut pages = writer.pages(&self.shared.log);
        loop {
            let NextPage { batch, end } = pages.next().await?;
            if batch.up_to > writer.position {
                writer.write(batch).await?;
            }
            if end {
                return Ok(());
            }
        }
    }

    /// Stops the serving generation, waits until the previous one is at its position, and swaps. Returns `false` when
    /// that failed and may be retried.
    async fn try_swap(&mut self) -> Result<bool, RebuildError> {
        let name = self.serving.view.clone();
        let mut transaction = self.connection.begin().await?;
        set_lock_timeout(&mut *transaction, SWAP_LOCK_TIMEOUT).await?;
        let serving = generation::lock(&mut *transaction, self.serving.id).await?;
        let began = Instant::now();
        loop {
            let previous = generation::by_id(&mut *transaction, self.previous.id).await?;
            if serving.state != State::Serving || previous.state != State::Previous {
                return Err(no_way_back(&name, "its generations have changed meanwhile".into()));
            }
            if previous.position >= serving.position {
                break;
            }
            if self.follower.is_some() || began.elapsed() > MAX_STANDSTILL {
                return Ok(false);
            }
            sleep(CATCH_UP_POLL_INTERVAL).await;
        }
        let previous = generation::lock(&mut *transaction, self.previous.id).await?;
        point_at(&mut transaction, Some(&serving), &previous).await?;
        if self.by == By::Operator {
            let from = (serving.code_version > previous.code_version).then_some(serving.code_version);
            pause::set_rolled_back_from(&mut *transaction, &name, from).await?;
        }
        transaction.commit().await?;
        notify::moved(&mut self.connection, &name).await;
        notify::rearranged(&mut self.connection, &name).await;
        Ok(true)
    }

    async fn timeout_reason(&mut self) -> Result<RebuildError, RebuildError> {
        let now = generation::by_id(&mut self.connection, self.previous.id).await?;
        let serving = generation::by_id(&mut self.connection, self.serving.id).await?;
        let paused = pause::is_paused(&mut self.connection, &self.serving.view).await?;
        let why = match (paused, now.position < serving.position) {
            (true, _) => "the view is paused",
            (false, true) => "the generation before does not catch up",
            (false, false) => "queries do not let the swap through",
        };
        let reason =
            format!("{why}: generation {} is at {} of {}", now.number, now.position, serving.position);
        Ok(no_way_back(&self.serving.view, reason))
    }
}
