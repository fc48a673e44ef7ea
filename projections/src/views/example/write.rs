//! Writes a folded batch.

use async_trait::async_trait;
use postgres_kit::statements;
use sqlx::PgConnection;

use super::fold::Changes;
use crate::engine::{ApplyError, Folded};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn add_totals(verdicts: Vec<&str>) = include_str!("sql/add_totals.sql");
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        sql::add_totals(self.0).execute(tx).await?;
        Ok(())
    }
}
