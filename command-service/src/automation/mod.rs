//! Process managers: what happens when something has happened. Each follows the log from a checkpoint of its own, which
//! no rebuild of a view ever moves, and each of its steps can be repeated.

mod checkpoint;
mod close_when_expired;
mod make_good_when_cancelled;
mod runner;

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
    let Some(_lease) = checkpoint::lease(&pool, &cancellation).await else { return };
    let open_checkouts = close_when_expired::RememberOpenCheckouts(pool.clone());
    tokio::join!(
        runner::follow(&app, &pool, &make_good_when_cancelled::MakeGoodWhenCancelled, &cancellation),
        runner::follow(&app, &pool, &open_checkouts, &cancellation),
        close_when_expired::watch(&app, &pool, &cancellation),
    );
}
