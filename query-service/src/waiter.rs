//! Waits until views have reached a position.
//!
//! The projections keep each view's position in `read.checkpoints`, in the transaction that writes the view's rows, and
//! notify `greenstall_views` after it. A notification is a hint that may be lost, so while anybody waits the table is
//! asked as well: by one task for all who wait. A view's position goes back only when Postgres itself crashes (the
//! projections do not wait for its disk), so what was seen is forgotten with a lost connection.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use shared_events::Position;
use sqlx::{PgPool, postgres::PgListener};
use tokio::{
    sync::{Notify, watch},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

const CHANNEL: &str = "greenstall_views";
/// No reader waits longer.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the table is asked while somebody waits.
const POLL: Duration = Duration::from_millis(100);
/// Before a lost connection is made again.
const PAUSE: Duration = Duration::from_millis(250);

/// Waits until views have reached a position. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Waiter(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The highest position seen of each view.
    seen: watch::Sender<HashMap<String, Position>>,
    /// How long anybody waits.
    patience: Duration,
    /// How many are waiting.
    waiting: AtomicUsize,
    /// Somebody began to wait, or what was seen is forgotten.
    nudge: Notify,
}

impl Waiter {
    /// Follows the views of this database until `cancellation`, with one connection of its own.
    pub fn start(pool: PgPool, cancellation: CancellationToken) -> Self {
        Self::with_patience(pool, cancellation, PATIENCE)
    }

    /// The same for those who wait for another time.
    pub(crate) fn with_patience(pool: PgPool, cancellation: CancellationToken, patience: Duration) -> Self {
        let (seen, _) = watch::channel(HashMap::new());
        let shared = Arc::new(Shared { seen, patience, waiting: AtomicUsize::new(0), nudge: Notify::new() });
        let following = {
            let shared = shared.clone();
            async move { tokio::join!(shared.listen(&pool), shared.ask(&pool)) }
        };
        tokio::spawn(async move { cancellation.run_until_cancelled(following).await });
        Self(shared)
    }

    /// One that knows nothing and asks nobody.
    #[cfg(test)]
    pub(crate) fn idle() -> Self {
        let (seen, _) = watch::channel(HashMap::new());
        let (waiting, nudge) = (AtomicUsize::new(0), Notify::new());
        Self(Arc::new(Shared { seen, patience: PATIENCE, waiting, nudge }))
    }

    /// Whether all these views have reached the position, for which it waits at most two seconds. What is read from
    /// them afterwards contains everything up to it.
    pub async fn reached(&self, views: &[&str], position: Position) -> bool {
        let there = |seen: &HashMap<String, Position>| {
            views.iter().all(|view| seen.get(*view).is_some_and(|reached| *reached >= position))
        };
        let mut seen = self.0.seen.subscribe();
        if there(&seen.borrow_and_update()) {
            return true;
        }
        let _waiting = Waiting::begin(&self.0);
        let reached = timeout(self.0.patience, seen.wait_for(there)).await;
        reached.is_ok_and(|outcome| outcome.is_ok())
    }

    /// Where the view is known to be, if that is known: there or beyond.
    pub fn seen(&self, view: &str) -> Option<Position> {
        self.0.seen.borrow().get(view).copied()
    }

    /// Waits until the view is known to be beyond this position, for ever if need be; answers where it is. Nothing is asked
    /// for that: who waits looks from time to time, as notifications may be lost.
    pub async fn moved(&self, view: &str, beyond: Position) -> Position {
        let moved = |seen: &HashMap<String, Position>| seen.get(view).is_some_and(|at| *at > beyond);
        let mut seen = self.0.seen.subscribe();
        let at = seen.wait_for(moved).await.ok().and_then(|seen| seen.get(view).copied());
        match at {
            Some(at) => at,
            // This waiter has the other end itself.
            None => std::future::pending().await,
        }
    }
}

impl Shared {
    fn saw(&self, view: &str, position: Position) {
        self.seen.send_if_modified(|seen| match seen.get_mut(view) {
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

    /// Nothing is known any more; what is true now, or was notified meanwhile, is found by asking.
    fn forget(&self) {
        self.seen.send_replace(HashMap::new());
        self.nudge.notify_one();
    }

    async fn listen(&self, pool: &PgPool) {
        loop {
            if let Err(error) = self.listen_once(pool).await {
                tracing::warn!(%error, "positions of the views cannot be listened to; asking for them instead");
            }
            sleep(PAUSE).await;
        }
    }

    async fn listen_once(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(CHANNEL).await?;
        self.forget();
        loop {
            match listener.try_recv().await? {
                Some(notification) => {
                    if let Some((view, position)) = parse(notification.payload()) {
                        self.saw(view, position);
                    }
                }
                // The connection was lost; the next call makes it again.
                None => self.forget(),
            }
        }
    }

    async fn ask(&self, pool: &PgPool) {
        loop {
            self.nudge.notified().await;
            // Once at least: where the views are is of use although nobody waits.
            loop {
                if let Err(error) = self.ask_once(pool).await {
                    tracing::warn!(%error, "positions of the views cannot be read");
                }
                if self.waiting.load(Ordering::SeqCst) == 0 {
                    break;
                }
                tokio::select! {
                    () = self.nudge.notified() => {}
                    () = sleep(POLL) => {}
                }
            }
        }
    }

    async fn ask_once(&self, pool: &PgPool) -> Result<(), sqlx::Error> {
        let rows: Vec<(String, i64)> =
            sqlx::query_as("SELECT view, position FROM read.checkpoints").fetch_all(pool).await?;
        for (view, position) in rows {
            self.saw(&view, Position(position.unsigned_abs()));
        }
        Ok(())
    }
}

/// Somebody waits, until this is dropped.
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

/// A notification says `<view> <position>`.
fn parse(payload: &str) -> Option<(&str, Position)> {
    let (view, position) = payload.split_once(' ')?;
    Some((view, position.parse().ok()?))
}
