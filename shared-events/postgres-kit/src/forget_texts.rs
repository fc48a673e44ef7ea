//! Texts of failures that name a person who is forgotten.

use sqlx::AssertSqlSafe;

use crate::Pool;

/// What stands in place of such a text.
const FORGOTTEN: &str = "(the text named somebody who was forgotten)";

/// Overwrites each value of a column, of this table of ours, in which one of these texts of a person stands.
///
/// # Errors
/// Those of the database.
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
