//! Access tokens, tokens of mailed links and proofs of devices: nothing that was not signed is accepted.

use std::sync::{Arc, LazyLock};

use chrono::{DateTime, Utc};
use service_kit::{Clock, token::Tokens};
use uuid::Uuid;

struct Noon;

impl Clock for Noon {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).expect("a time")
    }
}

/// No input of the corpus is signed with this secret.
static TOKENS: LazyLock<Tokens> = LazyLock::new(|| Tokens::new(&[7; 32], Arc::new(Noon)));

pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    assert!(TOKENS.verify(text).is_none(), "an access token that nobody signed");
    assert!(TOKENS.verify_reset_token(text).is_none(), "a link that nobody signed");
    assert!(TOKENS.verify_verification_token(text).is_none(), "a link that nobody signed");
    assert!(!TOKENS.verify_device_proof(Uuid::nil(), Uuid::nil(), text), "a proof that nobody signed");
}
