//! Writes the table `totals`.

use sqlx::PgConnection;

use crate::{
    engine::ApplyError,
    views::{
        columns::column,
        moderation::fold::totals::{Kind, TotalChanges},
    },
};

pub(super) async fn write(tx: &mut PgConnection, changes: TotalChanges) -> Result<(), ApplyError> {
    let changed: Vec<(Kind, i64)> = changes.0.into_iter().filter(|(_, change)| *change != 0).collect();
    if changed.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/add_totals.sql"))
        .bind(column(&changed, |(kind, _)| kind.0.as_str()))
        .bind(column(&changed, |(kind, _)| kind.1))
        .bind(column(&changed, |(kind, _)| kind.2))
        .bind(column(&changed, |(kind, _)| kind.3.as_str()))
        .bind(column(&changed, |(_, change)| *change))
        .execute(&mut *tx)
        .await?;
    sqlx::query(include_str!("../sql/delete_empty_totals.sql")).execute(tx).await?;
    Ok(())
}
