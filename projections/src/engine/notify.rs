//! What the engine tells other connections. Sent after the commit: inside, NOTIFY would serialise every commit of the
//! database. All of it is a hint; whoever listens looks at the tables from time to time as well.

use shared_events::Position;
use sqlx::PgExecutor;

/// `<view> <position>`: a serving generation has moved.
pub(super) const VIEWS: &str = "greenstall_views";

/// `<view>`: a generation was planned, swapped or retired.
pub(super) const GENERATIONS: &str = "greenstall_generations";

/// A serving generation has moved.
pub(super) async fn moved(
    database: impl PgExecutor<'_>,
    view: &str,
    position: Position,
) -> Result<(), sqlx::Error> {
    notify(database, VIEWS, &format!("{view} {position}")).await
}

/// A view's generations are others than before.
pub(super) async fn rearranged(database: impl PgExecutor<'_>, view: &str) -> Result<(), sqlx::Error> {
    notify(database, GENERATIONS, view).await
}

async fn notify(database: impl PgExecutor<'_>, channel: &str, payload: &str) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT pg_notify($1, $2)").bind(channel).bind(payload).execute(database).await.map(drop)
}
