//! Writes a folded batch.

use async_trait::async_trait;
use sqlx::PgConnection;

use super::fold::Changes;
use crate::engine::{ApplyError, Folded};

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        sqlx::query(include_str!("sql/add_totals.sql")).bind(self.0).execute(tx).await?;
        Ok(())
    }
}
