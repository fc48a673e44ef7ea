//! Erasure of a person from the failure texts that the process managers keep.

use postgres_kit::{Pool, forget_texts};

/// Overwrites the failure texts, including those of skipped steps, that contain one of these texts of a person.
pub async fn forget_failure_texts(pool: &Pool, texts: &[String]) -> sqlx::Result<()> {
    forget_texts(pool, "automation.agenda", "last_failure", texts).await?;
    forget_texts(pool, "automation.skips", "failure", texts).await
}
