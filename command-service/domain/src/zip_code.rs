//! The rule for a ZIP code in a form, and its text.

use places::{Place, Places, five_digits};

use crate::{form::FieldRefusal, name::seen_line};

/// The five digits of a ZIP code; empty if the field is empty.
///
/// # Errors
/// The field has neither five digits nor five and four.
pub(crate) fn checked_zip_code(field: &'static str, typed: &str) -> Result<String, FieldRefusal> {
    if typed.trim().is_empty() {
        return Ok(String::new());
    }
    let refusal = || FieldRefusal::new(field, "Please enter a valid ZIP code");
    five_digits(&seen_line(typed)).map(str::to_owned).ok_or_else(refusal)
}

/// The place of a checked ZIP code; `None` if it does not exist.
pub(crate) fn place_of(zip_code: &str) -> Option<Place> {
    Places::builtin().lookup(zip_code).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_code_has_five_digits_or_five_and_four_of_which_the_five_count() {
        for zip_code in ["05401", " 05401-1234 ", "\u{202A}05401\u{202C}", "\u{FEFF}05401-1234\u{200B}"] {
            assert_eq!(checked_zip_code("zipCode", zip_code).as_deref(), Ok("05401"));
        }
        for zip_code in ["", " "] {
            assert_eq!(checked_zip_code("zipCode", zip_code).as_deref(), Ok(""));
        }
        for zip_code in ["0540", "054011", "05401-12", "Burlington", "\u{200B}"] {
            let refusal = FieldRefusal::new("zipCode", "Please enter a valid ZIP code");
            assert_eq!(checked_zip_code("zipCode", zip_code), Err(refusal));
        }
    }

    #[test]
    fn only_a_known_zip_code_has_a_place() {
        assert_eq!(place_of("05401").unwrap().city, "Burlington");
        assert_eq!((place_of("00000"), place_of("")), (None, None));
    }
}
