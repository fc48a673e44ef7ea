//! The rule for a ZIP code in a form, and its text.

use places::{Place, PlaceError, Places};

use crate::{form::FieldRefusal, name::seen_line};

/// The place of a ZIP code; `None` if the field is empty or the ZIP code does not exist.
///
/// # Errors
/// The field has neither five digits nor five and four.
pub(crate) fn place_of_zip_code(field: &'static str, zip_code: &str) -> Result<Option<Place>, FieldRefusal> {
    match Places::builtin().lookup(&seen_line(zip_code)) {
        Err(PlaceError::Malformed) if !zip_code.trim().is_empty() => {
            Err(FieldRefusal::new(field, "Please enter a valid ZIP code"))
        }
        found => Ok(found.ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_code_has_five_digits_or_five_and_four() {
        for zip_code in ["05401", " 05401-1234 ", "\u{202A}05401\u{202C}", "\u{FEFF}05401-1234\u{200B}"] {
            assert_eq!(place_of_zip_code("zipCode", zip_code).unwrap().unwrap().city, "Burlington");
        }
        for zip_code in ["", " ", "00000"] {
            assert_eq!(place_of_zip_code("zipCode", zip_code), Ok(None));
        }
        for zip_code in ["0540", "054011", "05401-12", "Burlington"] {
            let refusal = FieldRefusal::new("zipCode", "Please enter a valid ZIP code");
            assert_eq!(place_of_zip_code("zipCode", zip_code), Err(refusal));
        }
    }
}
