//! The engine's notifications to other connections. Each is a hint, so listeners also poll the tables.
//!
//! No notification is part of a transaction that changes anything: Postgres refuses to commit one while its queue is
//! full, which a session anywhere in the cluster can cause, and commits such transactions one after the other.
//!
//! Checkpoints are announced in their order, whichever processes move and announce them: an announcement takes a lock,
//! reads the checkpoints, and releases the lock when it is in the queue.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, Ordering},
};

use postgres_kit::{Limits, Pool, statements, within};
use sqlx::{AssertSqlSafe, PgExecutor, raw_sql};
use tokio::{sync::watch, time::sleep};

use super::signals::SIGNAL_POLL_INTERVAL;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn notify(channel: &str, payload: &str) = "SELECT pg_notify($1, $2)";
}

/// `<view> <position>`: a serving generation's checkpoint has moved.
pub(super) const VIEWS_CHANNEL: &str = "greenstall_views";

/// `<view>`: a generation was planned, swapped or retired.
pub(super) const GENERATIONS_CHANNEL: &str = "greenstall_generations";

/// Whether the last notification of this process failed, which is logged once.
static FAILS: AtomicBool = AtomicBool::new(false);

/// The views whose serving checkpoint this process has moved and not yet announced.
/// Cloning is cheap; clones share the views.
#[derive(Clone, Default)]
pub(super) struct Moves(watch::Sender<BTreeSet<&'static str>>);

impl Moves {
    /// Adds a view whose move is committed.
    pub(super) fn add(&self, view: &'static str) {
        self.0.send_modify(|moves| {
            moves.insert(view);
        });
    }

    fn take(&self) -> BTreeSet<&'static str> {
        let mut taken = BTreeSet::new();
        self.0.send_if_modified(|moves| {
            taken = std::mem::take(moves);
            false
        });
        taken
    }
}

/// Announces the moves of all views together, without end.
pub(super) async fn announce(moves: Moves, pool: Pool, limits: Limits) {
    let mut news = moves.0.subscribe();
    while news.changed().await.is_ok() {
        // Moves from now on are announced together next time.
        let sending = raw_sql(AssertSqlSafe(announcement(moves.take()))).execute(&pool);
        let sent = within(limits.answer, "a notification of views", sending).await;
        if !tell(&sent) {
            sleep(SIGNAL_POLL_INTERVAL).await;
        }
    }
}

/// Announces that a view's serving checkpoint has moved. The move is committed.
pub(super) async fn moved(database: impl PgExecutor<'_>, view: &str) {
    tell(&raw_sql(AssertSqlSafe(announcement([view]))).execute(database).await);
}

/// Announces that a view's generations have changed. The change is committed.
pub(super) async fn rearranged(database: impl PgExecutor<'_>, view: &str) {
    tell(&sql::notify(GENERATIONS_CHANNEL, view).execute(database).await);
}

/// Announces the checkpoints of these views in one transaction, whose commit does not wait for the disk. The names of
/// views have no quotes. The lock ("views, announcements") is taken before the checkpoints are read.
fn announcement<'a>(views: impl IntoIterator<Item = &'a str>) -> String {
    let views: Vec<&str> = views.into_iter().collect();
    let views = views.join("', '");
    format!(
        "SELECT pg_advisory_xact_lock(x'76696577'::int, -1), set_config('synchronous_commit', 'off', true);
         SELECT pg_notify('{VIEWS_CHANNEL}', view || ' ' || position) FROM projections.generations
         WHERE state = 'serving' AND view IN ('{views}')"
    )
}

/// Logs the first failure and the end of failures. Returns whether the notification was sent.
fn tell<T>(sent: &sqlx::Result<T>) -> bool {
    let failed_before = FAILS.swap(sent.is_err(), Ordering::Relaxed);
    match sent {
        Err(error) if !failed_before => {
            tracing::warn!(%error, "cannot notify other processes of views; they will poll");
        }
        Ok(_) if failed_before => tracing::info!("other processes are notified of views again"),
        _ => {}
    }
    sent.is_ok()
}
