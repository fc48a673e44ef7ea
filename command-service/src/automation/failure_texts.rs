//! Texts of failures that the process managers keep, when a person is forgotten.

use postgres_kit::{Pool, forget_texts};

/// Overwrites the texts of failures, those of skipped steps too, in which one of these texts of a person stands.
///
/// # Errors
/// Those of the database.
pub async fn forget_failure_texts(pool: &Pool, texts: &[String]) -> sqlx::Result<()> {
    forget_texts(pool, "automation.agenda", "last_failure", texts).await?;
    forget_texts(pool, "automation.skips", "failure", texts).await
}
