//! Test cards, with the numbers that card providers publish for tests.

use chrono::{DateTime, Datelike, Utc};

/// A card as the customer typed it.
#[derive(Clone, Debug)]
pub struct Card {
    /// With or without spaces.
    pub number: String,
    /// 1 to 12.
    pub exp_month: u32,
    /// Four digits.
    pub exp_year: i32,
    /// Three or four digits.
    pub cvc: String,
}

/// Why the input is not a valid card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// Wrong digits.
    #[error("Your card number is invalid.")]
    Number,
    /// No such month, or in the past.
    #[error("Your card's expiration date is in the past or invalid.")]
    Expiry,
    /// Not three or four digits.
    #[error("Your card's security code is incomplete.")]
    Cvc,
}

/// How the issuer of a test card responds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behaviour {
    Accepts,
    AsksForAuthentication,
    HasNoFunds,
    Declines,
}

impl Card {
    /// Checks whether this can be a card.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, now: DateTime<Utc>) -> Result<(), CardError> {
        let digits = self.digits();
        let plausible = (12..=19).contains(&digits.len())
            && self.number.chars().all(|c| c.is_ascii_digit() || c == ' ' || c == '-')
            && luhn(&digits);
        if !plausible {
            return Err(CardError::Number);
        }
        let this_month = (now.year(), now.month());
        let in_time = (self.exp_year, self.exp_month) >= this_month && self.exp_year < now.year() + 50;
        if !(1..=12).contains(&self.exp_month) || !in_time {
            return Err(CardError::Expiry);
        }
        let cvc = self.cvc.trim();
        if !(3..=4).contains(&cvc.len()) || !cvc.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(CardError::Cvc);
        }
        Ok(())
    }

    /// The response of the card's issuer. Numbers other than test cards are declined: nobody should type a real
    /// one here.
    pub(super) fn behaviour(&self) -> Behaviour {
        match self.digits().as_str() {
            "4242424242424242" => Behaviour::Accepts,
            "4000002500003155" => Behaviour::AsksForAuthentication,
            "4000000000009995" => Behaviour::HasNoFunds,
            _ => Behaviour::Declines,
        }
    }

    fn digits(&self) -> String {
        self.number.chars().filter(char::is_ascii_digit).collect()
    }
}

/// The check digit of card numbers (ISO/IEC 7812-1, annex B).
fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .zip([1, 2].into_iter().cycle())
        .map(|(byte, weight)| u32::from(byte - b'0') * weight)
        .map(|product| product / 10 + product % 10)
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::parse_from_rfc3339("2026-11-21T12:00:00Z").unwrap().to_utc()
    }

    fn card(number: &str) -> Card {
        Card { number: number.to_owned(), exp_month: 11, exp_year: 2026, cvc: "123".to_owned() }
    }

    #[test]
    fn test_cards_are_distinguished() {
        let rows = [
            ("4242 4242 4242 4242", Behaviour::Accepts),
            ("4000002500003155", Behaviour::AsksForAuthentication),
            ("4000-0000-0000-9995", Behaviour::HasNoFunds),
            ("4000 0000 0000 0002", Behaviour::Declines),
            ("5555 5555 5555 4444", Behaviour::Declines),
        ];
        for (number, behaviour) in rows {
            assert_eq!(card(number).check(now()), Ok(()), "{number}");
            assert_eq!(card(number).behaviour(), behaviour, "{number}");
        }
    }

    #[test]
    fn invalid_cards_are_refused() {
        for number in ["", "4242", "4242 4242 4242 4241", "4242x4242x4242x4242", "no card"] {
            assert_eq!(card(number).check(now()), Err(CardError::Number), "{number}");
        }
        let good = || card("4242424242424242");
        for (exp_month, exp_year) in [(10, 2026), (0, 2030), (13, 2030), (1, 26), (1, 2999)] {
            assert_eq!(Card { exp_month, exp_year, ..good() }.check(now()), Err(CardError::Expiry));
        }
        for cvc in ["", "12", "12345", "abc"] {
            assert_eq!(Card { cvc: cvc.to_owned(), ..good() }.check(now()), Err(CardError::Cvc));
        }
    }
}
