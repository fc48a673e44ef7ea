//! Known devices. A browser keeps a random id, and a proof for each account that it was used for. Only the server can
//! make proofs. They grant no access: they distinguish known from unknown devices when failed log-ins are counted. A
//! proof does not reveal its account.

use std::fmt;

use service_kit::{Ids, token::Tokens};
use uuid::Uuid;

/// The most accounts that one device proves: enough for a household that shares a browser.
const MAX_ACCOUNTS: usize = 4;

/// The device cookie's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Random id of the device.
    pub id: Uuid,
    /// Proofs, the one of the last used account first.
    proofs: Vec<String>,
}

impl Device {
    /// A new device, not used for any account.
    pub fn new(ids: &dyn Ids) -> Self {
        Self { id: ids.uuid(), proofs: Vec::new() }
    }

    /// Parses the cookie. `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let id = Uuid::try_parse(parts.next()?).ok()?;
        Some(Self { id, proofs: parts.take(MAX_ACCOUNTS).map(str::to_owned).collect() })
    }

    /// Whether the device was used for the account whose e-mail address has the fingerprint `claim`.
    pub fn knows(&self, tokens: &Tokens, claim: Uuid) -> bool {
        self.proofs.iter().any(|proof| tokens.verify_device_proof(self.id, claim, proof))
    }

    /// The device after a log-in to the account whose e-mail address has the fingerprint `claim`.
    #[must_use]
    pub fn used_for(mut self, tokens: &Tokens, claim: Uuid) -> Self {
        let proof = tokens.device_proof(self.id, claim);
        self.proofs.retain(|other| *other != proof);
        self.proofs.insert(0, proof);
        self.proofs.truncate(MAX_ACCOUNTS);
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
    fn a_device_proves_the_last_accounts_it_was_used_for() {
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
    fn a_proof_is_valid_only_on_its_device() {
        let (tokens, ids) = (tokens(), SeededIds::new(1));
        let account = Uuid::from_u128(1);
        let device = Device::new(&ids).used_for(&tokens, account);
        let copied = Device { id: Device::new(&ids).id, ..device };
        assert!(!copied.knows(&tokens, account));
    }

    #[test]
    fn a_malformed_cookie_is_no_device() {
        for odd in ["", ".", "x", "0b7ea1c4", "é.é"] {
            assert_eq!(Device::parse(odd), None, "{odd}");
        }
        let many = format!("{}{}", Uuid::nil().simple(), ".x".repeat(10_000));
        assert_eq!(Device::parse(&many).unwrap().proofs.len(), MAX_ACCOUNTS);
    }
}
