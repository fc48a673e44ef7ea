//! Compares the tables of two generations.

use postgres_kit::statements;
use sqlx::{AssertSqlSafe, PgConnection, Row, postgres::PgRow};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn common_columns(serving: &str, rebuilt: &str, table: &str) -> value String =
        include_str!("sql/compare/common_columns.sql");
}

/// How many differences are shown of each table, from either side.
const MAX_EXAMPLES: usize = 5;
/// Longer rows are cut, in characters.
const MAX_EXAMPLE_CHARS: usize = 400;

/// How a table differs between the serving generation and a new build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableComparison {
    /// Its name, without a schema.
    pub table: String,
    /// Rows of the serving generation.
    pub serving_rows: u64,
    /// Rows of the build.
    pub rebuilt_rows: u64,
    /// Rows that only one of the two has. A changed row counts twice: once as served, once as built.
    pub different: u64,
    /// Examples of the differing rows, as text: `served: (…)` or `rebuilt: (…)`.
    pub examples: Vec<String>,
}

/// Compares a table of two schemas, in a transaction that sees both at the same moment. Rows are compared as text. Their
/// order does not matter; their number of occurrences does.
pub(super) async fn compare(
    snapshot: &mut PgConnection,
    table: &str,
    serving: &str,
    rebuilt: &str,
) -> Result<TableComparison, sqlx::Error> {
    let columns = common_columns(snapshot, table, serving, rebuilt).await?;
    let (serving, rebuilt) = (rows(serving, table, &columns), rows(rebuilt, table, &columns));
    let (serving_rows, serving_sum) = sums(snapshot, &serving).await?;
    let (rebuilt_rows, rebuilt_sum) = sums(snapshot, &rebuilt).await?;
    let mut comparison = TableComparison {
        table: table.to_owned(),
        serving_rows,
        rebuilt_rows,
        different: 0,
        examples: Vec::new(),
    };
    if (serving_rows, serving_sum) != (rebuilt_rows, rebuilt_sum) {
        for (side, one, other) in [("served", &serving, &rebuilt), ("rebuilt", &rebuilt, &serving)] {
            let (count, examples) = only_in(snapshot, one, other).await?;
            comparison.different += count;
            comparison.examples.extend(examples.iter().map(|row| format!("{side}: {row}")));
        }
    }
    Ok(comparison)
}

/// The columns that a table has in both schemas, in the order of the second schema.
pub(super) async fn common_columns(
    snapshot: &mut PgConnection,
    table: &str,
    serving: &str,
    rebuilt: &str,
) -> Result<Vec<String>, sqlx::Error> {
    sql::common_columns(serving, rebuilt, table).fetch_all(snapshot).await
}

/// Selects a table's rows as `line`: their columns as text.
fn rows(schema: &str, table: &str, columns: &[String]) -> String {
    let columns: Vec<String> = columns.iter().map(|column| format!("\"{column}\"")).collect();
    format!("SELECT ROW({})::text AS line FROM {schema}.\"{table}\"", columns.join(", "))
}

/// How many rows a table has.
pub(super) async fn count_rows(
    snapshot: &mut PgConnection,
    schema: &str,
    table: &str,
) -> Result<u64, sqlx::Error> {
    let select = format!("SELECT count(*) FROM {schema}.\"{table}\"");
    let rows: i64 = sqlx::query_scalar(AssertSqlSafe(select)).fetch_one(snapshot).await?;
    Ok(rows.unsigned_abs())
}

/// The number of rows, and the sum of their hashes, which does not depend on their order.
async fn sums(snapshot: &mut PgConnection, rows: &str) -> Result<(u64, String), sqlx::Error> {
    let select =
        format!("SELECT count(*), coalesce(sum(hashtextextended(line, 0)), 0)::text FROM ({rows}) t");
    let (rows, sum): (i64, String) = sqlx::query_as(AssertSqlSafe(select)).fetch_one(snapshot).await?;
    Ok((rows.unsigned_abs(), sum))
}

async fn only_in(
    snapshot: &mut PgConnection,
    one: &str,
    other: &str,
) -> Result<(u64, Vec<String>), sqlx::Error> {
    let select = format!(
        "WITH alone AS MATERIALIZED ({one} EXCEPT ALL {other})
         SELECT (SELECT count(*) FROM alone) AS count, ARRAY(
             SELECT CASE WHEN length(line) > {MAX_EXAMPLE_CHARS} THEN left(line, {MAX_EXAMPLE_CHARS}) || '…' ELSE line END
             FROM alone ORDER BY line LIMIT {MAX_EXAMPLES}) AS examples"
    );
    let row: PgRow = sqlx::query(AssertSqlSafe(select)).fetch_one(snapshot).await?;
    let count: i64 = row.try_get("count")?;
    Ok((count.unsigned_abs(), row.try_get("examples")?))
}
