//! Helpers for the forms of all aggregates: refused fields, required values, limits and trimmed texts.

use std::borrow::Cow;

use shared_events::Cents;

/// A field of a form that cannot be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct FieldRefusal {
    /// The field's name in the request: `address.zipCode`.
    pub field: &'static str,
    /// The text for people: it explains the fault.
    pub text: Cow<'static, str>,
}

impl FieldRefusal {
    /// Refuses this field with this text.
    pub fn new(field: &'static str, text: impl Into<Cow<'static, str>>) -> Self {
        Self { field, text: text.into() }
    }
}

/// The text that people read when a form is refused: that of its first fault.
pub fn first_text(refusals: &[FieldRefusal]) -> &str {
    refusals.first().map_or("", |refusal| &refusal.text)
}

/// Reduces a text to one line: trimmed, with single spaces inside.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Refuses a text of more than `most` characters. `label` is the field's name in the refusal.
///
/// # Errors
/// The text is longer.
pub fn at_most(field: &'static str, label: &str, text: &str, most: usize) -> Result<(), FieldRefusal> {
    if text.chars().count() <= most {
        return Ok(());
    }
    Err(FieldRefusal::new(field, format!("{label} is too long: at most {most} characters")))
}

/// Trims a note or a reason. `None` if nothing is left.
pub fn note(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Collects the faults of a form. A faulty value is replaced by a default, which is never used.
#[derive(Default)]
pub(crate) struct Faults(Vec<FieldRefusal>);

impl Faults {
    /// Returns the checked value, or notes the fault and returns a default.
    pub(crate) fn value_of<T: Default>(&mut self, checked: Result<T, FieldRefusal>) -> T {
        checked.unwrap_or_else(|refusal| {
            self.0.push(refusal);
            T::default()
        })
    }

    /// Checks a text that must not be empty nor longer than `most` characters.
    pub(crate) fn required(&mut self, field: &'static str, label: &str, text: String, most: usize) -> String {
        if text.is_empty() {
            self.0.push(FieldRefusal::new(field, format!("{label} is required")));
        }
        self.value_of(at_most(field, label, &text, most));
        text
    }

    pub(crate) fn note(&mut self, refusal: FieldRefusal) {
        self.0.push(refusal);
    }

    /// All faults, in the order in which they were noted.
    ///
    /// # Errors
    /// There is at least one fault.
    pub(crate) fn into_result(self) -> Result<(), Vec<FieldRefusal>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

/// Returns a required value.
///
/// # Errors
/// The value is missing.
pub(crate) fn required<T>(field: &'static str, label: &str, given: Option<T>) -> Result<T, FieldRefusal> {
    given.ok_or_else(|| FieldRefusal::new(field, format!("{label} is required")))
}

/// Parses a decimal number of dollars, from 0 to `most`.
///
/// # Errors
/// It is out of range or has more than two decimal places.
pub(crate) fn money(
    field: &'static str,
    label: &str,
    given: f64,
    most: Cents,
) -> Result<Cents, FieldRefusal> {
    let refuse = |text: String| Err(FieldRefusal::new(field, text));
    if !given.is_finite() || given < 0.0 {
        return refuse(format!("{label} must be 0 or more"));
    }
    if given > most.dollars() {
        return refuse(format!("{label} must be at most {most}"));
    }
    match Cents::from_dollars(given) {
        Some(cents) => Ok(cents),
        None => refuse(format!("{label} can have at most two decimal places")),
    }
}

/// Parses a whole number, from 0 to `most`.
///
/// # Errors
/// It is out of range or not whole.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
pub(crate) fn count(field: &'static str, label: &str, given: f64, most: u32) -> Result<u32, FieldRefusal> {
    let whole = given.fract() == 0.0 && (0.0..=f64::from(most)).contains(&given);
    let text = || format!("{label} must be a whole number from 0 to {most}");
    if whole { Ok(given as u32) } else { Err(FieldRefusal::new(field, text())) }
}

/// Checks that a value is one of the known ones.
///
/// # Errors
/// It is not; the refusal says `text`.
pub(crate) fn one_of(
    known: &[&str],
    given: &str,
    field: &'static str,
    text: &'static str,
) -> Result<(), FieldRefusal> {
    if known.contains(&given) { Ok(()) } else { Err(FieldRefusal::new(field, text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_trims_and_collapses_spaces() {
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
