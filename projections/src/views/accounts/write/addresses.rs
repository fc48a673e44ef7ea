//! Writes the table `addresses`.

use serde_json::Value;
use sqlx::{PgConnection, types::Json};

use crate::{
    engine::ApplyError,
    views::{
        accounts::fold::addresses::{AddressChanges, EntryKey},
        columns::column,
    },
};

pub(super) async fn write(tx: &mut PgConnection, changes: AddressChanges) -> Result<(), ApplyError> {
    let removed: Vec<EntryKey> = changes.removed.into_iter().collect();
    if !removed.is_empty() {
        sqlx::query(include_str!("../sql/delete_addresses.sql"))
            .bind(column(&removed, |(account, _)| *account))
            .bind(column(&removed, |(_, id)| *id))
            .execute(&mut *tx)
            .await?;
    }
    let written: Vec<(EntryKey, Value, i64)> = changes
        .written
        .into_iter()
        .map(|(key, (members, added))| (key, Value::Object(members), added))
        .collect();
    if !written.is_empty() {
        sqlx::query(include_str!("../sql/upsert_addresses.sql"))
            .bind(column(&written, |((account, _), ..)| *account))
            .bind(column(&written, |((_, id), ..)| *id))
            .bind(column(&written, |(_, entry, _)| Json(entry)))
            .bind(column(&written, |(.., added)| *added))
            .execute(&mut *tx)
            .await?;
    }
    let homes: Vec<EntryKey> = changes.homes.into_iter().collect();
    if !homes.is_empty() {
        sqlx::query(include_str!("../sql/settle_homes.sql"))
            .bind(column(&homes, |(account, _)| *account))
            .bind(column(&homes, |(_, home)| *home))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}
