//! The order number that a customer sees, and the checkout's id, which is derived from it.

use chrono::{DateTime, Utc};
use shared_events::ids::CheckoutId;
use uuid::Uuid;

/// Digits and letters that are not mistaken for each other.
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 5;
/// UUID name space of checkout ids.
const CHECKOUTS: Uuid = Uuid::from_u128(0x6772_6565_6e73_4a6c_8c68_6563_6b6f_7574);

/// A number such as `GS-261121-7K2QF`: the day (UTC) and five random characters, which are made from `random_byte`s.
pub fn new_number(mut random_byte: impl FnMut() -> u8, now: DateTime<Utc>) -> String {
    let mut number = format!("GS-{}-", now.format("%y%m%d"));
    while number.len() < "GS-261121-".len() + LENGTH {
        let byte = random_byte();
        // 240 is the largest multiple of 30 that a byte holds: every character is equally likely.
        if byte < 240 {
            number.push(char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        }
    }
    number
}

/// Id of the checkout with this number. Each number has one stream, so the first append detects a number that
/// is taken.
pub fn checkout_id(number: &str) -> CheckoutId {
    CheckoutId::derived(CHECKOUTS, number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_character_is_equally_likely() {
        // Bytes beyond the last whole multiple of the alphabet's length are discarded.
        let mut bytes = [0, 240, 29, 30, 255, 239, 61].into_iter();
        let day = DateTime::parse_from_rfc3339("2026-11-21T23:59:59Z").unwrap().to_utc();
        assert_eq!(new_number(|| bytes.next().unwrap(), day), "GS-261121-2Z2Z3");
    }

    #[test]
    fn one_number_is_one_checkout() {
        assert_eq!(checkout_id("GS-261121-7K2QF"), checkout_id("GS-261121-7K2QF"));
        assert_ne!(checkout_id("GS-261121-7K2QF"), checkout_id("GS-261121-7K2QG"));
    }

    proptest! {
        #[test]
        fn a_number_is_the_day_and_five_clear_characters(bytes: [u8; 32]) {
            let day = DateTime::parse_from_rfc3339("2026-11-21T23:59:59Z").unwrap().to_utc();
            let mut bytes = bytes.into_iter().chain(0..);
            let number = new_number(|| bytes.next().unwrap(), day);
            let random = number.strip_prefix("GS-261121-").unwrap();
            prop_assert_eq!(random.len(), 5);
            prop_assert!(random.bytes().all(|byte| ALPHABET.contains(&byte)), "{}", number);
        }
    }
}
