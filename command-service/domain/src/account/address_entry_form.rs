//! The form for an entry of the address book, and its rules.

use places::five_digits;
use shared_events::shop::SavedAddress;

use super::address_form::{AddressForm, RequiredFields};
use crate::{
    form::{FieldRefusal, at_most, one_line},
    name::{self, seen_line},
};

/// The form as it was filled in. A field that was left out is empty in a new entry and unchanged in an existing
/// one.
/// First and last name are required, except in an existing entry that never had them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AddressEntryForm {
    /// The owner's name for the entry.
    pub name: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// Street and number.
    pub street: Option<String>,
    /// Optional.
    pub apartment: Option<String>,
    /// Taken from the ZIP code when left out.
    pub city: Option<String>,
    /// Two letters; taken from the ZIP code when left out.
    pub state: Option<String>,
    /// Five digits, or five plus four.
    pub zip_code: Option<String>,
    /// The United States when left out.
    pub country: Option<String>,
}

impl AddressEntryForm {
    /// Checks the form and returns the entry; `before` is the entry as it was.
    ///
    /// # Errors
    /// The first field that is missing or malformed.
    pub fn check(&self, before: SavedAddress) -> Result<SavedAddress, FieldRefusal> {
        let is_new = before == SavedAddress::default();
        let digits = |zip: &str| five_digits(&seen_line(zip)).map(str::to_owned);
        let moved = self.zip_code.as_ref().is_some_and(|zip| digits(zip) != digits(&before.postal.zip_code));
        // A new ZIP code replaces city and state, unless they were typed too.
        let stays = |text: String| if moved { String::new() } else { text };
        let or = |typed: &Option<String>, before: String| typed.as_deref().map_or(before, one_line);
        let named = |field, label, typed: &Option<String>, before: String| match typed {
            Some(typed) if one_line(typed) != before => name::visible(field, label, typed),
            _ => Ok(before),
        };
        let names_before = [before.first_name, before.last_name];
        let typed = [&self.first_name, &self.last_name];
        let typed = [0, 1].map(|place| typed[place].as_deref().unwrap_or(&names_before[place]));
        let [first_name, last_name] = if typed.map(one_line) == names_before {
            names_before
        } else {
            name::of_a_recipient([("firstName", typed[0]), ("lastName", typed[1])])?
        };
        for (field, label, typed, name) in [
            ("firstName", "First Name", &self.first_name, &first_name),
            ("lastName", "Last Name", &self.last_name, &last_name),
        ] {
            if name.is_empty() && (is_new || typed.is_some()) {
                return Err(FieldRefusal::new(field, format!("{label} is required")));
            }
        }
        let postal = AddressForm {
            street: or(&self.street, before.postal.street),
            city: or(&self.city, stays(before.postal.city)),
            state: or(&self.state, stays(before.postal.state)),
            zip_code: or(&self.zip_code, before.postal.zip_code),
            country: or(&self.country, before.postal.country),
            latitude: before.postal.latitude,
            longitude: before.postal.longitude,
        };
        let postal = postal.check(RequiredFields::StreetAndZipCode).map_err(in_an_entry)?.unwrap_or_default();
        let entry = SavedAddress {
            name: named("name", "Name", &self.name, before.name)?,
            first_name,
            last_name,
            apartment: or(&self.apartment, before.apartment),
            postal,
        };
        for (field, label, value) in [
            ("name", "Name", &entry.name),
            ("firstName", "First Name", &entry.first_name),
            ("lastName", "Last Name", &entry.last_name),
            ("apartment", "Apartment", &entry.apartment),
        ] {
            at_most(field, label, value, 100)?;
        }
        Ok(entry)
    }
}

/// Renames the fields of [`AddressForm`]: in an entry they are not nested.
fn in_an_entry(refusal: FieldRefusal) -> FieldRefusal {
    let field = match refusal.field {
        "address.street" => "address",
        "address.city" => "city",
        "address.state" => "state",
        "address.zipCode" => "zipCode",
        "address.country" => "country",
        other => other,
    };
    FieldRefusal { field, ..refusal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::testing::farm_address;

    fn typed(street: &str, zip: &str) -> AddressEntryForm {
        let [first_name, last_name, street, zip_code] =
            ["Anna", "Smith", street, zip].map(|text| Some(text.to_owned()));
        AddressEntryForm { first_name, last_name, street, zip_code, ..AddressEntryForm::default() }
    }

    #[test]
    fn names_street_and_zip_code_are_enough() {
        let entry = typed("1 Hill Road", "05401").check(SavedAddress::default()).unwrap();
        let [first_name, last_name] = ["Anna", "Smith"].map(str::to_owned);
        let expected = SavedAddress { first_name, last_name, postal: farm_address(), ..Default::default() };
        assert_eq!(entry, expected);
    }

    #[test]
    fn first_and_last_name_are_required() {
        let before = typed("1 Hill Road", "05401").check(SavedAddress::default()).unwrap();
        for given in [None, Some(" ".to_owned())] {
            let first = AddressEntryForm { first_name: given.clone(), ..typed("1 Hill Road", "05401") };
            let refusal = FieldRefusal::new("firstName", "First Name is required");
            assert_eq!(first.check(SavedAddress::default()), Err(refusal));
            let last = AddressEntryForm { last_name: given.clone(), ..typed("1 Hill Road", "05401") };
            let refusal = FieldRefusal::new("lastName", "Last Name is required");
            assert_eq!(last.check(SavedAddress::default()), Err(refusal.clone()));
            let refused = last.check(before.clone()).err();
            assert_eq!(refused, given.map(|_| refusal), "only what is typed is taken out of an entry");
        }
    }

    #[test]
    fn a_name_that_stays_is_not_checked_again() {
        let (first_name, postal) = ("An\u{200B}na".to_owned(), farm_address());
        let last_name = "Smith".to_owned();
        let before = SavedAddress { first_name, last_name, postal, ..SavedAddress::default() };
        let same = AddressEntryForm { first_name: Some(before.first_name.clone()), ..Default::default() };
        assert_eq!(same.check(before.clone()), Ok(before.clone()));
        let other = AddressEntryForm { first_name: Some("Be\u{200B}n".to_owned()), ..Default::default() };
        assert_eq!(other.check(before).unwrap_err().field, "firstName");
    }

    #[test]
    fn an_entry_that_never_had_a_name_can_be_changed_without_one() {
        let before = SavedAddress { postal: farm_address(), ..SavedAddress::default() };
        let moved =
            AddressEntryForm { street: Some("2 Hill Road".to_owned()), ..AddressEntryForm::default() };
        assert_eq!(moved.check(before).unwrap().postal.street, "2 Hill Road");
    }

    #[test]
    fn a_missing_field_is_named_as_in_the_entry() {
        for (form, field, text) in [
            (typed("", "05401"), "address", "Street address is required"),
            (typed("1 Hill Road", ""), "zipCode", "ZIP code is required"),
            (typed("1 Hill Road", "0540"), "zipCode", "Please enter a valid ZIP code"),
        ] {
            assert_eq!(form.check(SavedAddress::default()), Err(FieldRefusal::new(field, text)));
        }
        let long = AddressEntryForm { name: Some("x".repeat(101)), ..typed("1 Hill Road", "05401") };
        assert_eq!(long.check(SavedAddress::default()).unwrap_err().field, "name");
    }

    #[test]
    fn fields_left_out_stay_and_a_new_zip_code_changes_city_and_state() {
        let before = SavedAddress {
            name: "Work".to_owned(),
            first_name: "Anna".to_owned(),
            postal: farm_address(),
            ..SavedAddress::default()
        };
        let named = AddressEntryForm { name: Some("Farm".to_owned()), ..AddressEntryForm::default() };
        let entry = named.check(before.clone()).unwrap();
        assert_eq!(entry, SavedAddress { name: "Farm".to_owned(), ..before.clone() });
        let mut elsewhere = before.clone();
        elsewhere.postal.city = "South Burlington".to_owned();
        let longer = format!("{}-1234", before.postal.zip_code);
        let same = AddressEntryForm { zip_code: Some(longer), ..AddressEntryForm::default() };
        assert_eq!(same.check(elsewhere).unwrap().postal.city, "South Burlington");
        let moved = AddressEntryForm { zip_code: Some("94110".to_owned()), ..AddressEntryForm::default() };
        let entry = moved.check(before).unwrap();
        assert_eq!((entry.postal.city.as_str(), entry.postal.state.as_str()), ("San Francisco", "CA"));
        assert_ne!(entry.postal.latitude, farm_address().latitude);
    }
}
