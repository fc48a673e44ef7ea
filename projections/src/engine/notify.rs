//! The engine's notifications to other connections. Each is a hint, so listeners also poll the tables.
//!
//! Transactions with NOTIFY commit one after the other. Those of the engine do not wait for the disk, except for the rare
//! ones of an operator, so the next one does not wait for long.

use postgres_kit::statements;
use shared_events::Position;
use sqlx::PgExecutor;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn notify(channel: &str, payload: &str) = "SELECT pg_notify($1, $2)";
}

/// `<view> <position>`: a serving generation's checkpoint has moved.
pub(super) const VIEWS_CHANNEL: &str = "greenstall_views";

/// `<view>`: a generation was planned, swapped or retired.
pub(super) const GENERATIONS_CHANNEL: &str = "greenstall_generations";

/// Announces that a serving generation's checkpoint has moved. Part of the transaction that moves it, so that listeners hear
/// of positions in the order of the commits.
pub(super) async fn moved(
    database: impl PgExecutor<'_>,
    view: &str,
    position: Position,
) -> Result<(), sqlx::Error> {
    notify(database, VIEWS_CHANNEL, &format!("{view} {position}")).await
}

/// Announces that a view's generations have changed.
pub(super) async fn rearranged(database: impl PgExecutor<'_>, view: &str) -> Result<(), sqlx::Error> {
    notify(database, GENERATIONS_CHANNEL, view).await
}

async fn notify(database: impl PgExecutor<'_>, channel: &str, payload: &str) -> Result<(), sqlx::Error> {
    sql::notify(channel, payload).execute(database).await.map(drop)
}
