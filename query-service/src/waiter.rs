//! Waits until views have reached a position, so that a client can read its own writes.
//!
//! The projections keep each view's position in `read.checkpoints`, write it in the transaction of the view's rows,
//! and notify `greenstall_views` with its commit. A notification may be lost. So while any request waits, one task polls
//! the table for all of them.
//!
//! A view's position goes back when Postgres crashes (the projections do not wait for the disk), when another server
//! takes over, and when a view is rebuilt for a restored log. So the known positions are forgotten when the connection
//! is lost or the table has a lower position than was known before it was read. Then [`Waiter::epoch`] rises: earlier
//! reads may no longer be true. A notification of a lower position proves
//! nothing: a poll may have read a newer one before it arrived.

mod standby;

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
    /// Asks for a read of the table: because a request begins to wait, the known positions were forgotten, or a view may
    /// have gone back.
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

    /// Records the position of a notification. If a higher one is known, either the notification is late or the view
    /// has gone back. Then the table is read.
    fn heard(&self, view: &str, position: Position) {
        if self.seen.borrow().get(view).is_some_and(|known| *known > position) {
            self.nudge.notify_one();
        } else {
            self.raise(view, position, || true);
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
        loop {
            let notification = listener.recv().await?;
            if let Some((view, position)) = parse(notification.payload()) {
                self.heard(view, position);
            }
        }
    }

    async fn ask(&self, pool: &Pool) {
        loop {
            self.nudge.notified().await;
            // Polls at least once: the positions are useful even when no request waits.
            while !self.is_polled.load(Ordering::SeqCst) {
                if let Err(error) = self.ask_once(pool).await {
                    tracing::warn!(%error, "cannot read the views' positions");
                }
                if self.waiting.load(Ordering::SeqCst) == 0 {
                    break;
                }
                tokio::select! {
                    () = self.nudge.notified() => {}
                    () = sleep(POLL_INTERVAL) => {}
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
            tracing::warn!(view, position = %at, "the view has gone back; forgetting all positions");
            self.forget();
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

#[cfg(test)]
mod tests {
    use shared_events::Position;
    use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
    use test_support::wait_for;

    use crate::testing::Market;

    #[tokio::test]
    async fn positions_are_forgotten_when_the_connection_is_lost_not_when_it_is_restored() {
        let market = Market::open().await;
        market.reached(&["catalog"]).await;
        let (waiter, pool) = (market.waiter(), market.database());
        let epoch = waiter.epoch();
        let name: String = sqlx::query_scalar("SELECT current_database()").fetch_one(pool).await.unwrap();
        let mut elsewhere =
            pool.connect_options().as_ref().clone().database("postgres").connect().await.unwrap();
        for statement in [
            format!("ALTER DATABASE \"{name}\" ALLOW_CONNECTIONS false"),
            format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
        ] {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut elsewhere).await.unwrap();
        }
        wait_for("nothing to be known", async || waiter.seen("catalog").is_none().then_some(())).await;
        assert!(waiter.epoch() > epoch);
        let again = format!("ALTER DATABASE \"{name}\" ALLOW_CONNECTIONS true");
        sqlx::raw_sql(AssertSqlSafe(again)).execute(&mut elsewhere).await.unwrap();
        elsewhere.close().await.unwrap();
        market.reached(&["catalog"]).await;
    }

    #[tokio::test]
    async fn a_late_notification_does_not_mean_that_a_view_has_gone_back() {
        let mut market = Market::open().await;
        market.customer("Ada").await;
        market.reached(&["catalog"]).await;
        market.stop_views().await;
        let (waiter, known) = (market.waiter(), market.waiter().seen("catalog"));
        let epoch = waiter.epoch();
        for notification in ["catalog 0", "later 1"] {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(super::CHANNEL)
                .bind(notification)
                .execute(market.database())
                .await
                .unwrap();
        }
        wait_for("the later notification", async || waiter.seen("later")).await;
        // The table was read because of the late one. This request makes the waiter read it once more.
        assert!(!waiter.reached(&["never"], Position(1)).await);
        assert_eq!((waiter.seen("catalog"), waiter.epoch()), (known, epoch));
    }

    #[tokio::test]
    async fn a_lower_position_of_a_view_is_accepted() {
        let mut market = Market::open().await;
        market.customer("Ada").await;
        market.reached(&["catalog"]).await;
        market.stop_views().await;
        let (waiter, before) = (market.waiter(), market.waiter().seen("catalog").unwrap());
        let epoch = waiter.epoch();
        market.put_back("catalog", before.0 - 1).await;
        wait_for("the lower position", async || {
            waiter.seen("catalog").is_some_and(|at| at < before).then_some(())
        })
        .await;
        assert!(waiter.epoch() > epoch);
    }
}
