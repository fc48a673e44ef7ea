//! The syntax of an e-mail address, and its normal form, which is the same for all spellings.

use std::fmt;

use email_address::Options;
use unicode_normalization::UnicodeNormalization;

use crate::name::is_unseen;

/// The longest address that can be delivered to, in bytes (RFC 5321).
const LONGEST: usize = 254;

/// RFC 5321 and 6531, with a domain of at least two labels: `x@y.z`.
const SYNTAX: Options =
    Options { minimum_sub_domains: 2, allow_domain_literal: false, allow_display_text: false };

/// An e-mail address as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Parses and trims an address that mail will be sent to. `None` if it is not deliverable.
    ///
    /// A quoted local part is refused although it is valid: it either spells an address that needs no quotes,
    /// or one that hardly any server accepts.
    pub fn parse(text: &str) -> Option<Self> {
        let text: String = text.trim().nfc().collect();
        let address = email_address::EmailAddress::parse_with_options(&text, SYNTAX).ok()?;
        let domain = address.domain();
        let (_, top_level) = domain.rsplit_once('.')?;
        let accepted = text.len() <= LONGEST
            && !text.contains(is_unseen)
            && !address.local_part().starts_with('"')
            && domain.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.'))
            && top_level.contains(char::is_alphabetic)
            && idna::domain_to_ascii(domain).is_ok();
        accepted.then_some(Self(text))
    }

    /// The address of an existing account. Older accounts were accepted under other rules, so any text is
    /// allowed.
    pub fn of_account(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// As typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The normal form, equal for every spelling of the address: people do not remember capitals, keyboards compose
    /// accents in two ways, and a domain is the same in letters and in ASCII (Unicode Technical Standard #46).
    pub fn normalised(&self) -> String {
        let (local, domain) = self.0.rsplit_once('@').unwrap_or((&self.0, ""));
        match idna::domain_to_ascii(domain) {
            Ok(domain) if !domain.is_empty() => format!("{}@{domain}", composed(local)),
            _ => composed(&self.0),
        }
    }

    /// The forms under which the address may have been claimed: as typed, the normal form, and with its domain in
    /// letters. Earlier, only capitals counted as spelling. Most addresses have one form.
    pub fn claimed_forms(&self) -> Vec<String> {
        let normalised = self.normalised();
        let mut forms = vec![self.0.to_lowercase()];
        let in_letters = normalised
            .rsplit_once('@')
            .map(|(local, domain)| format!("{local}@{}", idna::domain_to_unicode(domain).0));
        for form in [Some(normalised), in_letters].into_iter().flatten() {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
        forms
    }
}

/// In small letters, with composed accents.
fn composed(text: &str) -> String {
    text.to_lowercase().nfc().collect()
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
    fn an_address_needs_a_local_part_and_a_domain_with_a_dot() {
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

    #[test]
    fn malformed_addresses_are_refused() {
        for text in [
            "\"anna smith\"@example.com",
            "\"anna\"@example.com",
            "\"a@b\"@example.com",
            "anna@example.com\r\nBcc: eve@example.com",
            "anna\r\n@example.com",
            "anna@exam\nple.com",
            "anna@example.com.",
            "anna.@example.com",
            ".anna@example.com",
            "an..na@example.com",
            "anna@-example.com",
            "anna@exa_mple.com",
            "anna@exam!ple.com",
            "anna@[127.0.0.1]",
            "anna@[IPv6:::1]",
            "anna@127.0.0.1",
            "Anna <anna@example.com>",
            "<anna@example.com>",
            "anna@example.com, eve@example.com",
            "anna(comment)@example.com",
            "anna\u{200B}@example.com",
            "anna@exam\u{202E}ple.com",
            "an\0na@example.com",
            "anna\\@example.com",
            "anna@xn--zzzzzzzz.example",
        ] {
            assert!(EmailAddress::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn addresses_have_a_longest_length() {
        let label = "a".repeat(61);
        let of = |local: usize, last: usize| {
            format!("{}@{label}.{label}.{label}.{}", "x".repeat(local), "c".repeat(last))
        };
        assert_eq!(of(64, 3).len(), 254);
        assert!(EmailAddress::parse(&of(64, 3)).is_some());
        assert!(EmailAddress::parse(&of(64, 4)).is_none());
        assert!(EmailAddress::parse(&of(65, 2)).is_none());
        assert!(EmailAddress::parse(&format!("a@{}.com", "b".repeat(64))).is_none());
    }

    #[test]
    fn any_text_is_an_address_of_an_older_account() {
        assert_eq!(
            EmailAddress::of_account(" Anna..Smith@Example.com ").normalised(),
            "anna..smith@example.com"
        );
    }

    #[test]
    fn a_domain_in_letters_and_in_ascii_is_one_domain() {
        for text in [
            "a@b\u{FC}cher.example",
            "A@B\u{DC}CHER.example",
            "a@bu\u{308}cher.example",
            "a@xn--bcher-kva.example",
            "a@XN--BCHER-KVA.EXAMPLE",
        ] {
            let address = EmailAddress::parse(text).unwrap();
            assert_eq!(address.normalised(), "a@xn--bcher-kva.example");
            assert!(address.claimed_forms().contains(&"a@b\u{FC}cher.example".to_owned()), "{text}");
        }
        let local = EmailAddress::of_account("zoe\u{308}@example.com");
        assert_eq!(local.normalised(), "zo\u{EB}@example.com");
        assert_eq!(local.claimed_forms(), ["zoe\u{308}@example.com", "zo\u{EB}@example.com"]);
    }

    #[test]
    fn most_addresses_have_one_form() {
        for text in ["Anna@Example.com", "anna", "@", "zo\u{EB}@example.com"] {
            let address = EmailAddress::of_account(text);
            assert_eq!(address.claimed_forms(), [address.normalised()]);
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "\\PC{0,40}") {
            let _ = EmailAddress::parse(&text);
        }

        #[test]
        fn all_spellings_of_an_address_have_one_normal_form(local in "[a-zA-Z0-9_+-]{1,20}", domain in "[a-zA-Z0-9]{1,20}\\.[a-zA-Z]{2,6}") {
            let typed = EmailAddress::parse(&format!("{local}@{domain}")).unwrap();
            let shouted = EmailAddress::parse(&format!(" {}@{} ", local.to_uppercase(), domain.to_uppercase())).unwrap();
            prop_assert_eq!(typed.normalised(), shouted.normalised());
        }

        #[test]
        fn normalizing_twice_changes_nothing(text in "[\\p{L}0-9+_-]{1,12}@[\\p{L}0-9]{1,12}\\.[a-z]{2}") {
            let normalised = EmailAddress::of_account(&text).normalised();
            prop_assert_eq!(EmailAddress::of_account(&normalised).normalised(), normalised);
        }
    }
}
