//! The owner of an account removes an entry from the address book.

use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::{AccountId, AddressId},
};
use uuid::Uuid;

use super::Account;
use crate::Command;

/// Remove an entry.
#[derive(Clone, Copy, Debug)]
pub struct RemoveAddress {
    /// Id of the account.
    pub account_id: AccountId,
    /// Id of the entry.
    pub address_id: AddressId,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such entry.
    #[error("Address not found")]
    NotFound,
    /// A merchant needs an address: customers pick up their orders there.
    #[error("A merchant needs an address. Please choose another primary address first.")]
    NeededByMerchant,
}

impl Command for RemoveAddress {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// When the home address is removed, the oldest remaining entry becomes it.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let Self { account_id, address_id } = *self;
        let profile = account.profile.as_ref().ok_or(Refusal::NotFound)?;
        let book = &profile.book;
        book.get(address_id).ok_or(Refusal::NotFound)?;
        let mut events = vec![AccountEvent::AddressRemoved { account_id, address_id }];
        if book.home() != Some(address_id) {
            return Ok(events);
        }
        if profile.role == Role::Merchant {
            return Err(Refusal::NeededByMerchant);
        }
        let next = book.entries().iter().find(|entry| entry.id != address_id);
        events.extend(next.and_then(|entry| {
            let address = Personal::new(account_id.uuid(), entry.address.get()?.postal.clone());
            Some(AccountEvent::HomeAddressChanged { account_id, address_id: entry.id, address })
        }));
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{account::testing::*, testing::given};

    fn removed(address_id: AddressId) -> AccountEvent {
        AccountEvent::AddressRemoved { account_id: CUSTOMER, address_id }
    }

    #[test]
    fn an_entry_is_removed() {
        given::<Account>(&[anna().opened(), cabin_added(), home_is_cabin(), work_added()])
            .when(&RemoveAddress { account_id: CUSTOMER, address_id: WORK })
            .then(&[removed(WORK)]);
    }

    #[test]
    fn the_oldest_entry_replaces_a_removed_home_address() {
        given::<Account>(&[anna().opened(), cabin_added(), home_is_cabin(), work_added()])
            .when(&RemoveAddress { account_id: CUSTOMER, address_id: CABIN })
            .then(&[removed(CABIN), home_is_work()]);
        given::<Account>(&[anna().opened(), cabin_added(), home_is_cabin()])
            .when(&RemoveAddress { account_id: CUSTOMER, address_id: CABIN })
            .then(&[removed(CABIN)]);
    }

    #[test]
    fn a_merchant_keeps_an_address() {
        given::<Account>(&[mia().opened()])
            .when(&RemoveAddress { account_id: MERCHANT, address_id: AddressId::first_of(MERCHANT) })
            .then_refused(Refusal::NeededByMerchant);
    }

    #[test]
    fn a_missing_entry_is_not_found() {
        for history in [vec![], vec![anna().opened()], vec![anna().opened(), work_added(), removed(WORK)]] {
            given::<Account>(&history)
                .when(&RemoveAddress { account_id: CUSTOMER, address_id: WORK })
                .then_refused(Refusal::NotFound);
        }
    }
}
