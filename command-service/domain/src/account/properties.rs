//! Property test of the settings and the address book: after any sequence of changes there is at most one home
//! address, and no change loses or overwrites another address.

use proptest::prelude::*;
use shared_events::{
    Personal,
    events::AccountEvent,
    ids::{AccountId, AddressId},
    shop::{Address, SavedAddress},
};
use uuid::Uuid;

use super::{
    Account, AddressBook, address_entry_form::AddressEntryForm, address_form::AddressForm,
    change_address::ChangeAddress, profile_form::ProfileForm, remove_address::RemoveAddress,
    revise_profile::ReviseProfile, save_address::SaveAddress, testing::*,
};
use crate::{Aggregate, Command};

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Adds the entry with this number, at this house.
    Save(u8, u8, Option<bool>),
    /// Moves the entry with this number to this house, or leaves it where it is.
    Change(u8, Option<u8>, bool),
    Remove(u8),
    /// Sets the home address in the settings to this house, or removes it.
    Settings(Option<u8>),
}

fn step() -> impl Strategy<Value = Step> {
    let (entry, house) = (0_u8..5, 1_u8..4);
    prop_oneof![
        3 => (entry.clone(), house.clone(), any::<Option<bool>>()).prop_map(|(e, h, p)| Step::Save(e, h, p)),
        3 => (entry.clone(), prop::option::of(house.clone()), any::<bool>()).prop_map(|(e, h, p)| Step::Change(e, h, p)),
        2 => entry.prop_map(Step::Remove),
        2 => prop::option::of(house).prop_map(Step::Settings),
    ]
}

/// Id of the entry with this number; 0 is the entry that the account was opened with, if any.
fn entry(account_id: AccountId, number: u8) -> AddressId {
    match number {
        0 => AddressId::first_of(account_id),
        _ => AddressId::new(Uuid::from_u128(0xb0 + u128::from(number))),
    }
}

fn at(house: u8) -> Address {
    Address { street: format!("{house} Hill Road"), ..farm_address() }
}

fn decided(account: &Account, account_id: AccountId, step: Step) -> Vec<AccountEvent> {
    match step {
        Step::Save(number, house, primary) => {
            let address = SavedAddress { postal: at(house), ..work() };
            let command = SaveAddress { account_id, address_id: entry(account_id, number), address, primary };
            command.decide(account).unwrap_or_default()
        }
        Step::Change(number, house, primary) => {
            let street = house.map(|house| at(house).street);
            let form = AddressEntryForm { street, ..AddressEntryForm::default() };
            let command = ChangeAddress {
                account_id,
                address_id: entry(account_id, number),
                revision: None,
                form,
                primary,
            };
            command.decide(account).unwrap_or_default()
        }
        Step::Remove(number) => RemoveAddress { account_id, address_id: entry(account_id, number) }
            .decide(account)
            .unwrap_or_default(),
        Step::Settings(house) => {
            let Address { street, zip_code, .. } = house.map_or_else(Address::default, at);
            let address = AddressForm { street, zip_code, ..AddressForm::default() };
            let form = ProfileForm { address: Some(address), ..ProfileForm::default() };
            ReviseProfile { account_id, form: &form, password: None }.decide(account).unwrap_or_default()
        }
    }
}

fn others(book: &AddressBook, but: Option<AddressId>) -> Vec<(AddressId, &Personal<SavedAddress>)> {
    let others = book.entries().iter().filter(|entry| Some(entry.id) != but);
    others.map(|entry| (entry.id, &entry.address)).collect()
}

fn keeps_the_rules(opened: &AccountEvent, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let mut account = Account::fold([opened]);
    let account_id = account.profile.as_ref().unwrap().account_id;
    let sells = account.merchant().is_some();
    for step in steps {
        let before = account.profile.clone().unwrap();
        let events = decided(&account, account_id, step);
        account = events.iter().fold(account, Account::evolve);
        let after = account.profile.as_ref().unwrap();
        let (was, book) = (&before.book, &after.book);

        // At most one home address, and it is both an entry of the book and the address that the account shows.
        let home = book.home().map(|id| book.get(id).expect("the home address is an entry"));
        let shown = after.address.as_ref().and_then(Personal::get);
        let postal = home.and_then(|entry| entry.address.get()).map(|address| &address.postal);
        prop_assert_eq!(postal, shown, "after {:?}", step);
        prop_assert!(!sells || home.is_some(), "a merchant has no address after {:?}", step);
        let mut ids: Vec<AddressId> = book.entries().iter().map(|entry| entry.id).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), book.entries().len());

        // Entries that the step does not name stay as they were.
        let spoken_of = match step {
            Step::Save(number, ..) | Step::Change(number, ..) | Step::Remove(number) => {
                Some(entry(account_id, number))
            }
            Step::Settings(_) => was.home().or(book.home()),
        };
        prop_assert_eq!(others(was, spoken_of), others(book, spoken_of), "after {:?}", step);

        // The home address stays until its owner changes it; when it is removed, another entry becomes the home
        // address.
        match step {
            Step::Save(_, _, primary) if was.home().is_some() && primary != Some(true) => {
                prop_assert_eq!(book.home(), was.home(), "after {:?}", step);
            }
            Step::Change(_, _, false) => prop_assert_eq!(book.home(), was.home(), "after {:?}", step),
            Step::Remove(_) if was.home().is_some() && !book.entries().is_empty() => {
                prop_assert!(book.home().is_some(), "after {:?}", step);
            }
            Step::Settings(Some(_)) => prop_assert!(book.home().is_some(), "after {:?}", step),
            _ => {}
        }
        // Repeating the same step changes nothing.
        if !matches!(step, Step::Settings(None)) {
            prop_assert_eq!(decided(&account, account_id, step), [], "{:?} again", step);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn an_address_book_has_at_most_one_home_address_and_loses_no_entry(
        opened in prop::sample::select(vec![anna().opened(), mia().opened()]),
        with_an_address in any::<bool>(),
        steps in prop::collection::vec(step(), 0..30),
    ) {
        let mut opened = opened;
        if let AccountEvent::AccountOpened { account_id, address, .. } = &mut opened
            && with_an_address
        {
            *address = Some(Personal::new(account_id.uuid(), farm_address()));
        }
        keeps_the_rules(&opened, steps)?;
    }
}
