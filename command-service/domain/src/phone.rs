//! The rule for a phone number in a form, and its text.

use crate::{form::FieldRefusal, name::seen_line};

const MAX_LENGTH: usize = 40;

/// Reduces a phone number to what a person sees of it, and checks it. Empty stays empty.
///
/// # Errors
/// The number, without a leading plus and an extension, has other characters than digits, blanks, dashes, dots and parentheses.
pub fn check(field: &'static str, typed: &str) -> Result<String, FieldRefusal> {
    let phone = tidy(typed);
    if phone.is_empty() || is_phone(&phone) {
        return Ok(phone);
    }
    Err(FieldRefusal::new(field, "Please enter a valid phone number"))
}

/// Address books copy numbers with marks for the direction of text, hard blanks and long dashes.
fn tidy(typed: &str) -> String {
    let plain = |c| if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c };
    seen_line(typed).chars().map(plain).collect()
}

fn is_phone(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let (number, extension) = match text.split_once(['e', 'x', '#']) {
        Some((number, rest)) => (number, Some(rest)),
        None => (text.as_str(), None),
    };
    let number = number.strip_prefix('+').unwrap_or(number);
    let is_number = number.contains(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_digit() || " -().".contains(c));
    let is_extension = |rest: &str| {
        let digits =
            ["xtension", "xt.", "xt", "."].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
        let digits = digits.trim();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.chars().count() <= MAX_LENGTH && is_number && extension.is_none_or(is_extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_are_written_in_many_ways() {
        for (typed, kept) in [
            ("", ""),
            (" ", ""),
            ("415 555 0134", "415 555 0134"),
            ("+1 (802) 555-0100", "+1 (802) 555-0100"),
            ("555.010.0199", "555.010.0199"),
            ("(555) 010-0199 ext. 5", "(555) 010-0199 ext. 5"),
            ("555-0199 Ext 12", "555-0199 Ext 12"),
            ("555-0199x12", "555-0199x12"),
            ("555-0199 extension 12", "555-0199 extension 12"),
            ("555-0199 #12", "555-0199 #12"),
            ("\u{202A}(555) 010-0199\u{202C}", "(555) 010-0199"),
            ("\u{FEFF}555\u{A0}010\u{2011}0199\u{200B}", "555 010-0199"),
        ] {
            assert_eq!(check("phone", typed).as_deref(), Ok(kept), "{typed:?}");
        }
    }

    #[test]
    fn other_texts_are_no_phones() {
        let long = "5".repeat(MAX_LENGTH + 1);
        for typed in
            ["call me", "+", "()", "555-0199 ext.", "555-0199 ext. five", "ext. 5", "555 o 5", "1+2", &long]
        {
            let refusal = FieldRefusal::new("phone", "Please enter a valid phone number");
            assert_eq!(check("phone", typed), Err(refusal), "{typed}");
        }
    }
}
