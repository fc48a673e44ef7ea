//! The form for a postal address, and its rules.

use shared_events::shop::Address;

use crate::{
    form::{FieldRefusal, at_most, one_line},
    zip_code::{checked_zip_code, place_of},
};

const DEFAULT_COUNTRY: &str = "United States";

/// The form as it was filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AddressForm {
    /// Street and number.
    pub street: String,
    /// Taken from the ZIP code when left out.
    pub city: String,
    /// Two letters; taken from the ZIP code when left out.
    pub state: String,
    /// Five digits, or five and four, of which the five are kept.
    pub zip_code: String,
    /// `United States` (when left out) or `Canada`.
    pub country: String,
    /// Degrees north. Used only when the ZIP code is unknown.
    pub latitude: Option<f64>,
    /// Degrees east. Used only when the ZIP code is unknown.
    pub longitude: Option<f64>,
}

/// The fields of an address that must be filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredFields {
    Nothing,
    /// Street and ZIP code; city and state follow from a known ZIP code.
    StreetAndZipCode,
    /// Street, ZIP code, city and state.
    Everything,
}

impl AddressForm {
    /// Checks the form and returns the address, completed from its ZIP code; `None` when the form is empty and
    /// nothing is required.
    ///
    /// # Errors
    /// The first field that is missing or malformed.
    pub fn check(&self, required: RequiredFields) -> Result<Option<Address>, FieldRefusal> {
        let [street, city, state] = [&self.street, &self.city, &self.state].map(|text| one_line(text));
        let zip_code = checked_zip_code("address.zipCode", &self.zip_code)?;
        let nothing_required = required == RequiredFields::Nothing;
        if nothing_required && [&street, &city, &state, &zip_code].iter().all(|text| text.is_empty()) {
            return Ok(None);
        }
        let place = place_of(&zip_code);
        let or_from_place = |typed: String, known: Option<&str>| match known {
            Some(known) if typed.is_empty() && required != RequiredFields::Everything => known.to_owned(),
            _ => typed,
        };
        let city = or_from_place(city, place.map(|place| place.city));
        let state = or_from_place(state, place.map(|place| place.state)).to_ascii_uppercase();
        let fields = [
            ("address.street", "Street address is required", &street),
            ("address.zipCode", "ZIP code is required", &zip_code),
            ("address.city", "City is required", &city),
            ("address.state", "State is required", &state),
        ];
        let missing = fields.into_iter().find(|(_, _, value)| value.is_empty());
        if let Some((field, text, _)) = missing.filter(|_| !nothing_required) {
            return Err(FieldRefusal::new(field, text));
        }
        if !state.is_empty() && (state.len() != 2 || !state.bytes().all(|b| b.is_ascii_uppercase())) {
            return Err(FieldRefusal::new("address.state", "Please enter the state's two-letter code"));
        }
        at_most("address.street", "Street", &street, 200)?;
        at_most("address.city", "City", &city, 100)?;
        let country = country(&self.country)?;
        let sent = || Some((degrees(self.latitude, 90.0)?, degrees(self.longitude, 180.0)?));
        let coordinates = place.map(|place| (place.latitude, place.longitude)).or_else(sent);
        Ok(Some(Address {
            street,
            city,
            state,
            zip_code,
            country,
            latitude: coordinates.map(|(latitude, _)| latitude),
            longitude: coordinates.map(|(_, longitude)| longitude),
        }))
    }
}

/// The country's name; the shop's own country when the field is empty.
fn country(typed: &str) -> Result<String, FieldRefusal> {
    let known = match one_line(typed).to_ascii_lowercase().as_str() {
        "" | "us" | "usa" | "united states" => DEFAULT_COUNTRY,
        "ca" | "canada" => "Canada",
        _ => return Err(FieldRefusal::new("address.country", "Please select United States or Canada")),
    };
    Ok(known.to_owned())
}

fn degrees(value: Option<f64>, most: f64) -> Option<f64> {
    value.filter(|value| value.abs() <= most)
}

#[cfg(test)]
mod tests {
    use places::Places;
    use proptest::prelude::*;

    use super::{RequiredFields::*, *};
    use crate::account::testing::farm_address;

    fn typed(street: &str, city: &str, state: &str, zip_code: &str) -> AddressForm {
        let [street, city, state, zip_code] = [street, city, state, zip_code].map(str::to_owned);
        AddressForm { street, city, state, zip_code, ..AddressForm::default() }
    }

    #[test]
    fn city_state_and_coordinates_come_from_the_zip_code() {
        assert_eq!(typed(" 1 Hill  Road", "", "", "05401").check(StreetAndZipCode), Ok(Some(farm_address())));
    }

    #[test]
    fn a_typed_city_and_state_are_kept() {
        let address = typed("1 Hill Road", "South Burlington", "vt", "05401-1234")
            .check(StreetAndZipCode)
            .unwrap()
            .unwrap();
        assert_eq!((address.city.as_str(), address.state.as_str()), ("South Burlington", "VT"));
        assert_eq!(address.latitude, Some(44.484));
    }

    #[test]
    fn five_and_four_digits_are_cut_to_the_five() {
        for required in [Nothing, StreetAndZipCode, Everything] {
            for zip_code in ["05401-1234", " 05401-1234\u{200B}"] {
                let address = typed("1 Hill Road", "Burlington", "VT", zip_code).check(required);
                assert_eq!(address, Ok(Some(farm_address())));
            }
        }
        let unknown = typed("1 Hill Road", "Nowhere", "KS", "00000-1234").check(Everything).unwrap().unwrap();
        assert_eq!(unknown.zip_code, "00000");
    }

    #[test]
    fn an_unknown_zip_code_is_accepted_with_the_coordinates_that_came_with_it() {
        let form = AddressForm {
            latitude: Some(40.0),
            longitude: Some(-100.0),
            ..typed("1 Hill Road", "Nowhere", "KS", "00000")
        };
        let address = form.check(StreetAndZipCode).unwrap().unwrap();
        assert_eq!((address.latitude, address.longitude), (Some(40.0), Some(-100.0)));
        let off_the_map = AddressForm { latitude: Some(91.0), ..form };
        let address = off_the_map.check(StreetAndZipCode).unwrap().unwrap();
        assert_eq!((address.latitude, address.longitude), (None, None));
    }

    #[test]
    fn two_countries_are_known() {
        for (typed_country, name) in
            [("", "United States"), ("us", "United States"), ("Canada", "Canada"), ("CA", "Canada")]
        {
            let form = AddressForm {
                country: typed_country.to_owned(),
                ..typed("1 Hill Road", "Burlington", "VT", "05401")
            };
            assert_eq!(form.check(StreetAndZipCode).unwrap().unwrap().country, name);
        }
        let form = AddressForm { country: "Atlantis".to_owned(), ..typed("1 Hill Road", "", "", "05401") };
        assert_eq!(
            form.check(StreetAndZipCode).unwrap_err().to_string(),
            "Please select United States or Canada"
        );
    }

    #[test]
    fn merchants_need_a_complete_address() {
        for (form, text) in [
            (typed("", "Burlington", "VT", "05401"), "Street address is required"),
            (typed("1 Hill Road", "Burlington", "VT", " "), "ZIP code is required"),
            (typed("1 Hill Road", "", "VT", "00000"), "City is required"),
            (typed("1 Hill Road", "Nowhere", "", "00000"), "State is required"),
            (typed("1 Hill Road", "Burlington", "VT", "0540"), "Please enter a valid ZIP code"),
            (
                typed("1 Hill Road", "Burlington", "Vermont", "05401"),
                "Please enter the state's two-letter code",
            ),
        ] {
            assert_eq!(form.check(StreetAndZipCode).unwrap_err().to_string(), text);
        }
    }

    #[test]
    fn city_and_state_must_be_typed_where_everything_is_required() {
        for (form, refused) in [
            (typed("1 Hill Road", "", "VT", "05401"), Some("City is required")),
            (typed("1 Hill Road", "Burlington", " ", "05401"), Some("State is required")),
            (typed("1 Hill Road", "Burlington", "VT", "05401"), None),
        ] {
            assert_eq!(form.check(Everything).err().map(|refusal| refusal.to_string()).as_deref(), refused);
        }
    }

    #[test]
    fn customers_may_leave_out_all_or_a_part_of_the_address() {
        assert_eq!(AddressForm::default().check(Nothing), Ok(None));
        let address = typed("", "", "", "05401").check(Nothing).unwrap().unwrap();
        assert_eq!((address.street.as_str(), address.city.as_str()), ("", "Burlington"));
    }

    proptest! {
        #[test]
        fn every_known_zip_code_is_enough(index in 0..Places::builtin().all().len()) {
            let place = Places::builtin().all()[index];
            let address = typed("1 Hill Road", "", "", place.zip_code).check(StreetAndZipCode).unwrap().unwrap();
            prop_assert_eq!(address.state, place.state);
            prop_assert_eq!(address.latitude, Some(place.latitude));
        }

        #[test]
        fn checking_never_panics(text in "\\PC{0,12}", zip in "\\PC{0,6}", state in "\\PC{0,3}") {
            let _ = typed(&text, &text, &state, &zip).check(StreetAndZipCode);
        }
    }
}
