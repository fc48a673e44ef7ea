//! Access tokens: JWT (RFC 7519) signed with HS256, with the account, its role and the session. The same secret signs
//! the tokens in mailed links and the proofs of known devices (`links`).

mod links;

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
    sync::Arc,
};

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use shared_events::{
    Actor, Role,
    ids::{AccountId, SessionId},
    personal::SubjectKey,
};

pub use self::links::{ResetLink, VerificationLink};
use crate::{Clock, Ids};

/// The lifetime of a session and of its token.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::hours(12);

/// A random key with fewer different bytes does not occur: one of zeros is what a damaged disk leaves.
const MIN_DIFFERENT_BYTES: usize = 8;

const ISSUER: &str = "greenstall";

/// The claims of a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The account.
    pub sub: AccountId,
    /// The account's role.
    pub role: Role,
    /// The session that the token belongs to.
    pub sid: SessionId,
    /// The generation of the session: how often all sessions of the account had been ended when this one was opened.
    #[serde(rename = "gen")]
    pub generation: u32,
    /// The time of issue, in seconds since 1970.
    pub iat: i64,
    /// The expiry time, in seconds since 1970.
    pub exp: i64,
    iss: String,
}

impl Claims {
    /// The claims for a session that starts now.
    pub fn new(
        account: AccountId,
        role: Role,
        session: SessionId,
        generation: u32,
        now: DateTime<Utc>,
    ) -> Self {
        let (iat, exp) = (now.timestamp(), (now + SESSION_LIFETIME).timestamp());
        Self { sub: account, role, sid: session, generation, iat, exp, iss: ISSUER.to_owned() }
    }

    /// The account as an event's actor.
    pub const fn actor(&self) -> Actor {
        Actor::Account { id: self.sub, role: self.role }
    }
}

/// Signs and verifies tokens with a secret and a clock. Cheap to clone.
#[derive(Clone)]
pub struct Tokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    links: SubjectKey,
    clock: Arc<dyn Clock>,
}

impl Tokens {
    /// Creates a signer with this secret.
    pub fn new(secret: &[u8; 32], clock: Arc<dyn Clock>) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            links: SubjectKey(*secret),
            clock,
        }
    }

    /// The current time, by which the expiry of tokens is checked.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Signs a token.
    pub fn issue(&self, claims: &Claims) -> String {
        encode(&Header::new(Algorithm::HS256), claims, &self.encoding).expect("HS256 signs any claims")
    }

    /// The claims of a token, if it is valid: we have signed it, and it has not expired.
    pub fn verify(&self, token: &str) -> Option<Claims> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        // The expiry is checked below, with the injected clock.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &self.decoding, &validation).ok()?.claims;
        (claims.exp > self.clock.now().timestamp()).then_some(claims)
    }
}

/// Reads the signing secret from a file of 32 bytes. Creates the file if it is missing, readable only by its owner.
///
/// # Errors
/// When the file cannot be read or created, has another size, or is obviously not random.
pub fn secret_in(file: &Path, ids: &dyn Ids) -> io::Result<[u8; 32]> {
    if !file.exists() {
        create_secret(file, ids)?;
    }
    let wrong = |_| io::Error::other(format!("{} is not a key of 32 bytes", file.display()));
    let secret: [u8; 32] = fs::read(file)?.try_into().map_err(wrong)?;
    if BTreeSet::from(secret).len() < MIN_DIFFERENT_BYTES {
        let text = format!("{} is not a random key: put its copy back, or delete it", file.display());
        return Err(io::Error::other(text));
    }
    Ok(secret)
}

/// Writes the file under a name of its own first, because processes that start at the same time share the file: one of
/// them creates it, and no crash leaves a part of it.
fn create_secret(file: &Path, ids: &dyn Ids) -> io::Result<()> {
    let draft = file.with_extension(format!("{:016x}", u64::from_be_bytes(ids.bytes())));
    let mut new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    new.write_all(&ids.bytes::<32>())?;
    new.sync_all()?;
    let linked = fs::hard_link(&draft, file);
    fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        linked => linked,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

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
        clock.advance(SESSION_LIFETIME);
        assert_eq!(tokens.verify(&token), None);
    }

    #[test]
    fn a_token_of_another_key_is_refused() {
        let clock = clock();
        let other = Tokens::new(&[8; 32], Arc::new(clock.clone()));
        let token = other.issue(&claims(clock.now()));
        assert_eq!(Tokens::new(&[7; 32], Arc::new(clock)).verify(&token), None);
    }

    #[test]
    fn a_key_of_zeros_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token.key");
        for (bytes, reason) in [(&[0; 32][..], "is not a random key"), (&[1; 31], "is not a key of 32 bytes")]
        {
            fs::write(&file, bytes).unwrap();
            let error = secret_in(&file, &crate::SystemIds).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn processes_that_start_at_the_same_time_share_one_secret() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token.key");
        let secrets: Vec<[u8; 32]> = std::thread::scope(|scope| {
            let starting: Vec<_> =
                (0..8).map(|_| scope.spawn(|| secret_in(&file, &crate::SystemIds).unwrap())).collect();
            starting.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert!(secrets.iter().all(|secret| *secret == secrets[0]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    }
}
