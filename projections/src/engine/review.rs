//! The review of a held build: its differences from the serving generation, row by row, for an operator to decide on.

use std::time::Duration;

use chrono::{DateTime, Utc};
use postgres_kit::{keep_alive, statements};
use serde::{Deserialize, Serialize};
use shared_events::Position;
use sqlx::{Connection, PgConnection, PgExecutor, types::Json};
use tokio::time::{Instant, sleep};

use super::{
    Failure, RebuildError, View, common_position,
    compare::{compare, count_rows},
    differences::{RowChange, differences},
    generation::{self, Generation, State},
    session::{answer_lost, backend, open_for_act},
    shared::Shared,
    tables::compared_tables,
    writer::Writer,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn note(generation: i32, review: Json<&Review>, compared_at: DateTime<Utc>) =
        include_str!("sql/review/note.sql");
    fn count_parked(generation: i32) -> value i64 =
        "SELECT count(*) FROM projections.parked WHERE generation = $1";
    fn of_view(view: &str) -> value Json<Review> = include_str!("sql/review/of_view.sql");
    fn forget(generation: i32) = "UPDATE projections.generations SET review = NULL WHERE id = $1";
}

/// How long the serving generation is given to reach the build's position.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(20);
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// How a build differs from the serving generation. Personal data is masked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The number of the held generation.
    pub generation: i32,
    /// The number of the generation that served when the two were compared.
    pub serving: i32,
    /// The position of both generations in the comparison.
    pub position: Position,
    /// When they were compared (UTC).
    pub compared_at: DateTime<Utc>,
    /// Every table of either generation.
    pub tables: Vec<TableReview>,
    /// Streams that the serving generation has parked. The build has applied them, or an operator has skipped their
    /// events.
    pub parked: u64,
    /// The reason why they were not compared; `None` if they were.
    pub not_compared: Option<String>,
}

/// How one table differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableReview {
    /// The table's name, without a schema.
    pub table: String,
    /// Rows of the serving generation; `None`: it has no such table.
    pub serving_rows: Option<u64>,
    /// Rows of the build; `None`: it has no such table.
    pub rebuilt_rows: Option<u64>,
    /// Rows that only the build has.
    pub added: u64,
    /// Rows that only the serving generation has.
    pub removed: u64,
    /// Rows that both have, with different values.
    pub changed: u64,
    /// A few of the differing rows.
    pub examples: Vec<RowChange>,
}

impl Review {
    /// How many rows differ between the two.
    pub fn different(&self) -> u64 {
        self.tables.iter().map(|table| table.added + table.removed + table.changed).sum()
    }
}

/// Compares the writer's generation with the serving one, and records the differences. `None`: an operator releases
/// the build without waiting for them.
pub(super) async fn review(shared: &Shared, writer: &mut Writer) -> Result<Option<Review>, Failure> {
    let mut connection = open_for_act(shared).await?;
    let review = compared(shared, writer, &mut connection).await?;
    connection.close().await?;
    let noted = sql::note(writer.generation.id, Json(&review), review.compared_at)
        .execute(&mut writer.session.connection)
        .await?;
    Ok((noted.rows_affected() == 1).then_some(review))
}

async fn compared(
    shared: &Shared,
    writer: &mut Writer,
    connection: &mut PgConnection,
) -> Result<Review, Failure> {
    let began = Instant::now();
    loop {
        let view = writer.view.name();
        let all = generation::of_view(&shared.pool, view).await?;
        let mut review = Review {
            generation: writer.generation.number,
            serving: 0,
            position: writer.position,
            compared_at: writer.clock.now(),
            tables: Vec::new(),
            parked: 0,
            not_compared: None,
        };
        let Some(serving) = all.into_iter().find(|one| one.state == State::Serving) else {
            review.not_compared = Some("Nothing serves yet".to_owned());
            return Ok(review);
        };
        review.serving = serving.number;
        if serving.beyond_log {
            let why =
                "The log was put back to before what serves: it shows what the log does not hold any more";
            review.not_compared = Some(why.to_owned());
            return Ok(review);
        }
        match common_position::stop(shared, writer, serving.id).await {
            Ok(Some(stopper)) => {
                common_position::open_snapshot(connection, stopper, writer, &serving)
                    .await
                    .map_err(failure)?;
                review.position = writer.position;
                let backend = backend(connection).await?;
                let (built, view) = (&writer.generation, &*writer.view);
                let comparing = compare_all(connection, view, &serving, built, &mut review);
                tokio::select! {
                    compared = comparing => compared?,
                    // Keeps the lease, so that no other process takes the build for an abandoned one.
                    lost = keep_alive(&mut writer.session.connection, &shared.limits) => return Err(lost.into()),
                    lost = answer_lost(shared, backend) => return Err(lost.into()),
                }
                common_position::close_snapshot(connection).await?;
                return Ok(review);
            }
            Ok(None) | Err(RebuildError::Disturbed(_)) => {}
            Err(RebuildError::Failed(failure)) if failure.is_lock_timeout() => {}
            Err(error) => return Err(failure(error)),
        }
        if began.elapsed() > CATCH_UP_TIMEOUT {
            review.not_compared = Some("What serves does not come to where the build is".to_owned());
            return Ok(review);
        }
        sleep(RETRY_INTERVAL).await;
    }
}

fn failure(error: RebuildError) -> Failure {
    match error {
        RebuildError::Failed(failure) => failure,
        _ => Failure::Overtaken,
    }
}

async fn compare_all(
    snapshot: &mut PgConnection,
    view: &dyn View,
    serving: &Generation,
    built: &Generation,
    review: &mut Review,
) -> Result<(), sqlx::Error> {
    let (theirs, ours) = (serving.schema(), built.schema());
    let served = compared_tables(&mut *snapshot, &theirs, view).await?;
    let rebuilt = compared_tables(&mut *snapshot, &ours, view).await?;
    for table in &served {
        let mut row = TableReview {
            table: table.clone(),
            serving_rows: None,
            rebuilt_rows: None,
            added: 0,
            removed: 0,
            changed: 0,
            examples: Vec::new(),
        };
        if rebuilt.contains(table) {
            let compared = compare(&mut *snapshot, table, &theirs, &ours).await?;
            (row.serving_rows, row.rebuilt_rows) = (Some(compared.serving_rows), Some(compared.rebuilt_rows));
            if compared.different > 0 {
                let found = differences(&mut *snapshot, table, &theirs, &ours, view.open_columns()).await?;
                (row.added, row.removed, row.changed) = (found.added, found.removed, found.changed);
                row.examples = found.examples;
            }
        } else {
            row.serving_rows = Some(count_rows(&mut *snapshot, &theirs, table).await?);
        }
        review.tables.push(row);
    }
    for table in rebuilt.into_iter().filter(|table| !served.contains(table)) {
        let rebuilt_rows = Some(count_rows(&mut *snapshot, &ours, &table).await?);
        let (serving_rows, examples) = (None, Vec::new());
        review.tables.push(TableReview {
            table,
            serving_rows,
            rebuilt_rows,
            added: 0,
            removed: 0,
            changed: 0,
            examples,
        });
    }
    review.parked = sql::count_parked(serving.id).fetch_one(snapshot).await?.unsigned_abs();
    Ok(())
}

/// The recorded review of a view's held build.
pub(super) async fn of_view(
    database: impl PgExecutor<'_>,
    view: &str,
) -> Result<Option<Review>, sqlx::Error> {
    let found = sql::of_view(view).fetch_optional(database).await?;
    Ok(found.map(|Json(review)| review))
}

/// Deletes the review of a build that is gone.
pub(super) async fn forget(database: impl PgExecutor<'_>, generation: i32) -> Result<(), sqlx::Error> {
    sql::forget(generation).execute(database).await.map(drop)
}
