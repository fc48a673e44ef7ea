//! Overwrites stored error texts that contain the data of an erased person.

use sqlx::AssertSqlSafe;

use crate::Pool;

/// The replacement for such a text.
const FORGOTTEN: &str = "(the text named somebody who was forgotten)";

/// Overwrites each value of a column that contains one of these personal texts. The names of the table and the column
/// become part of the statement, so they must be our own.
///
/// # Errors
/// When the database refuses a statement.
pub async fn forget_texts(
    pool: &Pool,
    table: &'static str,
    column: &'static str,
    texts: &[String],
) -> sqlx::Result<()> {
    let update = AssertSqlSafe(format!(
        "UPDATE {table} SET {column} = $2
         WHERE EXISTS (SELECT FROM unnest($1::text[]) AS text WHERE position(lower(text) IN lower({column})) > 0)"
    ));
    sqlx::query(update).bind(texts).bind(FORGOTTEN).execute(pool).await.map(drop)
}
