//! A batch's changes to the table `addresses`.

use std::collections::{BTreeMap, HashMap, HashSet};

use postgres_kit::bigint;
use serde_json::{Map, Value, json};
use shared_events::{
    RawEvent, Recorded,
    events::AccountEvent,
    ids::{AccountId, AddressId},
    shop::{Address, SavedAddress},
};
use uuid::Uuid;

/// An account and an entry of its address book.
pub(crate) type EntryKey = (Uuid, Uuid);

/// An entry as a batch writes it.
pub(crate) struct Written {
    pub(crate) members: Map<String, Value>,
    /// The position at which it was added, if this batch adds it.
    pub(crate) added: i64,
    pub(crate) revision: i64,
}

/// A batch's changes to all address books.
#[derive(Default)]
pub(crate) struct AddressChanges {
    pub(crate) written: BTreeMap<EntryKey, Written>,
    /// Removed entries. An entry that was added again afterwards is also in `written`.
    pub(crate) removed: HashSet<EntryKey>,
    /// The current home address of each account.
    pub(crate) homes: HashMap<Uuid, Uuid>,
}

impl AddressChanges {
    pub(super) fn fold(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        match event {
            AccountEvent::AccountOpened { account_id, address: Some(address), .. } => {
                self.settle(recorded, *account_id, AddressId::first_of(*account_id), address.get());
            }
            AccountEvent::HomeAddressChanged { account_id, address_id, address } => {
                self.settle(recorded, *account_id, *address_id, address.get());
            }
            AccountEvent::AddressAdded { account_id, address_id, address }
            | AccountEvent::AddressChanged { account_id, address_id, address } => {
                let entry = address.get().cloned().unwrap_or_default();
                self.write_entry(recorded, *account_id, *address_id, members_of(&entry));
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

    fn settle(
        &mut self,
        recorded: &Recorded<RawEvent>,
        account: AccountId,
        id: AddressId,
        postal: Option<&Address>,
    ) {
        let postal = json!({ "postal": postal.cloned().unwrap_or_default() });
        self.write_entry(recorded, account, id, postal);
        self.homes.insert(account.uuid(), id.uuid());
    }

    fn write_entry(
        &mut self,
        recorded: &Recorded<RawEvent>,
        account: AccountId,
        id: AddressId,
        members: Value,
    ) {
        let entry = self.written.entry((account.uuid(), id.uuid())).or_insert_with(|| Written {
            members: Map::new(),
            added: bigint(recorded.position.0),
            revision: 0,
        });
        entry.revision = bigint(recorded.version);
        if let Value::Object(members) = members {
            entry.members.extend(members);
        }
    }
}

fn members_of(entry: &SavedAddress) -> Value {
    json!({
        "name": entry.name, "firstName": entry.first_name, "lastName": entry.last_name,
        "apartment": entry.apartment, "postal": entry.postal,
    })
}
