//! Somebody takes an entry out of the address book.

use shared_events::{
    Personal, Role,
    events::AccountEvent,
    ids::{AccountId, AddressId},
};

use super::Account;

/// Why it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such entry.
    #[error("Address not found")]
    NotFound,
    /// Customers of a merchant collect there.
    #[error("A merchant needs an address. Please choose another primary address first.")]
    NeededByMerchant,
}

/// Decides. When the home address goes, the oldest entry that is left becomes it.
///
/// # Errors
/// See [`Refusal`].
pub fn decide(
    account: &Account,
    account_id: AccountId,
    address_id: AddressId,
) -> Result<Vec<AccountEvent>, Refusal> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{account::testing::*, testing::given};

    fn removed(address_id: AddressId) -> AccountEvent {
        AccountEvent::AddressRemoved { account_id: CUSTOMER, address_id }
    }

    #[test]
    fn an_entry_goes() {
        given::<Account>(&[customer_opened(), cabin_added(), home_is_cabin(), work_added()])
            .when(|account| decide(account, CUSTOMER, WORK))
            .then(&[removed(WORK)]);
    }

    #[test]
    fn when_the_home_address_goes_another_takes_its_place() {
        given::<Account>(&[customer_opened(), cabin_added(), home_is_cabin(), work_added()])
            .when(|account| decide(account, CUSTOMER, CABIN))
            .then(&[removed(CABIN), home_is_work()]);
        given::<Account>(&[customer_opened(), cabin_added(), home_is_cabin()])
            .when(|account| decide(account, CUSTOMER, CABIN))
            .then(&[removed(CABIN)]);
    }

    #[test]
    fn a_merchant_keeps_an_address() {
        given::<Account>(&[merchant_opened()])
            .when(|account| decide(account, MERCHANT, AddressId::first_of(MERCHANT)))
            .then_refused(Refusal::NeededByMerchant);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for history in [vec![], vec![customer_opened()], vec![customer_opened(), work_added(), removed(WORK)]]
        {
            given::<Account>(&history)
                .when(|account| decide(account, CUSTOMER, WORK))
                .then_refused(Refusal::NotFound);
        }
    }
}
