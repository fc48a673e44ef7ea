//! Tells readers that the log has grown: directly in this process, by NOTIFY in other processes.
//!
//! A separate task sends NOTIFY after the commit. In the writer's transaction NOTIFY would serialize every commit of
//! the database, and acknowledgements would wait for it. A notification is only a hint: readers poll as well.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use postgres_kit::{Limits, Listener, Pool, statements, within};
use shared_events::Position;
use sqlx::postgres::PgConnectOptions;
use tokio::{sync::watch, task::JoinSet, time};

use super::reader::{Lineage, Mark};

statements! {
    #[cfg(test)]
    tested_with crate::postgres::testing::check_statements;

    fn notify(channel: &str, payload: &str) = "SELECT pg_notify($1, $2)";
}

const CHANNEL: &str = "greenstall_events";

/// The pause before the next attempt to reach the database.
const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// The minimum interval between two notifications. The first event after a pause is announced at once, later ones
/// together: a notification for each event would cost the server about as much as the append.
const NOTIFICATION_INTERVAL: Duration = Duration::from_millis(2);

/// The poll interval while a writer of another process holds the mark back, because a rollback is not announced.
const HELD_BACK_POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The known end of the log.
#[derive(Clone, Copy, Default)]
pub(super) struct News {
    /// The highest position known to be committed.
    position: Position,
    /// The highest position that a reader has seen.
    seen: Position,
    /// The number of times that news arrived. A commit below `position` counts, too.
    count: u64,
}

impl News {
    /// The highest position known to be committed.
    pub(super) const fn position(self) -> Position {
        self.position
    }
}

/// Records news and wakes waiting readers.
pub(super) struct Signal {
    news: watch::Sender<News>,
    /// The mark, while it is behind the highest visible position; otherwise `u64::MAX`.
    held_back_at: AtomicU64,
    /// See [`crate::EventStore::epoch`].
    epoch: AtomicU64,
    /// The lineage of the log at the last mark.
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

    /// Records that this process has committed an event at `position`.
    pub(super) fn committed(&self, position: Position) {
        self.hear(position);
        // Concurrent batches may be reported in another order than that of their positions.
        self.to_announce.send_modify(|highest| *highest = position.max(*highest));
    }

    /// Takes the position to announce and resets it, because positions from before a replacement of the log must not be
    /// announced again.
    fn take_announcement(&self) -> Position {
        let mut taken = Position::START;
        self.to_announce.send_if_modified(|highest| {
            taken = std::mem::replace(highest, Position::START);
            false
        });
        taken
    }

    /// The news that a reader takes before it reads the mark.
    pub(super) fn known(&self) -> News {
        *self.news.borrow()
    }

    /// Records the mark that a reader has read; `known` is the news that it had before.
    pub(super) fn saw(&self, known: News, mark: Mark) {
        let was_put_back = mark.highest < known.position.max(known.seen);
        let mut is_shorter = false;
        let before = self.lineage.lock().unwrap_or_else(PoisonError::into_inner).replace(mark.lineage);
        self.news.send_if_modified(|news| {
            news.seen = news.seen.max(mark.highest);
            if was_put_back {
                // Another reader may have noticed it already.
                is_shorter = news.position.max(news.seen) > mark.highest;
                // The server has lost commits. A reader that still had the old news would not wait any more, but spin.
                (news.seen, news.position) = (mark.highest, mark.highest);
            }
            false
        });
        if is_shorter || before.is_some_and(|before| before != mark.lineage) {
            self.epoch.fetch_add(1, Ordering::SeqCst);
            let (now, known) = (mark.lineage, known.position.max(known.seen));
            tracing::warn!(
                ?before, ?now, %known, highest = %mark.highest,
                "the event log was replaced by another one; caches of the old log are dropped"
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
            // There are more events, but the reader was just told that they cannot be read yet, so it must not spin.
            if self.held_back_at.load(Ordering::Relaxed) > after.0 {
                return;
            }
            at_most = at_most.min(HELD_BACK_POLL_INTERVAL);
        }
        // The caller reads again after news and after a timeout alike.
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
        // A transaction with NOTIFY is written to the WAL. Without this setting its commit would wait for the disk.
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
    let mut fails = false;
    while positions.changed().await.is_ok() {
        // Positions that are committed while this runs are announced together next time.
        positions.mark_unchanged();
        let position = signal.take_announcement();
        let sent = sql::notify(CHANNEL, &position.to_string()).execute(&pool);
        let sent = within(limits.answer, "a notification of new events", sent).await;
        let failed_before = std::mem::replace(&mut fails, sent.is_err());
        match sent {
            Err(error) => {
                if !failed_before {
                    tracing::warn!(%error, "cannot notify other processes of new events; they will poll");
                }
                time::sleep(RECONNECT_PAUSE).await;
                positions.mark_changed();
            }
            Ok(_) if failed_before => tracing::info!("other processes are notified of new events again"),
            Ok(_) => {}
        }
        time::sleep(NOTIFICATION_INTERVAL).await;
    }
}

async fn listen(signal: Arc<Signal>, database: PgConnectOptions, limits: Limits) {
    loop {
        let Err(error) = listen_until_it_fails(&signal, &database, limits).await;
        tracing::warn!(%error, "LISTEN failed; polling for new events of other processes");
        time::sleep(RECONNECT_PAUSE).await;
    }
}

async fn listen_until_it_fails(
    signal: &Signal,
    database: &PgConnectOptions,
    limits: Limits,
) -> Result<std::convert::Infallible, sqlx::Error> {
    let mut listener = Listener::connect(database, &[CHANNEL], limits).await?;
    // Commits from before LISTEN, or from a time without a connection, count as news without a position.
    signal.hear(Position::START);
    loop {
        let notification = listener.recv().await?;
        signal.hear(notification.payload().parse().unwrap_or(Position::START));
    }
}
