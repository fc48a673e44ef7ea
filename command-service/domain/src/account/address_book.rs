//! An account's address book. At most one entry is the home address.

use serde::Serialize;
use shared_events::{
    Personal,
    ids::{AccountId, AddressId},
    shop::{Address, SavedAddress},
};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub id: AddressId,
    /// Name and postal address.
    pub address: Personal<SavedAddress>,
    /// The number of the event in the account's stream that changed it last.
    pub revision: u64,
}

/// All addresses of an account, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddressBook {
    entries: Vec<Entry>,
    home: Option<AddressId>,
}

impl AddressBook {
    /// The book of an account that was opened with this address, which becomes the home address.
    pub(super) fn opened_with(account: AccountId, address: Option<&Personal<Address>>, version: u64) -> Self {
        let mut book = Self::default();
        if let Some(address) = address {
            book.settle(AddressId::first_of(account), address, version);
        }
        book
    }

    /// All entries, oldest first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn get(&self, id: AddressId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Id of the home address, if there is one.
    pub const fn home(&self) -> Option<AddressId> {
        self.home
    }

    /// Adds the entry, or replaces the one with this id.
    pub(super) fn put(&mut self, id: AddressId, address: Personal<SavedAddress>, revision: u64) {
        match self.entries.iter_mut().find(|entry| entry.id == id) {
            Some(entry) => *entry = Entry { id, address, revision },
            None => self.entries.push(Entry { id, address, revision }),
        }
    }

    /// Makes an entry the home address, with this postal address. The names in the entry stay.
    pub(super) fn settle(&mut self, id: AddressId, postal: &Personal<Address>, revision: u64) {
        let before = self.get(id).and_then(|entry| entry.address.get()).cloned().unwrap_or_default();
        let subject = postal.subject();
        let address = match postal.get() {
            Some(postal) => Personal::new(subject, SavedAddress { postal: postal.clone(), ..before }),
            None => Personal::erased(subject),
        };
        self.put(id, address, revision);
        self.home = Some(id);
    }

    /// Removes an entry. True if it was the home address.
    pub(super) fn remove(&mut self, id: AddressId) -> bool {
        self.entries.retain(|entry| entry.id != id);
        self.home.take_if(|home| *home == id).is_some()
    }
}
