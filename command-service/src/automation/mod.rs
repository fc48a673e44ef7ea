//! Process managers: what happens when something has happened. Each follows the log from a checkpoint of its own, which
//! no rebuild of a view ever moves, takes down what there is to do, and does it when it is due. Each step can be
//! repeated; one that fails is tried again without anything else waiting for it.

mod agenda;
mod lease;
mod make_good_when_cancelled;
mod runner;
mod settle_or_close_checkouts;
#[cfg(test)]
mod tests;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::App;

/// Makes the tables that are missing.
///
/// # Errors
/// Those of the database.
pub async fn migrate(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::raw_sql(include_str!("schema.sql")).execute(pool).await.map(drop)
}

/// Runs all process managers until told to stop. In several processes they run in one; when that one ends another takes
/// over.
pub async fn run(app: App, pool: PgPool, cancellation: CancellationToken) {
    let Some(_lease) = lease::lease(&pool, &cancellation).await else { return };
    tokio::join!(
        runner::run(&app, &pool, &make_good_when_cancelled::MakeGoodWhenCancelled, &cancellation),
        runner::run(&app, &pool, &settle_or_close_checkouts::SettleOrCloseCheckouts, &cancellation),
    );
}
