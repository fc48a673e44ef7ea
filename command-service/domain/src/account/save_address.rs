//! The owner of an account adds an address to the address book.

use shared_events::{
    Personal,
    events::AccountEvent,
    ids::{AccountId, AddressId},
    shop::SavedAddress,
};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// The most entries in an address book.
pub const MAX_ADDRESSES: usize = 50;

/// Add an address. Its fields are already checked; see [`super::address_entry_form`].
#[derive(Clone, Debug)]
pub struct SaveAddress {
    pub account_id: AccountId,
    /// Id of the new entry.
    pub address_id: AddressId,
    /// Name and postal address.
    pub address: SavedAddress,
    /// Whether it becomes the home address. `None`: it does if there is none yet.
    pub primary: Option<bool>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// The book already holds [`MAX_ADDRESSES`] addresses.
    #[error("You can save at most {MAX_ADDRESSES} addresses")]
    Full,
}

impl Command for SaveAddress {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let book = &account.profile.as_ref().ok_or(Refusal::NotFound)?.book;
        if book.get(self.address_id).is_some() {
            // A repeated self changes nothing.
            return Ok(Vec::new());
        }
        if book.entries().len() >= MAX_ADDRESSES {
            return Err(Refusal::Full);
        }
        let Self { account_id, address_id, ref address, primary } = *self;
        let subject = account_id.uuid();
        let entry = Personal::new(subject, address.clone());
        let mut events = vec![AccountEvent::AddressAdded { account_id, address_id, address: entry }];
        if primary.unwrap_or(book.home().is_none()) {
            let address = Personal::new(subject, address.postal.clone());
            events.push(AccountEvent::HomeAddressChanged { account_id, address_id, address });
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, account::testing::*, testing::given};

    fn save(primary: Option<bool>) -> SaveAddress {
        SaveAddress { account_id: CUSTOMER, address_id: WORK, address: work(), primary }
    }

    #[test]
    fn the_first_address_is_the_home_address() {
        for (primary, events) in [
            (None, vec![work_added(), home_is_work()]),
            (Some(true), vec![work_added(), home_is_work()]),
            (Some(false), vec![work_added()]),
        ] {
            given::<Account>(&[anna().opened()]).when(&save(primary)).then(&events);
        }
    }

    #[test]
    fn another_address_becomes_the_home_address_only_on_request() {
        let history = [anna().opened(), cabin_added(), home_is_cabin()];
        given::<Account>(&history).when(&save(None)).then(&[work_added()]);
        given::<Account>(&history).when(&save(Some(true))).then(&[work_added(), home_is_work()]);
    }

    #[test]
    fn the_same_command_again_adds_nothing() {
        given::<Account>(&[anna().opened(), work_added()]).when(&save(None)).then_nothing();
    }

    #[test]
    fn a_book_is_full_at_fifty() {
        let mut account = Account::fold(&[anna().opened()]);
        for number in 0..MAX_ADDRESSES {
            let address_id = AddressId::new(uuid::Uuid::from_u128(0x1000 + number as u128));
            account = SaveAddress { address_id, ..save(None) }
                .decide(&account)
                .unwrap()
                .iter()
                .fold(account, Account::evolve);
        }
        assert_eq!(save(None).decide(&account), Err(Refusal::Full));
    }

    #[test]
    fn a_missing_account_has_no_address_book() {
        given::<Account>(&[]).when(&save(None)).then_refused(Refusal::NotFound);
    }
}
