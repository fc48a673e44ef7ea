//! Counts products by kind, because counting a million on request takes too long.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use super::super::columns::column;
use crate::engine::ApplyError;

/// The columns by which admins filter products: category, active, organic, approval.
pub(super) type Kind = (String, bool, bool, String);

/// How a batch changes the number of products of each kind.
#[derive(Default)]
pub(super) struct Totals(BTreeMap<Kind, i64>);

impl Totals {
    /// Products of these kinds count so much more: one after a batch, minus one before it.
    pub(super) fn count(&mut self, kinds: impl IntoIterator<Item = Kind>, each: i64) {
        for kind in kinds {
            *self.0.entry(kind).or_default() += each;
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let changed: Vec<(Kind, i64)> = self.0.into_iter().filter(|(_, change)| *change != 0).collect();
        if changed.is_empty() {
            return Ok(());
        }
        sqlx::query(include_str!("sql/add_totals.sql"))
            .bind(column(&changed, |(kind, _)| kind.0.as_str()))
            .bind(column(&changed, |(kind, _)| kind.1))
            .bind(column(&changed, |(kind, _)| kind.2))
            .bind(column(&changed, |(kind, _)| kind.3.as_str()))
            .bind(column(&changed, |(_, change)| *change))
            .execute(&mut *tx)
            .await?;
        sqlx::query("DELETE FROM totals WHERE products = 0").execute(tx).await?;
        Ok(())
    }
}
