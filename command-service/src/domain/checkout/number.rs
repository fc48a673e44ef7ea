//! The order number that a customer sees, and the checkout's id, which is derived from it.

use chrono::{DateTime, Utc};
use service_kit::Ids;
use shared_events::ids::CheckoutId;
use uuid::Uuid;

/// Digits and letters that are not mistaken for each other.
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 5;
/// UUID name space of checkout ids.
const CHECKOUTS: Uuid = Uuid::from_u128(0x6772_6565_6e73_4a6c_8c68_6563_6b6f_7574);

/// A new number such as `GS-261121-7K2QF`: the day (UTC) and five random characters.
pub fn new_number(ids: &dyn Ids, now: DateTime<Utc>) -> String {
    let mut number = format!("GS-{}-", now.format("%y%m%d"));
    while number.len() < "GS-261121-".len() + LENGTH {
        let [byte] = ids.bytes::<1>();
        // 240 is the largest multiple of 30 below 256; rejecting larger bytes makes every character equally
        // likely.
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
    use std::sync::Mutex;

    use service_kit::SeededIds;

    use super::*;

    /// Fixed "random" bytes, returned one after the other.
    struct MadeUp(Mutex<Vec<u8>>);

    impl Ids for MadeUp {
        fn fill(&self, bytes: &mut [u8]) {
            let mut left = self.0.lock().unwrap();
            bytes.iter_mut().for_each(|byte| *byte = left.remove(0));
        }
    }

    #[test]
    fn every_character_is_equally_likely() {
        // Bytes beyond the last whole multiple of the alphabet's length are skipped.
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
