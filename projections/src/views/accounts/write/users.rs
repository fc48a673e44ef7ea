//! Writes the table `users`.

use serde_json::Value;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        accounts::fold::users::{Opened, UserChanges},
        columns::{column, json_column},
    },
};

pub(super) async fn write(tx: &mut PgConnection, changes: UserChanges) -> Result<(), ApplyError> {
    insert(tx, &changes.opened).await?;
    let changed: Vec<(Uuid, Value)> =
        changes.changes.into_iter().map(|(id, members)| (id, Value::Object(members))).collect();
    if changed.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/update_users.sql"))
        .bind(column(&changed, |(id, _)| *id))
        .bind(column(&changed, |(_, change)| Json(change)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert(tx: &mut PgConnection, rows: &[Opened]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/insert_users.sql"))
        .bind(column(rows, |opened| opened.account))
        .bind(column(rows, |opened| opened.role.as_str()))
        .bind(column(rows, |opened| opened.name.as_deref()))
        .bind(column(rows, |opened| opened.email.as_deref()))
        .bind(column(rows, |opened| opened.phone.as_deref()))
        .bind(json_column(rows, |opened| opened.business.as_ref()))
        .bind(column(rows, |opened| opened.at))
        .execute(tx)
        .await?;
    Ok(())
}
