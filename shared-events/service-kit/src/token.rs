//! Access tokens: JWT (RFC 7519) signed with HS256, carrying the account, its role and the login session. And the secrets
//! of links that set a new password.

use std::{path::Path, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use shared_events::{
    Actor, Role,
    ids::{AccountId, ResetId, SessionId},
    personal::SubjectKey,
};
use uuid::Uuid;

use crate::{Clock, Ids};

/// How long a token is valid.
pub const LIFETIME: TimeDelta = TimeDelta::hours(12);

const ISSUER: &str = "greenstall";

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The account.
    pub sub: AccountId,
    /// Its role.
    pub role: Role,
    /// The login session that it belongs to.
    pub sid: SessionId,
    /// How often all sessions of the account had been ended when this one was opened.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// Issued at, in seconds since 1970.
    pub iat: i64,
    /// Valid until, in seconds since 1970.
    pub exp: i64,
    iss: String,
}

impl Claims {
    /// A token's contents for a session that starts now.
    pub fn new(
        account: AccountId,
        role: Role,
        session: SessionId,
        generation: u32,
        now: DateTime<Utc>,
    ) -> Self {
        let (iat, exp) = (now.timestamp(), (now + LIFETIME).timestamp());
        Self { sub: account, role, sid: session, generation, iat, exp, iss: ISSUER.to_owned() }
    }

    /// The account as an event's actor.
    pub const fn actor(&self) -> Actor {
        Actor::Account { id: self.sub, role: self.role }
    }
}

/// The secret that signs tokens, with a clock to judge them by. Cheap to clone.
#[derive(Clone)]
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    links: SubjectKey,
    clock: Arc<dyn Clock>,
}

/// Hexadecimal digits of a reset token: two UUIDs and a MAC of 32 bytes.
const RESET_TOKEN_DIGITS: usize = 128;
/// Keeps these MACs apart from whatever else the secret signs.
const RESET_PURPOSE: &[u8] = b"greenstall: set a new password";

/// The same for proofs of devices.
const DEVICE_PURPOSE: &[u8] = b"greenstall: a known device";

/// Compares all of both, whatever differs first: the time does not tell how much of a guess was right.
fn same(ours: &str, theirs: &str) -> bool {
    let differences = ours.bytes().zip(theirs.bytes()).fold(0, |found, (a, b)| found | (a ^ b));
    ours.len() == theirs.len() && differences == 0
}

impl Tokens {
    /// Tokens signed with this secret.
    pub fn new(secret: &[u8; 32], clock: Arc<dyn Clock>) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            links: SubjectKey(*secret),
            clock,
        }
    }

    /// What the link of a request for a new password carries: both ids and a proof that we made it, 128 hexadecimal
    /// digits. The same ids give the same token, so it need not be stored anywhere.
    pub fn reset_token(&self, account: AccountId, request: ResetId) -> String {
        let (account, request) = (account.uuid(), request.uuid());
        let mac = self.links.fingerprint(&[RESET_PURPOSE, account.as_bytes(), request.as_bytes()].concat());
        let mac = mac.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        format!("{}{}{mac}", account.simple(), request.simple())
    }

    /// The ids in a reset token that we made.
    pub fn verify_reset_token(&self, token: &str) -> Option<(AccountId, ResetId)> {
        if token.len() != RESET_TOKEN_DIGITS || !token.is_ascii() {
            return None;
        }
        let account = AccountId::new(Uuid::try_parse(&token[..32]).ok()?);
        let request = ResetId::new(Uuid::try_parse(&token[32..64]).ok()?);
        same(&self.reset_token(account, request), token).then_some((account, request))
    }

    /// What a device carries from a log-in to an e-mail address on: a proof that only we can make, 64 hexadecimal digits.
    /// `address` is the fingerprint of the address.
    pub fn device_proof(&self, device: Uuid, address: Uuid) -> String {
        let mac = self.links.fingerprint(&[DEVICE_PURPOSE, device.as_bytes(), address.as_bytes()].concat());
        mac.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether this is the proof of that device for that address.
    pub fn verify_device_proof(&self, device: Uuid, address: Uuid, proof: &str) -> bool {
        same(&self.device_proof(device, address), proof)
    }

    /// The moment by which tokens are judged.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Signs a token.
    pub fn issue(&self, claims: &Claims) -> String {
        encode(&Header::new(Algorithm::HS256), claims, &self.encoding).expect("HS256 signs any claims")
    }

    /// The claims of a token that is ours and not expired.
    pub fn verify(&self, token: &str) -> Option<Claims> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        // Expiry is judged by the injected clock below.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &self.decoding, &validation).ok()?.claims;
        (claims.exp > self.clock.now().timestamp()).then_some(claims)
    }
}

/// Reads the signing secret from a file of 32 bytes; makes it, readable by its owner alone, when there is none.
///
/// # Errors
/// When the file cannot be read or made, or has another size.
pub fn secret_in(file: &Path, ids: &dyn Ids) -> std::io::Result<[u8; 32]> {
    use std::{io::Write, os::unix::fs::OpenOptionsExt};
    match std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file) {
        Ok(mut new) => {
            let secret = ids.bytes::<32>();
            new.write_all(&secret)?;
            new.sync_all()?;
            Ok(secret)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let wrong = |_| std::io::Error::other(format!("{} is not a key of 32 bytes", file.display()));
            std::fs::read(file)?.try_into().map_err(wrong)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::ManualClock;

    fn claims(now: DateTime<Utc>) -> Claims {
        let id = Uuid::from_u128(1);
        Claims::new(AccountId::new(id), Role::Merchant, SessionId::new(id), 0, now)
    }

    fn clock() -> ManualClock {
        ManualClock::at(DateTime::from_timestamp_micros(1_790_000_000_000_000).unwrap())
    }

    #[test]
    fn a_token_is_valid_until_it_expires() {
        let clock = clock();
        let tokens = Tokens::new(&[7; 32], Arc::new(clock.clone()));
        let claims = claims(clock.now());
        let token = tokens.issue(&claims);
        assert_eq!(tokens.verify(&token), Some(claims));
        clock.advance(LIFETIME);
        assert_eq!(tokens.verify(&token), None);
    }

    #[test]
    fn a_reset_token_is_ours_whole_or_not_at_all() {
        let tokens = Tokens::new(&[7; 32], Arc::new(clock()));
        let (account, request) = (AccountId::new(Uuid::from_u128(1)), ResetId::new(Uuid::from_u128(2)));
        let token = tokens.reset_token(account, request);
        assert_eq!(tokens.verify_reset_token(&token), Some((account, request)));
        assert_eq!(tokens.verify_reset_token(&token.to_uppercase()), None);
        for at in 0..token.len() {
            let mut other = token.clone();
            other.replace_range(at..=at, if &token[at..=at] == "0" { "1" } else { "0" });
            assert_eq!(tokens.verify_reset_token(&other), None, "digit {at}");
        }
        for odd in ["", "x", &token[1..], &format!("{token}0"), &"é".repeat(64)] {
            assert_eq!(tokens.verify_reset_token(odd), None, "{odd:?}");
        }
        let other = Tokens::new(&[8; 32], Arc::new(clock()));
        assert_eq!(other.verify_reset_token(&token), None);
    }

    #[test]
    fn a_device_proof_is_of_one_device_and_one_address() {
        let tokens = Tokens::new(&[7; 32], Arc::new(clock()));
        let [device, address, other] = [1, 2, 3].map(Uuid::from_u128);
        let proof = tokens.device_proof(device, address);
        assert!(tokens.verify_device_proof(device, address, &proof));
        assert!(!tokens.verify_device_proof(other, address, &proof));
        assert!(!tokens.verify_device_proof(device, other, &proof));
        for odd in ["", &proof[1..], &format!("{proof}0"), &proof.to_uppercase()] {
            assert!(!tokens.verify_device_proof(device, address, odd), "{odd}");
        }
        let foreign = Tokens::new(&[8; 32], Arc::new(clock()));
        assert!(!foreign.verify_device_proof(device, address, &proof));
    }

    #[test]
    fn a_token_of_another_key_is_refused() {
        let clock = clock();
        let other = Tokens::new(&[8; 32], Arc::new(clock.clone()));
        let token = other.issue(&claims(clock.now()));
        assert_eq!(Tokens::new(&[7; 32], Arc::new(clock)).verify(&token), None);
    }
}
