//! What forms have in common: fields that are refused with a text, and texts brought into shape.

use std::borrow::Cow;

/// One field of a form that cannot be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct FieldRefusal {
    /// The field's name in the request: `address.zipCode`.
    pub field: &'static str,
    /// What is wrong, for people.
    pub text: Cow<'static, str>,
}

impl FieldRefusal {
    /// This field, for this reason.
    pub fn new(field: &'static str, text: impl Into<Cow<'static, str>>) -> Self {
        Self { field, text: text.into() }
    }
}

/// A text of one line: without space around it, and with single spaces inside.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Refuses a text of more than `most` characters. `label` is the field's name as people read it.
///
/// # Errors
/// When the text is longer.
pub fn at_most(field: &'static str, label: &str, text: &str, most: usize) -> Result<(), FieldRefusal> {
    if text.chars().count() <= most {
        return Ok(());
    }
    Err(FieldRefusal::new(field, format!("{label} is too long: at most {most} characters")))
}

/// A note or a reason without space around it; none when nothing is left.
pub fn note(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_single_spaces() {
        assert_eq!(one_line("  Green \t Hill\nFarm "), "Green Hill Farm");
    }

    #[test]
    fn characters_are_counted_not_bytes() {
        assert_eq!(at_most("name", "Name", "äöü", 3), Ok(()));
        let refusal = at_most("name", "Name", "äöüß", 3).unwrap_err();
        assert_eq!(refusal.to_string(), "Name is too long: at most 3 characters");
    }

    #[test]
    fn a_blank_note_is_none() {
        assert_eq!(note(Some(" \n")), None);
        assert_eq!(note(Some(" Well done ")), Some("Well done".to_owned()));
    }
}
