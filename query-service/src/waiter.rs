//! Waits until views have reached a position, so that a client can read its own writes.
//!
//! The projections keep each view's position in `read.checkpoints`, write it in the transaction of the view's rows,
//! and notify `greenstall_views` after its commit. A notification may be lost. So while any request waits, one task polls
//! the table for all of them.
//!
//! A view's position goes back when Postgres crashes (the projections do not wait for the disk), when another server
//! takes over, and when a view is rebuilt for a restored log. So the known positions are forgotten when the connection
//! is lost, when a notification has a lower position than the one before it, and when the table has a lower position
//! than was known before it was read. Then [`Waiter::epoch`] rises: earlier reads may no longer be true. A notification
//! that is only lower than a position from the table proves nothing, because it may be late.

mod standby;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use postgres_kit::{Limits, Listener, Pool, statements, within};
use shared_events::Position;
use sqlx::PgExecutor;
use tokio::{
    sync::{Notify, watch},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn checkpoints() -> row (String, i64) = "SELECT view, position FROM read.checkpoints";
}

const CHANNEL: &str = "greenstall_views";
/// The longest time that a request waits.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Poll interval of the table while a request waits.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// While no request waits, the pause after a failed read doubles at most this often: up to 3.2 s.
const MAX_DOUBLINGS: u32 = 5;
/// Pause before a lost connection is opened again.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);

/// Waits until views have reached a position. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Waiter(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The highest known position of each view.
    seen: watch::Sender<HashMap<String, Position>>,
    /// The number of times that `seen` was cleared.
    epoch: AtomicU64,
    /// True once the listener has connected for the first time.
    has_listened: watch::Sender<bool>,
    /// The longest time that a request waits.
    max_wait: Duration,
    /// Deadlines for a database that does not answer.
    limits: Limits,
    /// The number of waiting requests.
    waiting: AtomicUsize,
    /// Asks for a read of the table: a request begins to wait, the known positions were forgotten, or a view may have
    /// gone back.
    nudge: Notify,
    /// The server is a standby, whose table is polled all the time.
    is_polled: AtomicBool,
    /// This standby has not replayed everything, or does not hear of the primary.
    is_late: AtomicBool,
}

/// Why a standby is not polled, or no longer.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error("the server is no standby")]
    Primary,
    #[error(transparent)]
    Failed(#[from] sqlx::Error),
}

impl Waiter {
    /// Follows the views of this database until `cancellation`, with a connection of its own.
    pub fn start(pool: Pool, limits: Limits, cancellation: CancellationToken) -> Self {
        Self::following(pool, Shared::new(MAX_WAIT, limits), cancellation)
    }

    /// As [`Self::start`], with another time limit for requests.
    #[cfg(test)]
    pub(crate) fn with_max_wait(pool: Pool, cancellation: CancellationToken, max_wait: Duration) -> Self {
        Self::following(pool, Shared::new(max_wait, Limits::default()), cancellation)
    }

    fn following(pool: Pool, shared: Shared, cancellation: CancellationToken) -> Self {
        let shared = Arc::new(shared);
        let following = {
            let shared = shared.clone();
            async move { tokio::join!(shared.follow(&pool), shared.ask(&pool)) }
        };
        tokio::spawn(async move { cancellation.run_until_cancelled(following).await });
        Self(shared)
    }

    /// Creates a waiter that knows no positions and reads no database.
    #[cfg(test)]
    pub(crate) fn idle() -> Self {
        Self(Arc::new(Shared::new(MAX_WAIT, Limits::default())))
    }

    /// The number of waiting requests.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.0.waiting.load(Ordering::SeqCst)
    }

    /// Waits at most two seconds until all these views have reached the position, and returns whether they have. If
    /// so, later reads of them include everything up to it.
    pub async fn reached(&self, views: &[&str], position: Position) -> bool {
        let there = |seen: &HashMap<String, Position>| {
            views.iter().all(|view| seen.get(*view).is_some_and(|reached| *reached >= position))
        };
        let mut seen = self.0.seen.subscribe();
        if there(&seen.borrow_and_update()) {
            return true;
        }
        let _waiting = Waiting::begin(&self.0);
        let reached = timeout(self.0.max_wait, seen.wait_for(there)).await;
        reached.is_ok_and(|outcome| outcome.is_ok())
    }

    /// Records that this process itself has reached a position of `name`, which is no view. Does nothing when positions
    /// were forgotten since `epoch`.
    pub(crate) fn note(&self, name: &str, position: Position, epoch: u64) {
        self.0.raise(name, position, || self.epoch() == epoch);
    }

    /// The highest known position of the view, if there is one.
    pub fn seen(&self, view: &str) -> Option<Position> {
        self.0.seen.borrow().get(view).copied()
    }

    /// Whether the server is a standby that may lack what its primary has.
    pub(crate) fn may_be_late(&self) -> bool {
        self.0.is_polled.load(Ordering::SeqCst) && self.0.is_late.load(Ordering::SeqCst)
    }

    /// The highest known position of any view.
    pub(crate) fn highest(&self) -> Option<Position> {
        self.0.seen.borrow().values().max().copied()
    }

    /// The time limit for queries outside of requests. A request has its own time limit.
    pub(crate) fn answer_limit(&self) -> Duration {
        self.0.limits.answer
    }

    /// Rises whenever positions may have gone back. Then caches of data from views must be dropped.
    pub(crate) fn epoch(&self) -> u64 {
        self.0.epoch.load(Ordering::SeqCst)
    }

    /// Waits until the listener has connected for the first time.
    pub(crate) async fn listening(&self) {
        let _ = self.0.has_listened.subscribe().wait_for(|has_listened| *has_listened).await;
    }

    /// Waits without a time limit until the view is known to be beyond this position, and returns the new position.
    /// Does not make the waiter poll: the caller must poll from time to time, because notifications may be lost.
    pub async fn moved(&self, view: &str, beyond: Position) -> Position {
        let moved = |seen: &HashMap<String, Position>| seen.get(view).is_some_and(|at| *at > beyond);
        let mut seen = self.0.seen.subscribe();
        let at = seen.wait_for(moved).await.ok().and_then(|seen| seen.get(view).copied());
        match at {
            Some(at) => at,
            // This cannot happen, because this waiter holds the sender.
            None => std::future::pending().await,
        }
    }
}

impl Shared {
    fn new(max_wait: Duration, limits: Limits) -> Self {
        let (waiting, nudge, epoch) = (AtomicUsize::new(0), Notify::new(), AtomicU64::new(0));
        let (seen, has_listened) = (watch::Sender::default(), watch::Sender::new(false));
        let (is_polled, is_late) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { seen, epoch, has_listened, max_wait, limits, waiting, nudge, is_polled, is_late }
    }

    /// Records the position of a notification. `last` has the last notified position of each view on this connection.
    /// Postgres delivers notifications in the order of their commits, so a position below the last one means that the
    /// view has gone back. A first position below one from the table may also be late. Then the table is read.
    fn heard(&self, last: &mut HashMap<String, Position>, view: &str, position: Position) {
        match last.insert(view.to_owned(), position) {
            Some(last) if last > position => self.went_back(view, position),
            None if self.seen.borrow().get(view) > Some(&position) => self.nudge.notify_one(),
            _ => self.raise(view, position, || true),
        }
    }

    /// Raises a known position if the condition holds. [`Self::forget`] cannot come in between.
    fn raise(&self, view: &str, position: Position, is_valid: impl FnOnce() -> bool) {
        self.seen.send_if_modified(|seen| match seen.get_mut(view) {
            _ if !is_valid() => false,
            Some(known) if *known >= position => false,
            Some(known) => {
                *known = position;
                true
            }
            None => {
                seen.insert(view.to_owned(), position);
                true
            }
        });
    }

    /// Forgets all positions. The next poll reads the present ones, including those that were notified meanwhile.
    fn forget(&self) {
        self.epoch.fetch_add(1, Ordering::SeqCst);
        self.seen.send_replace(HashMap::new());
        self.nudge.notify_one();
    }

    fn went_back(&self, view: &str, position: Position) {
        tracing::warn!(view, %position, "the view has gone back; forgetting all positions");
        self.forget();
    }

    async fn follow(&self, pool: &Pool) {
        loop {
            let polled = self.poll_standby(pool).await;
            self.is_polled.store(false, Ordering::SeqCst);
            let error = match polled {
                Err(Ended::Primary) => {
                    let Err(error) = self.listen(pool).await;
                    error
                }
                Err(Ended::Failed(error)) => error,
            };
            self.forget();
            tracing::warn!(%error, "lost track of the views' positions; trying again");
            sleep(RECONNECT_DELAY).await;
        }
    }

    async fn listen(&self, pool: &Pool) -> Result<Infallible, sqlx::Error> {
        let mut listener = Listener::connect(&pool.connect_options(), &[CHANNEL], self.limits).await?;
        self.forget();
        self.has_listened.send_replace(true);
        let mut last = HashMap::new();
        loop {
            let notification = listener.recv().await?;
            if let Some((view, position)) = parse(notification.payload()) {
                self.heard(&mut last, view, position);
            }
        }
    }

    async fn ask(&self, pool: &Pool) {
        loop {
            self.nudge.notified().await;
            let mut failures = 0;
            // Polls until one read succeeds: the positions are useful even when no request waits.
            while !self.is_polled.load(Ordering::SeqCst) {
                match self.ask_once(pool).await {
                    Ok(()) => failures = 0,
                    Err(error) => {
                        failures += 1;
                        tracing::warn!(%error, "cannot read the views' positions");
                    }
                }
                let Some(pause) = pause(self.waiting.load(Ordering::SeqCst), failures) else { break };
                tokio::select! {
                    () = self.nudge.notified() => {}
                    () = sleep(pause) => {}
                }
            }
        }
    }

    /// Reads the table and records its positions. If one is lower than what was known before the read, forgets all.
    async fn ask_once(&self, database: impl PgExecutor<'_>) -> Result<(), sqlx::Error> {
        let epoch = self.epoch.load(Ordering::SeqCst);
        let known = self.seen.borrow().clone();
        let rows = self.positions(database).await?;
        if self.epoch.load(Ordering::SeqCst) > epoch {
            self.nudge.notify_one();
        } else if let Some((view, at)) = rows.iter().find(|(view, at)| known.get(view) > Some(at)) {
            self.went_back(view, *at);
        } else {
            for (view, position) in rows {
                self.raise(&view, position, || self.epoch.load(Ordering::SeqCst) == epoch);
            }
        }
        Ok(())
    }

    async fn positions(&self, database: impl PgExecutor<'_>) -> Result<Vec<(String, Position)>, sqlx::Error> {
        let asked = sql::checkpoints().fetch_all(database);
        let rows = within(self.limits.answer, "positions of the views", asked).await?;
        Ok(rows.into_iter().map(|(view, at): (String, i64)| (view, Position(at.unsigned_abs()))).collect())
    }
}

/// The pause before the table is read again, after this many failed reads in a row. `None`: no request waits, and the last read
/// succeeded.
fn pause(waiting_requests: usize, failures: u32) -> Option<Duration> {
    match (waiting_requests, failures) {
        (0, 0) => None,
        (0, _) => Some(POLL_INTERVAL * 2_u32.pow(failures.min(MAX_DOUBLINGS))),
        _ => Some(POLL_INTERVAL),
    }
}

/// Counts one waiting request until it is dropped.
struct Waiting<'a>(&'a Shared);

impl<'a> Waiting<'a> {
    fn begin(shared: &'a Shared) -> Self {
        shared.waiting.fetch_add(1, Ordering::SeqCst);
        shared.nudge.notify_one();
        Self(shared)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Parses a notification: `<view> <position>`.
fn parse(payload: &str) -> Option<(&str, Position)> {
    let (view, position) = payload.split_once(' ')?;
    Some((view, position.parse().ok()?))
}
