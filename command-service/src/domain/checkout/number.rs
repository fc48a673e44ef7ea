//! The number that a customer sees, and the checkout's id, which follows from it.

use chrono::{DateTime, Utc};
use service_kit::Ids;
use shared_events::ids::CheckoutId;
use uuid::Uuid;

/// Digits and letters that nobody mistakes for each other.
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 5;
/// The name space of checkout ids.
const CHECKOUTS: Uuid = Uuid::from_u128(0x6772_6565_6e73_4a6c_8c68_6563_6b6f_7574);

/// A number such as `GS-261121-7K2QF`: the day (UTC) and five random characters.
pub fn new_number(ids: &dyn Ids, now: DateTime<Utc>) -> String {
    let mut number = format!("GS-{}-", now.format("%y%m%d"));
    while number.len() < "GS-261121-".len() + LENGTH {
        let [byte] = ids.bytes::<1>();
        // 240 is the largest multiple of 30 that a byte holds: every character is equally likely.
        if byte < 240 {
            number.push(char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        }
    }
    number
}

/// The checkout with this number. One number is one stream, so a number that is taken is noticed by the first append.
pub fn checkout_id(number: &str) -> CheckoutId {
    CheckoutId::derived(CHECKOUTS, number)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use service_kit::SeededIds;

    use super::*;

    /// Randomness that a test has made up, one byte after the other.
    struct MadeUp(Mutex<Vec<u8>>);

    impl Ids for MadeUp {
        fn fill(&self, bytes: &mut [u8]) {
            let mut left = self.0.lock().unwrap();
            bytes.iter_mut().for_each(|byte| *byte = left.remove(0));
        }
    }

    #[test]
    fn every_character_is_equally_likely() {
        // What is left of the bytes beyond the last whole round of the alphabet is thrown away.
        let ids: &dyn Ids = &MadeUp(Mutex::new(vec![0, 240, 29, 30, 255, 239, 61]));
        let day = DateTime::parse_from_rfc3339("2026-11-21T23:59:59Z").unwrap().to_utc();
        assert_eq!(new_number(ids, day), "GS-261121-2Z2Z3");
    }

    #[test]
    fn a_number_is_the_day_and_five_clear_characters() {
        let ids: &dyn Ids = &SeededIds::new(7);
        let day = DateTime::parse_from_rfc3339("2026-11-21T23:59:59Z").unwrap().to_utc();
        for _ in 0..200 {
            let number = new_number(ids, day);
            let random = number.strip_prefix("GS-261121-").unwrap();
            assert_eq!(random.len(), 5);
            assert!(random.bytes().all(|byte| ALPHABET.contains(&byte)), "{number}");
        }
    }

    #[test]
    fn one_number_is_one_checkout() {
        assert_eq!(checkout_id("GS-261121-7K2QF"), checkout_id("GS-261121-7K2QF"));
        assert_ne!(checkout_id("GS-261121-7K2QF"), checkout_id("GS-261121-7K2QG"));
    }
}
