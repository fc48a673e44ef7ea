//! A batch's changes to the table `addresses`.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value, json};
use shared_events::{
    Position,
    events::AccountEvent,
    ids::{AccountId, AddressId},
    shop::{Address, SavedAddress},
};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use super::super::columns::column;
use crate::engine::ApplyError;

/// An account and an entry of its address book.
type Key = (Uuid, Uuid);

/// A batch's changes to all address books.
#[derive(Default)]
pub(super) struct BookChanges {
    /// The new content of entries, and the position at which new entries were added.
    written: BTreeMap<Key, (Map<String, Value>, i64)>,
    /// Removed entries; some may have been added again.
    removed: HashSet<Key>,
    /// The current home address of each account.
    homes: HashMap<Uuid, Uuid>,
}

impl BookChanges {
    pub(super) fn fold(&mut self, position: Position, event: &AccountEvent) {
        match event {
            AccountEvent::AccountOpened { account_id, address: Some(address), .. } => {
                self.settle(position, *account_id, AddressId::first_of(*account_id), address.get());
            }
            AccountEvent::HomeAddressChanged { account_id, address_id, address } => {
                self.settle(position, *account_id, *address_id, address.get());
            }
            AccountEvent::AddressAdded { account_id, address_id, address }
            | AccountEvent::AddressChanged { account_id, address_id, address } => {
                let entry = address.get().cloned().unwrap_or_default();
                self.write_entry(position, *account_id, *address_id, members_of(&entry));
            }
            AccountEvent::AddressRemoved { account_id, address_id } => {
                let key = (account_id.uuid(), address_id.uuid());
                self.written.remove(&key);
                self.removed.insert(key);
                if self.homes.get(&key.0) == Some(&key.1) {
                    self.homes.remove(&key.0);
                }
            }
            _ => {}
        }
    }

    fn settle(&mut self, position: Position, account: AccountId, id: AddressId, postal: Option<&Address>) {
        let postal = json!({ "postal": postal.cloned().unwrap_or_default() });
        self.write_entry(position, account, id, postal);
        self.homes.insert(account.uuid(), id.uuid());
    }

    fn write_entry(&mut self, position: Position, account: AccountId, id: AddressId, members: Value) {
        let added = i64::try_from(position.0).unwrap_or(i64::MAX);
        let (entry, _) =
            self.written.entry((account.uuid(), id.uuid())).or_insert_with(|| (Map::new(), added));
        if let Value::Object(members) = members {
            entry.extend(members);
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let removed: Vec<Key> = self.removed.into_iter().collect();
        if !removed.is_empty() {
            sqlx::query(include_str!("delete_addresses.sql"))
                .bind(column(&removed, |(account, _)| *account))
                .bind(column(&removed, |(_, id)| *id))
                .execute(&mut *tx)
                .await?;
        }
        let written: Vec<(Key, Value, i64)> = self
            .written
            .into_iter()
            .map(|(key, (members, added))| (key, Value::Object(members), added))
            .collect();
        if !written.is_empty() {
            sqlx::query(include_str!("upsert_addresses.sql"))
                .bind(column(&written, |((account, _), ..)| *account))
                .bind(column(&written, |((_, id), ..)| *id))
                .bind(column(&written, |(_, entry, _)| Json(entry)))
                .bind(column(&written, |(.., added)| *added))
                .execute(&mut *tx)
                .await?;
        }
        let homes: Vec<Key> = self.homes.into_iter().collect();
        if !homes.is_empty() {
            sqlx::query(include_str!("settle_homes.sql"))
                .bind(column(&homes, |(account, _)| *account))
                .bind(column(&homes, |(_, home)| *home))
                .execute(&mut *tx)
                .await?;
        }
        Ok(())
    }
}

fn members_of(entry: &SavedAddress) -> Value {
    json!({
        "name": entry.name, "firstName": entry.first_name, "lastName": entry.last_name,
        "apartment": entry.apartment, "postal": entry.postal,
    })
}
