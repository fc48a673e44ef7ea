//! The rules for a password. The specification prescribes the refusal texts.

use unicode_normalization::UnicodeNormalization;

/// The fewest characters of a password.
pub const LEAST_CHARACTERS: usize = 8;
/// The most characters of a password. Bounds the work of hashing.
pub const MOST_CHARACTERS: usize = 1_000;
/// A password has at least one of these.
pub const SPECIAL_CHARACTERS: &str = "!@#$%^&*(),.?\":{}|<>";

/// The first broken rule, in the order in which they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    /// Fewer than [`LEAST_CHARACTERS`].
    #[error("Password must be at least {LEAST_CHARACTERS} characters long")]
    TooShort,
    /// No `A` to `Z`.
    #[error("Password must contain at least one uppercase letter")]
    NoUppercase,
    /// No `a` to `z`.
    #[error("Password must contain at least one lowercase letter")]
    NoLowercase,
    /// No `0` to `9`.
    #[error("Password must contain at least one number")]
    NoNumber,
    /// None of [`SPECIAL_CHARACTERS`].
    #[error("Password must contain at least one special character ({SPECIAL_CHARACTERS})")]
    NoSpecial,
    /// More than [`MOST_CHARACTERS`].
    #[error("Password must be at most {MOST_CHARACTERS} characters long")]
    TooLong,
}

/// The password with composed accents: keyboards send "é" as one character or as two.
pub fn composed(password: &str) -> String {
    password.nfc().collect()
}

/// The texts that may have been hashed for this password, the composed one first: earlier, passwords were hashed as
/// they were sent. Most have one spelling.
pub fn spellings(password: &str) -> Vec<String> {
    let mut spellings = vec![composed(password), password.to_owned(), password.nfd().collect()];
    spellings.dedup();
    spellings
}

/// Checks the rules in the order of [`WeakPassword`].
///
/// # Errors
/// The first broken rule.
pub fn check(password: &str) -> Result<(), WeakPassword> {
    let password = composed(password);
    let has = |wanted: fn(char) -> bool| password.chars().any(wanted);
    let rules = [
        (password.chars().count() >= LEAST_CHARACTERS, WeakPassword::TooShort),
        (has(|c| c.is_ascii_uppercase()), WeakPassword::NoUppercase),
        (has(|c| c.is_ascii_lowercase()), WeakPassword::NoLowercase),
        (has(|c| c.is_ascii_digit()), WeakPassword::NoNumber),
        (has(|c| SPECIAL_CHARACTERS.contains(c)), WeakPassword::NoSpecial),
        (password.chars().count() <= MOST_CHARACTERS, WeakPassword::TooLong),
    ];
    rules.into_iter().find(|(kept, _)| !kept).map_or(Ok(()), |(_, broken)| Err(broken))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_broken_rule_has_the_prescribed_text() {
        for (password, text) in [
            ("", "Password must be at least 8 characters long"),
            ("Aa1!Aa1", "Password must be at least 8 characters long"),
            ("aaaaaaaa", "Password must contain at least one uppercase letter"),
            ("ÄÖÜäöü12", "Password must contain at least one uppercase letter"),
            ("AAAAAAAA", "Password must contain at least one lowercase letter"),
            ("AAAAaaaa", "Password must contain at least one number"),
            ("AAAAaaa1", r#"Password must contain at least one special character (!@#$%^&*(),.?":{}|<>)"#),
            ("AAAAaaa1 _-", r#"Password must contain at least one special character (!@#$%^&*(),.?":{}|<>)"#),
        ] {
            assert_eq!(check(password).unwrap_err().to_string(), text, "{password:?}");
        }
    }

    #[test]
    fn a_password_has_a_longest_length() {
        let longest = format!("Aa1!{}", "x".repeat(MOST_CHARACTERS - 4));
        assert_eq!(check(&longest), Ok(()));
        assert_eq!(check(&format!("{longest}x")), Err(WeakPassword::TooLong));
    }

    #[test]
    fn accents_count_the_same_in_both_spellings() {
        let [composed, decomposed] = ["Café#2026", "Cafe\u{301}#2026"];
        assert_eq!(super::composed(decomposed), composed);
        assert_eq!(spellings("Cafe-1!"), ["Cafe-1!"]);
        assert_eq!(spellings(composed), [composed, decomposed]);
        assert_eq!(spellings(decomposed), [composed, decomposed]);
        for accented in ["\u{C9}clair#2026", "E\u{301}clair#2026"] {
            assert_eq!(check(accented), Err(WeakPassword::NoUppercase));
        }
        for short in ["Aa1!\u{E9}\u{E9}\u{E9}", "Aa1!e\u{301}e\u{301}e\u{301}"] {
            assert_eq!(check(short), Err(WeakPassword::TooShort));
        }
    }

    proptest! {
        #[test]
        fn every_special_character_counts(index in 0..20_usize) {
            let special = SPECIAL_CHARACTERS.chars().nth(index).unwrap();
            prop_assert_eq!(check(&format!("Abcdef1{special}")), Ok(()));
        }

        #[test]
        fn an_accepted_password_keeps_every_rule(password in "[ -~äÄ]{0,14}") {
            let kept = password.chars().count() >= 8
                && password.chars().any(|c| "ABCDEFGHIJKLMNOPQRSTUVWXYZ".contains(c))
                && password.chars().any(|c| "abcdefghijklmnopqrstuvwxyz".contains(c))
                && password.chars().any(|c| "0123456789".contains(c))
                && password.chars().any(|c| r#"!@#$%^&*(),.?":{}|<>"#.contains(c));
            prop_assert_eq!(check(&password).is_ok(), kept);
        }

        #[test]
        fn a_longer_password_is_not_weaker(password in "[ -~]{8,14}", more in "[ -~]{0,5}") {
            if check(&password).is_ok() {
                prop_assert_eq!(check(&format!("{password}{more}")), Ok(()));
            }
        }
    }
}
