//! Writes the table `totals`.

use postgres_kit::statements;
use sqlx::PgConnection;

use crate::{
    engine::ApplyError,
    views::{
        columns::column,
        moderation::fold::totals::{Kind, TotalChanges},
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn add_totals(
        categories: Vec<&str>, active: Vec<bool>, organic: Vec<bool>, approvals: Vec<&str>,
        changes: Vec<i64>,
    ) = include_str!("../sql/add_totals.sql");
    fn delete_empty_totals() = include_str!("../sql/delete_empty_totals.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: TotalChanges) -> Result<(), ApplyError> {
    let changed: Vec<(Kind, i64)> = changes.0.into_iter().filter(|(_, change)| *change != 0).collect();
    if changed.is_empty() {
        return Ok(());
    }
    sql::add_totals(
        column(&changed, |(kind, _)| kind.0.as_str()),
        column(&changed, |(kind, _)| kind.1),
        column(&changed, |(kind, _)| kind.2),
        column(&changed, |(kind, _)| kind.3.as_str()),
        column(&changed, |(_, change)| *change),
    )
    .execute(&mut *tx)
    .await?;
    sql::delete_empty_totals().execute(tx).await?;
    Ok(())
}
