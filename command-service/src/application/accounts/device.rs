//! Devices that somebody has logged in with. A browser keeps a random id and, for the accounts that it was used for,
//! proofs that only we can make. What it keeps opens nothing: it tells a known device from a stranger when passwords are
//! counted. The proofs name no account.

use std::fmt;

use service_kit::{Ids, token::Tokens};
use uuid::Uuid;

/// Accounts that one device proves: a household that shares a browser.
const ACCOUNTS: usize = 4;

/// What a browser keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// The device itself.
    pub id: Uuid,
    /// The account that was used last comes first.
    proofs: Vec<String>,
}

impl Device {
    /// A device that has not been used yet.
    pub fn new(ids: &dyn Ids) -> Self {
        Self { id: ids.uuid(), proofs: Vec::new() }
    }

    /// Reads what a browser has kept. None when it is not of our form.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let id = Uuid::try_parse(parts.next()?).ok()?;
        Some(Self { id, proofs: parts.take(ACCOUNTS).map(str::to_owned).collect() })
    }

    /// Whether it has been used for the account with this e-mail address.
    pub fn knows(&self, tokens: &Tokens, claim: Uuid) -> bool {
        self.proofs.iter().any(|proof| tokens.verify_device_proof(self.id, claim, proof))
    }

    /// The device after a log-in to that account.
    #[must_use]
    pub fn used_for(mut self, tokens: &Tokens, claim: Uuid) -> Self {
        let proof = tokens.device_proof(self.id, claim);
        self.proofs.retain(|other| *other != proof);
        self.proofs.insert(0, proof);
        self.proofs.truncate(ACCOUNTS);
        self
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id.simple())?;
        self.proofs.iter().try_for_each(|proof| write!(f, ".{proof}"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::DateTime;
    use service_kit::{ManualClock, SeededIds};

    use super::*;

    fn tokens() -> Tokens {
        Tokens::new(&[7; 32], Arc::new(ManualClock::at(DateTime::UNIX_EPOCH)))
    }

    #[test]
    fn a_device_knows_the_last_accounts_that_it_was_used_for() {
        let tokens = tokens();
        let mut device = Device::new(&SeededIds::new(1));
        for account in 1..=5 {
            device = device.used_for(&tokens, Uuid::from_u128(account));
            device = Device::parse(&device.to_string()).unwrap();
        }
        let known = [1, 2, 5, 6].map(|account| device.knows(&tokens, Uuid::from_u128(account)));
        assert_eq!(known, [false, true, true, false]);
        assert_eq!(device.clone().used_for(&tokens, Uuid::from_u128(5)), device);
    }

    #[test]
    fn proofs_are_of_their_device_alone() {
        let (tokens, ids) = (tokens(), SeededIds::new(1));
        let account = Uuid::from_u128(1);
        let device = Device::new(&ids).used_for(&tokens, account);
        let copied = Device { id: Device::new(&ids).id, ..device };
        assert!(!copied.knows(&tokens, account));
    }

    #[test]
    fn what_is_not_of_our_form_is_no_device() {
        for odd in ["", ".", "x", "0b7ea1c4", "é.é"] {
            assert_eq!(Device::parse(odd), None, "{odd}");
        }
        let many = format!("{}{}", Uuid::nil().simple(), ".x".repeat(10_000));
        assert_eq!(Device::parse(&many).unwrap().proofs.len(), ACCOUNTS);
    }
}
