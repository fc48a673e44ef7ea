//! Writes the table `users`.

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use serde_json::Value;
use shared_events::shop::BusinessProfile;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        accounts::fold::users::{Opened, UserChanges},
        columns::{column, json_column},
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn update_users(accounts: Vec<Uuid>, changes: Vec<Json<&Value>>) =
        include_str!("../sql/update_users.sql");
    fn insert_users(
        accounts: Vec<Uuid>, roles: Vec<&str>, names: Vec<Option<&str>>, emails: Vec<Option<&str>>,
        phones: Vec<Option<&str>>, businesses: Vec<Json<Option<&BusinessProfile>>>,
        opened_at: Vec<DateTime<Utc>>, revisions: Vec<i64>,
    ) = include_str!("../sql/insert_users.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: UserChanges) -> Result<(), ApplyError> {
    insert(tx, &changes.opened).await?;
    let changed: Vec<(Uuid, Value)> =
        changes.changes.into_iter().map(|(id, members)| (id, Value::Object(members))).collect();
    if changed.is_empty() {
        return Ok(());
    }
    sql::update_users(column(&changed, |(id, _)| *id), column(&changed, |(_, change)| Json(change)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert(tx: &mut PgConnection, rows: &[Opened]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_users(
        column(rows, |opened| opened.account),
        column(rows, |opened| opened.role.as_str()),
        column(rows, |opened| opened.name.as_deref()),
        column(rows, |opened| opened.email.as_deref()),
        column(rows, |opened| opened.phone.as_deref()),
        json_column(rows, |opened| opened.business.as_ref()),
        column(rows, |opened| opened.at),
        column(rows, |opened| opened.revision),
    )
    .execute(tx)
    .await?;
    Ok(())
}
