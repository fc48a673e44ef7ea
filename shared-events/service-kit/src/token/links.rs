//! Secrets that need not be stored: the tokens of mailed links, which set a new password or verify an e-mail address,
//! the proofs of known devices, the tokens of API keys, which are shown once, and the secrets that sign messages to webhooks.
//! Each is derived from its purpose and the secret of [`Tokens`].

use shared_events::{
    ids::{AccountId, ResetId, VerificationId, WebhookId},
    personal::SubjectKey,
};
use uuid::Uuid;

use super::Tokens;
use crate::api_keys;

/// The contents of a link that sets a new password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResetLink {
    /// The account.
    pub account: AccountId,
    /// The request for this link.
    pub request: ResetId,
    /// How often the account's e-mail address had been changed when the link was mailed. A later change makes the link
    /// invalid.
    pub email_changes: u32,
}

/// The contents of a link that verifies an e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerificationLink {
    /// The account.
    pub account: AccountId,
    /// The request for this link.
    pub request: VerificationId,
}

// Different prefixes for the MACs of each purpose, so that a MAC for one is invalid for all others.
const RESET_PURPOSE: &[u8] = b"greenstall: set a new password";
const VERIFICATION_PURPOSE: &[u8] = b"greenstall: verify an e-mail address";
const DEVICE_PURPOSE: &[u8] = b"greenstall: a known device";
const API_KEY_PURPOSE: &[u8] = b"greenstall: an API key";
const ANSWER_PURPOSE: &[u8] = b"greenstall: stored answers";
const WEBHOOK_PURPOSE: &[u8] = b"greenstall: the secret of a webhook";

impl Tokens {
    /// A key that stored answers are sealed with, too, so that the database alone cannot open them.
    pub fn answer_key(&self) -> SubjectKey {
        SubjectKey(self.links.fingerprint(ANSWER_PURPOSE))
    }

    /// The token of a link that sets a new password: the contents of the link and a MAC, in hexadecimal. The same link
    /// gives the same token, so the token need not be stored.
    pub fn reset_token(&self, link: &ResetLink) -> String {
        let ResetLink { account, request, email_changes } = link;
        let (account, request) = (account.uuid(), request.uuid());
        let what = format!("{}{}{email_changes:08x}", account.simple(), request.simple());
        self.with_proof(RESET_PURPOSE, what)
    }

    /// The contents of a token for setting a new password, if we have made it.
    pub fn verify_reset_token(&self, token: &str) -> Option<ResetLink> {
        let account = AccountId::new(uuid_in(token, 0)?);
        let request = ResetId::new(uuid_in(token, 32)?);
        let email_changes = u32::from_str_radix(token.get(64..72)?, 16).ok()?;
        let link = ResetLink { account, request, email_changes };
        same_text(&self.reset_token(&link), token).then_some(link)
    }

    /// The token of a link that verifies an e-mail address.
    pub fn verification_token(&self, link: &VerificationLink) -> String {
        let (account, request) = (link.account.uuid(), link.request.uuid());
        self.with_proof(VERIFICATION_PURPOSE, format!("{}{}", account.simple(), request.simple()))
    }

    /// The contents of a token for verifying an e-mail address, if we have made it.
    pub fn verify_verification_token(&self, token: &str) -> Option<VerificationLink> {
        let account = AccountId::new(uuid_in(token, 0)?);
        let request = VerificationId::new(uuid_in(token, 32)?);
        let link = VerificationLink { account, request };
        same_text(&self.verification_token(&link), token).then_some(link)
    }

    /// The proof that a device has logged in with an e-mail address before: 64 hexadecimal digits that only we can
    /// make. `address` is the fingerprint of the address.
    pub fn device_proof(&self, device: Uuid, address: Uuid) -> String {
        let mac = self.links.fingerprint(&[DEVICE_PURPOSE, device.as_bytes(), address.as_bytes()].concat());
        hex::encode(mac)
    }

    /// Whether this is the proof for this device and this address.
    pub fn verify_device_proof(&self, device: Uuid, address: Uuid, proof: &str) -> bool {
        same_text(&self.device_proof(device, address), proof)
    }

    /// The token of a new API key. Whoever learns the randomness, for example from the database's idempotency keys, cannot
    /// make the token without our secret.
    pub fn api_key(&self, account: AccountId, randomness: &[u8; 32]) -> String {
        let secret =
            self.links.fingerprint(&[API_KEY_PURPOSE, account.uuid().as_bytes(), randomness].concat());
        format!("{}{}{}", api_keys::PREFIX, account.uuid().simple(), hex::encode(secret))
    }

    /// The secret with this number that signs a webhook's messages.
    pub fn webhook_secret(&self, webhook: WebhookId, number: u32) -> [u8; 32] {
        let what = [WEBHOOK_PURPOSE, webhook.uuid().as_bytes(), &number.to_be_bytes()].concat();
        self.links.fingerprint(&what)
    }

    fn with_proof(&self, purpose: &[u8], what: String) -> String {
        let mac = self.links.fingerprint(&[purpose, what.as_bytes()].concat());
        what + &hex::encode(mac)
    }
}

fn uuid_in(token: &str, at: usize) -> Option<Uuid> {
    Uuid::try_parse(token.get(at..at + 32)?).ok()
}

/// Compares in constant time, so that the duration does not reveal how much of a guess is right.
fn same_text(ours: &str, given: &str) -> bool {
    let differences = ours.bytes().zip(given.bytes()).fold(0, |found, (a, b)| found | (a ^ b));
    ours.len() == given.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::DateTime;

    use super::*;
    use crate::ManualClock;

    fn tokens(secret: u8) -> Tokens {
        Tokens::new(&[secret; 32], Arc::new(ManualClock::at(DateTime::UNIX_EPOCH)))
    }

    /// Checks that changed or truncated tokens are refused.
    fn is_ours_whole_or_not_at_all(token: &str, read: impl Fn(&str) -> bool) {
        assert!(read(token));
        assert!(!read(&token.to_uppercase()));
        for at in 0..token.len() {
            let mut other = token.to_owned();
            other.replace_range(at..=at, if &token[at..=at] == "0" { "1" } else { "0" });
            assert!(!read(&other), "digit {at}");
        }
        for odd in ["", "x", &token[1..], &token[..72], &format!("{token}0"), &"é".repeat(64)] {
            assert!(!read(odd), "{odd:?}");
        }
    }

    #[test]
    fn only_unchanged_tokens_of_the_right_kind_are_accepted() {
        let (tokens, other) = (tokens(7), tokens(8));
        let account = AccountId::new(Uuid::from_u128(0xabc1));
        let reset =
            ResetLink { account, request: ResetId::new(Uuid::from_u128(0xabc2)), email_changes: 0xab };
        let verification =
            VerificationLink { account, request: VerificationId::new(Uuid::from_u128(0xabc2)) };
        let (reset_token, verification_token) =
            (tokens.reset_token(&reset), tokens.verification_token(&verification));
        is_ours_whole_or_not_at_all(&reset_token, |token| tokens.verify_reset_token(token) == Some(reset));
        is_ours_whole_or_not_at_all(&verification_token, |token| {
            tokens.verify_verification_token(token) == Some(verification)
        });
        assert_eq!(other.verify_reset_token(&reset_token), None);
        assert_eq!(other.verify_verification_token(&verification_token), None);
        assert_eq!(tokens.verify_reset_token(&verification_token), None);
        assert_eq!(tokens.verify_verification_token(&reset_token), None);
    }

    #[test]
    fn a_device_proof_is_valid_for_one_device_and_one_address() {
        let (tokens, foreign) = (tokens(7), tokens(8));
        let [device, address, other] = [1, 2, 3].map(Uuid::from_u128);
        let proof = tokens.device_proof(device, address);
        assert!(tokens.verify_device_proof(device, address, &proof));
        assert!(!tokens.verify_device_proof(other, address, &proof));
        assert!(!tokens.verify_device_proof(device, other, &proof));
        for odd in ["", &proof[1..], &format!("{proof}0"), &proof.to_uppercase()] {
            assert!(!tokens.verify_device_proof(device, address, odd), "{odd}");
        }
        assert!(!foreign.verify_device_proof(device, address, &proof));
    }

    #[test]
    fn the_token_of_an_api_key_follows_from_its_owner_the_randomness_and_our_secret() {
        let [anna, bert] = [1, 2].map(|number| AccountId::new(Uuid::from_u128(number)));
        let token = tokens(7).api_key(anna, &[1; 32]);
        assert_eq!(api_keys::PresentedKey::read(&token).map(|read| read.account), Some(anna));
        assert_eq!(tokens(7).api_key(anna, &[1; 32]), token);
        for other in [
            tokens(8).api_key(anna, &[1; 32]),
            tokens(7).api_key(anna, &[2; 32]),
            tokens(7).api_key(bert, &[1; 32]),
        ] {
            assert_ne!(other[36..], token[36..]);
        }
    }

    #[test]
    fn each_webhook_has_secrets_of_its_own() {
        let [till, scales] = [1, 2].map(|number| WebhookId::new(Uuid::from_u128(number)));
        let secret = |key, webhook, number| tokens(key).webhook_secret(webhook, number);
        assert_eq!(secret(7, till, 0), secret(7, till, 0));
        for other in [secret(7, till, 1), secret(7, scales, 0), secret(8, till, 0)] {
            assert_ne!(other, secret(7, till, 0));
        }
    }
}
