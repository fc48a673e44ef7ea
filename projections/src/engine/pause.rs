//! Operators' orders about whole views, in the table `projections.views`: paused views, and rolled-back versions.

use std::{collections::HashMap, time::Duration};

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use sqlx::PgExecutor;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn is_paused(view: &str) -> value bool =
        "SELECT EXISTS (SELECT FROM projections.views WHERE view = $1 AND paused_at IS NOT NULL)";
    fn orders() -> row (String, Option<DateTime<Utc>>, Option<i32>) =
        "SELECT view, paused_at, rolled_back_from FROM projections.views";
    fn set_paused(view: &str, since: Option<DateTime<Utc>>) = include_str!("sql/pause/set_paused.sql");
    fn set_rolled_back_from(view: &str, code_version: Option<i32>) =
        include_str!("sql/pause/set_rolled_back_from.sql");
}

/// Poll interval of a writer that waits for the end of a pause.
pub(super) const PAUSE_POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Who acts on a view's generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// An operator. After a rollback no program builds the version that served, until an operator asks.
    Operator,
    /// The program by itself.
    Program,
}

/// An operator's standing orders for a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orders {
    pub(super) paused_at: Option<DateTime<Utc>>,
    pub(super) rolled_back_from: Option<i32>,
}

impl Orders {
    /// Whether an operator rolled back from this version of the code or from a newer one.
    pub(super) fn hold_back(self, code_version: i32) -> bool {
        self.rolled_back_from.is_some_and(|from| from >= code_version)
    }
}

pub(super) async fn is_paused(database: impl PgExecutor<'_>, view: &str) -> Result<bool, sqlx::Error> {
    sql::is_paused(view).fetch_one(database).await
}

/// All orders, by view; a view without an entry has none.
pub(super) async fn orders(database: impl PgExecutor<'_>) -> Result<HashMap<String, Orders>, sqlx::Error> {
    let rows = sql::orders().fetch_all(database).await?;
    let all = rows
        .into_iter()
        .map(|(view, paused_at, rolled_back_from)| (view, Orders { paused_at, rolled_back_from }));
    Ok(all.collect())
}

/// The orders for one view.
pub(super) async fn orders_for(database: impl PgExecutor<'_>, view: &str) -> Result<Orders, sqlx::Error> {
    Ok(orders(database).await?.remove(view).unwrap_or_default())
}

/// Pauses or resumes a view. A repeated pause keeps the time of the first.
pub(super) async fn set_paused(
    database: impl PgExecutor<'_>,
    view: &str,
    since: Option<DateTime<Utc>>,
) -> Result<(), sqlx::Error> {
    sql::set_paused(view, since).execute(database).await.map(drop)
}

/// Records which version of a view's code was rolled back from; `None`: every version may be built again.
pub(super) async fn set_rolled_back_from(
    database: impl PgExecutor<'_>,
    view: &str,
    code_version: Option<i32>,
) -> Result<(), sqlx::Error> {
    sql::set_rolled_back_from(view, code_version).execute(database).await.map(drop)
}
