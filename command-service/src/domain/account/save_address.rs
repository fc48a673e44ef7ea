//! Somebody adds an address to the address book.

use shared_events::{
    Personal,
    events::AccountEvent,
    ids::{AccountId, AddressId},
    shop::SavedAddress,
};

use super::Account;

/// As many addresses as a book holds.
pub const MOST: usize = 50;

/// Add an address. What is in it was checked before; see [`super::address_entry_form`].
#[derive(Clone, Debug)]
pub struct SaveAddress {
    /// Whose.
    pub account_id: AccountId,
    /// The new entry.
    pub address_id: AddressId,
    /// What it says.
    pub address: SavedAddress,
    /// It shall be the home address. Without a word it becomes so if there is none.
    pub primary: Option<bool>,
}

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// It holds [`MOST`] addresses.
    #[error("You can save at most {MOST} addresses")]
    Full,
}

/// Decides.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(account: &Account, command: &SaveAddress) -> Result<Vec<AccountEvent>, Refusal> {
    let book = &account.profile.as_ref().ok_or(Refusal::NotFound)?.book;
    if book.get(command.address_id).is_some() {
        // The same command was sent twice.
        return Ok(Vec::new());
    }
    if book.entries().len() >= MOST {
        return Err(Refusal::Full);
    }
    let SaveAddress { account_id, address_id, ref address, primary } = *command;
    let subject = account_id.uuid();
    let entry = Personal::new(subject, address.clone());
    let mut events = vec![AccountEvent::AddressAdded { account_id, address_id, address: entry }];
    if primary.unwrap_or(book.home().is_none()) {
        let address = Personal::new(subject, address.postal.clone());
        events.push(AccountEvent::HomeAddressChanged { account_id, address_id, address });
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Aggregate, account::testing::*, testing::given};

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
            given::<Account>(&[customer_opened()])
                .when(|account| decide(account, &save(primary)))
                .then(&events);
        }
    }

    #[test]
    fn another_address_is_the_home_address_only_if_it_shall_be() {
        let history = [customer_opened(), cabin_added(), home_is_cabin()];
        given::<Account>(&history).when(|account| decide(account, &save(None))).then(&[work_added()]);
        given::<Account>(&history)
            .when(|account| decide(account, &save(Some(true))))
            .then(&[work_added(), home_is_work()]);
    }

    #[test]
    fn the_same_command_again_adds_nothing() {
        given::<Account>(&[customer_opened(), work_added()])
            .when(|account| decide(account, &save(None)))
            .then_nothing();
    }

    #[test]
    fn a_book_is_full_at_fifty() {
        let mut account = Account::fold(&[customer_opened()]);
        for number in 0..MOST {
            let address_id = AddressId::new(uuid::Uuid::from_u128(0x1000 + number as u128));
            account = decide(&account, &SaveAddress { address_id, ..save(None) })
                .unwrap()
                .iter()
                .fold(account, Account::evolve);
        }
        assert_eq!(decide(&account, &save(None)), Err(Refusal::Full));
    }

    #[test]
    fn nobody_has_no_address_book() {
        given::<Account>(&[]).when(|account| decide(account, &save(None))).then_refused(Refusal::NotFound);
    }
}
