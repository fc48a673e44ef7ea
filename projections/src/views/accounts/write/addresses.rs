//! Writes the table `addresses`.

use postgres_kit::statements;
use serde_json::{Map, Value};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        accounts::fold::addresses::{AddressChanges, EntryKey, Written},
        columns::column,
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn delete_addresses(accounts: Vec<Uuid>, ids: Vec<Uuid>) = include_str!("../sql/delete_addresses.sql");
    fn upsert_addresses(
        accounts: Vec<Uuid>, ids: Vec<Uuid>, entries: Vec<Json<&Map<String, Value>>>, added: Vec<i64>,
        revisions: Vec<i64>,
    ) = include_str!("../sql/upsert_addresses.sql");
    fn settle_homes(accounts: Vec<Uuid>, homes: Vec<Uuid>) = include_str!("../sql/settle_homes.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: AddressChanges) -> Result<(), ApplyError> {
    let removed: Vec<EntryKey> = changes.removed.into_iter().collect();
    if !removed.is_empty() {
        sql::delete_addresses(column(&removed, |(account, _)| *account), column(&removed, |(_, id)| *id))
            .execute(&mut *tx)
            .await?;
    }
    let written: Vec<(EntryKey, Written)> = changes.written.into_iter().collect();
    if !written.is_empty() {
        sql::upsert_addresses(
            column(&written, |((account, _), _)| *account),
            column(&written, |((_, id), _)| *id),
            column(&written, |(_, entry)| Json(&entry.members)),
            column(&written, |(_, entry)| entry.added),
            column(&written, |(_, entry)| entry.revision),
        )
        .execute(&mut *tx)
        .await?;
    }
    let homes: Vec<EntryKey> = changes.homes.into_iter().collect();
    if !homes.is_empty() {
        sql::settle_homes(column(&homes, |(account, _)| *account), column(&homes, |(_, home)| *home))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}
