//! The owner of an account changes an entry of the address book, or makes it the home address.

use shared_events::{
    Personal,
    events::AccountEvent,
    ids::{AccountId, AddressId},
};
use uuid::Uuid;

use super::{Account, Entry, address_entry_form::AddressEntryForm};
use crate::{
    Command,
    form::FieldRefusal,
    revision::{Changed, unless_changed},
};

/// Change an entry.
#[derive(Clone, Debug)]
pub struct ChangeAddress {
    pub account_id: AccountId,
    pub address_id: AddressId,
    /// The revision that was edited, if known.
    pub revision: Option<u64>,
    /// The form as it was filled in.
    pub form: AddressEntryForm,
    /// Make it the home address.
    pub primary: bool,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is no such entry.
    #[error("Address not found")]
    NotFound,
    /// A field cannot be accepted.
    #[error(transparent)]
    Form(#[from] FieldRefusal),
    /// The entry was changed since it was read.
    #[error(transparent)]
    Changed(#[from] Changed<PresentEntry>),
}

/// An entry as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct PresentEntry {
    pub entry: Entry,
    pub is_home: bool,
}

impl Command for ChangeAddress {
    type Aggregate = Account;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.account_id.uuid()
    }

    /// Values that do not differ cause no event.
    fn decide(&self, account: &Account) -> Result<Vec<AccountEvent>, Refusal> {
        let book = &account.profile.as_ref().ok_or(Refusal::NotFound)?.book;
        let entry = book.get(self.address_id).ok_or(Refusal::NotFound)?;
        let is_home = book.home() == Some(self.address_id);
        let present = PresentEntry { entry: entry.clone(), is_home };
        unless_changed(self.revision, entry.revision, &present, self.change(&present))
    }
}

impl ChangeAddress {
    fn change(
        &self,
        &PresentEntry { ref entry, is_home }: &PresentEntry,
    ) -> Result<Vec<AccountEvent>, Refusal> {
        let Self { account_id, address_id, ref form, primary, .. } = *self;
        let before = entry.address.get().cloned().unwrap_or_default();
        let after = form.check(before.clone())?;
        let subject = account_id.uuid();
        let moves = (is_home && after.postal != before.postal) || (primary && !is_home);
        let home = moves.then(|| Personal::new(subject, after.postal.clone()));
        let mut events = Vec::new();
        if after != before {
            let address = Personal::new(subject, after);
            events.push(AccountEvent::AddressChanged { account_id, address_id, address });
        }
        events.extend(home.map(|address| AccountEvent::HomeAddressChanged {
            account_id,
            address_id,
            address,
        }));
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use shared_events::shop::SavedAddress;

    use super::*;
    use crate::{Aggregate, account::testing::*, testing::given};

    fn change(form: AddressEntryForm, primary: bool) -> ChangeAddress {
        ChangeAddress { account_id: CUSTOMER, address_id: WORK, revision: None, form, primary }
    }

    fn named(name: &str) -> AddressEntryForm {
        AddressEntryForm { name: Some(name.to_owned()), ..AddressEntryForm::default() }
    }

    fn on(street: &str) -> AddressEntryForm {
        AddressEntryForm { street: Some(street.to_owned()), ..AddressEntryForm::default() }
    }

    fn changed(address: SavedAddress) -> AccountEvent {
        let address = Personal::new(CUSTOMER.uuid(), address);
        AccountEvent::AddressChanged { account_id: CUSTOMER, address_id: WORK, address }
    }

    #[test]
    fn an_entry_is_renamed() {
        given::<Account>(&[anna().opened(), work_added(), home_is_work()])
            .when(&change(named("Office"), false))
            .then(&[changed(SavedAddress { name: "Office".to_owned(), ..work() })]);
    }

    #[test]
    fn the_home_address_moves_with_its_entry() {
        let mut moved = work();
        moved.postal.street = "2 Hill Road".to_owned();
        let home = Personal::new(CUSTOMER.uuid(), moved.postal.clone());
        let home = AccountEvent::HomeAddressChanged { account_id: CUSTOMER, address_id: WORK, address: home };
        given::<Account>(&[anna().opened(), work_added(), home_is_work()])
            .when(&change(on("2 Hill Road"), false))
            .then(&[changed(moved.clone()), home]);
        given::<Account>(&[anna().opened(), cabin_added(), home_is_cabin(), work_added()])
            .when(&change(on("2 Hill Road"), false))
            .then(&[changed(moved)]);
    }

    #[test]
    fn another_entry_becomes_the_home_address() {
        given::<Account>(&[anna().opened(), cabin_added(), home_is_cabin(), work_added()])
            .when(&change(AddressEntryForm::default(), true))
            .then(&[home_is_work()]);
    }

    #[test]
    fn an_unchanged_entry_causes_no_event() {
        given::<Account>(&[anna().opened(), work_added(), home_is_work()])
            .when(&change(AddressEntryForm::default(), true))
            .then_nothing();
    }

    #[test]
    fn an_entry_that_is_not_there_is_not_found() {
        for history in [vec![], vec![anna().opened(), cabin_added()]] {
            given::<Account>(&history).when(&change(named("Office"), false)).then_refused(Refusal::NotFound);
        }
    }

    #[test]
    fn an_edit_of_an_older_revision_is_refused() {
        let renamed = changed(SavedAddress { name: "Office".to_owned(), ..work() });
        let history = [anna().opened(), cabin_added(), work_added(), renamed];
        let present = Account::fold(&history).profile.unwrap().book.get(WORK).unwrap().clone();
        assert_eq!(present.revision, 4);
        let refusal = Refusal::Changed(Changed(Box::new(PresentEntry { entry: present, is_home: false })));
        let edit = |revision| ChangeAddress { revision: Some(revision), ..change(on("2 Hill Road"), false) };
        given::<Account>(&history).when(&edit(3)).then_refused(refusal);
        assert_eq!(edit(4).decide(&Account::fold(&history)).map(|events| events.len()), Ok(1));
    }

    #[test]
    fn a_field_that_cannot_be_accepted_is_refused() {
        let refusal = FieldRefusal::new("address", "Street address is required");
        given::<Account>(&[anna().opened(), work_added()])
            .when(&change(on(""), false))
            .then_refused(Refusal::Form(refusal));
    }
}
