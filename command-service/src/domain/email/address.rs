//! The shape of an e-mail address, and which spellings are the same address.

use std::fmt;

/// The longest address that can be delivered to (RFC 5321).
const MOST_CHARACTERS: usize = 254;

/// An address that looks like `x@y.z`, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Reads an address, without the space around it. None when it does not look like one.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (local, domain) = text.split_once('@')?;
        let (host, ending) = domain.rsplit_once('.')?;
        let wrong = |c: char| c.is_whitespace() || c.is_control() || c == '@';
        let shaped = !local.is_empty()
            && !host.is_empty()
            && !ending.is_empty()
            && !host.starts_with('.')
            && !domain.contains("..")
            && !local.contains(wrong)
            && !domain.contains(wrong)
            && text.chars().count() <= MOST_CHARACTERS;
        shaped.then(|| Self(text.to_owned()))
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same for every spelling of the address: people do not remember capitals.
    pub fn normalised(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses_look_like_x_at_y_dot_z() {
        for text in ["anna@example.com", "a.b+c@mail.example.co.uk", "ÅSA@exämple.se", " x@y.z\n"] {
            assert!(EmailAddress::parse(text).is_some(), "{text:?}");
        }
        for text in [
            "",
            "anna",
            "anna@",
            "@example.com",
            "anna@example",
            "anna@.com",
            "anna@example.",
            "a@b@c.d",
            "an na@b.c",
            "anna@exa mple.com",
            "anna@example..com",
            "a\u{7}@b.c",
        ] {
            assert!(EmailAddress::parse(text).is_none(), "{text:?}");
        }
        assert!(EmailAddress::parse(&format!("{}@b.c", "a".repeat(251))).is_none());
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC{0,40}") {
            let _ = EmailAddress::parse(&text);
        }

        #[test]
        fn all_spellings_of_an_address_are_one(local in "[a-zA-Z0-9._+-]{1,20}", domain in "[a-zA-Z0-9-]{1,20}\\.[a-zA-Z]{2,6}") {
            let typed = EmailAddress::parse(&format!("{local}@{domain}")).unwrap();
            let shouted = EmailAddress::parse(&format!(" {}@{} ", local.to_uppercase(), domain.to_uppercase())).unwrap();
            prop_assert_eq!(typed.normalised(), shouted.normalised());
        }

        #[test]
        fn what_is_normalised_stays_so(text in "[^@\\s\\p{Cc}.]{1,12}@[^@\\s\\p{Cc}.]{1,12}\\.[a-z]{2}") {
            let normalised = EmailAddress::parse(&text).unwrap().normalised();
            prop_assert_eq!(EmailAddress::parse(&normalised).unwrap().normalised(), normalised);
        }
    }
}
