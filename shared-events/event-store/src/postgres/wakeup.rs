//! Tells readers that the log has moved: at once in this process, by NOTIFY in others.
//!
//! NOTIFY is sent by a task of its own after the commit. Inside the writer's transaction it would serialise every
//! commit of the database, and nobody's acknowledgement waits for it. It is a hint: readers poll as well.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use postgres_kit::{Limits, Listener, Pool, within};
use shared_events::Position;
use sqlx::postgres::PgConnectOptions;
use tokio::{sync::watch, task::JoinSet, time};

use super::reader::{Lineage, Mark};

const CHANNEL: &str = "greenstall_events";

/// Pause before another try to reach the database.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// Other processes hear at once of an event after a silence. Of those that follow they hear together: to notify of each
/// would cost the server about as much as to append it.
const BETWEEN_NOTIFICATIONS: Duration = Duration::from_millis(2);

/// While a writer of another process holds the mark back, nobody says when it rolls back.
const HELD_BACK_POLL: Duration = Duration::from_millis(5);

/// What this process knows about the end of the log.
#[derive(Clone, Copy, Default)]
pub(super) struct News {
    /// The highest position that is known to be committed.
    position: Position,
    /// The highest position that a reader has seen.
    seen: Position,
    /// How often something was heard: a commit below `position` is news, too.
    count: u64,
}

impl News {
    /// The highest position that is known to be committed.
    pub(super) const fn position(self) -> Position {
        self.position
    }
}

/// Where news arrive and readers wait.
pub(super) struct Signal {
    news: watch::Sender<News>,
    /// The mark, while it is behind the highest visible position; else `u64::MAX`.
    held_back_at: AtomicU64,
    /// See [`crate::EventStore::epoch`].
    epoch: AtomicU64,
    /// Whose log the last mark was of.
    lineage: Mutex<Option<Lineage>>,
    /// The highest position that was committed since the last announcement.
    to_announce: watch::Sender<Position>,
}

impl Signal {
    fn new() -> Self {
        Self {
            news: watch::Sender::default(),
            held_back_at: AtomicU64::new(u64::MAX),
            epoch: AtomicU64::new(0),
            lineage: Mutex::default(),
            to_announce: watch::Sender::default(),
        }
    }

    /// This process has committed an event at `position`.
    pub(super) fn committed(&self, position: Position) {
        self.hear(position);
        // Batches that are under way together may be told in another order than theirs.
        self.to_announce.send_modify(|highest| *highest = position.max(*highest));
    }

    /// What is to be announced next. What is committed from now on is announced by itself: after the log was put back,
    /// positions from before must not come up again.
    fn take_announcement(&self) -> Position {
        let mut taken = Position::START;
        self.to_announce.send_if_modified(|highest| {
            taken = std::mem::replace(highest, Position::START);
            false
        });
        taken
    }

    /// What is known before a reader looks for the mark.
    pub(super) fn known(&self) -> News {
        *self.news.borrow()
    }

    /// A reader that knew this before has seen this mark.
    pub(super) fn saw(&self, known: News, mark: Mark) {
        let was_put_back = mark.highest < known.position.max(known.seen);
        let mut is_shorter = false;
        let before = self.lineage.lock().unwrap_or_else(PoisonError::into_inner).replace(mark.lineage);
        self.news.send_if_modified(|news| {
            news.seen = news.seen.max(mark.highest);
            if was_put_back {
                // Another reader may have found it out before.
                is_shorter = news.position.max(news.seen) > mark.highest;
                // The server has forgotten what it had committed. Who believed the old news would not wait any more.
                (news.seen, news.position) = (mark.highest, mark.highest);
            }
            false
        });
        if is_shorter || before.is_some_and(|before| before != mark.lineage) {
            self.epoch.fetch_add(1, Ordering::SeqCst);
            let (now, known) = (mark.lineage, known.position.max(known.seen));
            tracing::warn!(
                ?before, ?now, %known, highest = %mark.highest,
                "the event log was replaced by another one; what was read from it is dropped"
            );
        }
        let held_back_at = if mark.position < mark.highest { mark.position.0 } else { u64::MAX };
        self.held_back_at.store(held_back_at, Ordering::Relaxed);
    }

    /// See [`crate::EventStore::epoch`].
    pub(super) fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::SeqCst)
    }

    fn hear(&self, position: Position) {
        self.news.send_modify(|news| {
            news.position = news.position.max(position);
            news.count += 1;
        });
    }

    /// See [`crate::EventStore::wait_beyond`].
    pub(super) async fn wait_beyond(&self, after: Position, at_most: Duration) {
        let mut news = self.news.subscribe();
        let known = *news.borrow_and_update();
        let mut at_most = at_most;
        if known.position > after {
            // There is more, but the reader has just been told that it cannot be read yet: do not spin.
            if self.held_back_at.load(Ordering::Relaxed) > after.0 {
                return;
            }
            at_most = at_most.min(HELD_BACK_POLL);
        }
        // Both ways to end, news and time, mean the same to the caller.
        let _ = time::timeout(at_most, news.changed()).await;
    }
}

/// The tasks that listen and announce. They end when this is dropped.
pub(super) struct Wakeup {
    signal: Arc<Signal>,
    _tasks: JoinSet<()>,
}

impl Wakeup {
    pub(super) fn start(database: &PgConnectOptions, limits: Limits) -> Self {
        let signal = Arc::new(Signal::new());
        let mut tasks = JoinSet::new();
        tasks.spawn(listen(Arc::clone(&signal), database.clone(), limits));
        // A transaction that notifies is written to the WAL; without this its commit would wait for the disk.
        let lazy = database.clone().options([("synchronous_commit", "off")]);
        let one_connection = Pool::new(lazy, 1, limits);
        tasks.spawn(announce(Arc::clone(&signal), one_connection, limits));
        Self { signal, _tasks: tasks }
    }

    pub(super) fn signal(&self) -> Arc<Signal> {
        Arc::clone(&self.signal)
    }
}

async fn announce(signal: Arc<Signal>, pool: Pool, limits: Limits) {
    let mut positions = signal.to_announce.subscribe();
    while positions.changed().await.is_ok() {
        // What is committed while this is on its way is announced together next time.
        positions.mark_unchanged();
        let position = signal.take_announcement();
        let sent =
            sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(position.to_string()).execute(&pool);
        if let Err(error) = within(limits.answer, "a notification of new events", sent).await {
            tracing::warn!(%error, "other processes could not be notified of new events; they will poll");
            time::sleep(RECONNECT_PAUSE).await;
            positions.mark_changed();
        }
        time::sleep(BETWEEN_NOTIFICATIONS).await;
    }
}

async fn listen(signal: Arc<Signal>, database: PgConnectOptions, limits: Limits) {
    loop {
        let Err(error) = listen_until_it_fails(&signal, &database, limits).await;
        tracing::warn!(%error, "new events of other processes are found by polling until LISTEN works again");
        time::sleep(RECONNECT_PAUSE).await;
    }
}

async fn listen_until_it_fails(
    signal: &Signal,
    database: &PgConnectOptions,
    limits: Limits,
) -> Result<std::convert::Infallible, sqlx::Error> {
    let mut listener = Listener::connect(database, &[CHANNEL], limits).await?;
    // Whatever was committed before LISTEN, or while the connection was lost, is news without a number.
    signal.hear(Position::START);
    loop {
        let notification = listener.recv().await?;
        signal.hear(notification.payload().parse().unwrap_or(Position::START));
    }
}
