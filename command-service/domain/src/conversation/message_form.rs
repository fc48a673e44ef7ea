//! The rules for a message and its subject.

use crate::form::{FieldRefusal, at_most, one_line};

/// The most characters of a subject.
pub const LONGEST_SUBJECT: usize = 200;
/// The most characters of a message.
pub const LONGEST_MESSAGE: usize = 5_000;

/// Trims a message and keeps its lines.
///
/// # Errors
/// It is empty or too long.
pub fn checked_message(field: &'static str, text: &str) -> Result<String, FieldRefusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(FieldRefusal::new(field, "Message is required"));
    }
    at_most(field, "Message", text, LONGEST_MESSAGE)?;
    Ok(text.to_owned())
}

/// Reduces a subject to one line.
///
/// # Errors
/// It is empty or too long.
pub fn checked_subject(text: &str) -> Result<String, FieldRefusal> {
    let text = one_line(text);
    if text.is_empty() {
        return Err(FieldRefusal::new("subject", "Subject is required"));
    }
    at_most("subject", "Subject", &text, LONGEST_SUBJECT)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_keeps_its_lines_and_loses_the_space_around_it() {
        assert_eq!(checked_message("content", "\n Hello\n\nAnna \t").unwrap(), "Hello\n\nAnna");
        assert_eq!(checked_subject(" Ripe\n tomatoes? ").unwrap(), "Ripe tomatoes?");
    }

    #[test]
    fn blanks_are_refused() {
        for blank in ["", " ", "\n\t", "\u{a0}\u{2003}"] {
            assert_eq!(
                checked_message("content", blank).unwrap_err(),
                FieldRefusal::new("content", "Message is required")
            );
            assert_eq!(checked_subject(blank).unwrap_err().to_string(), "Subject is required");
        }
    }

    #[test]
    fn messages_and_subjects_have_a_longest_length() {
        let most = "ü".repeat(LONGEST_MESSAGE);
        assert!(checked_message("content", &most).is_ok());
        let refusal = checked_message("content", &format!("{most}!")).unwrap_err();
        assert_eq!(refusal.to_string(), "Message is too long: at most 5000 characters");
        assert!(checked_subject(&"ü".repeat(LONGEST_SUBJECT)).is_ok());
        assert!(checked_subject(&"ü".repeat(LONGEST_SUBJECT + 1)).is_err());
    }
}
