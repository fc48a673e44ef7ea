//! Webhook signatures in Stripe's format, which the sandbox uses, too. The `Stripe-Signature` header is
//! `t=<seconds>,v1=<hex>[,v1=<hex>…]`; each `v1` is an HMAC-SHA256 of `<seconds>.<body>` with a shared secret. While
//! the secret is being changed, there are several.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The largest difference between the signed time and the server's clock. Prevents the replay of an old message.
const MAX_CLOCK_DIFFERENCE: TimeDelta = TimeDelta::minutes(5);

/// The shared secret.
#[derive(Clone)]
pub struct WebhookSecret(Vec<u8>);

/// The signature is wrong or has expired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSignature {
    /// The header is malformed.
    #[error("The signature cannot be read")]
    Unreadable,
    /// The signed time differs too much from the server's clock.
    #[error("The signature is too old, or from the future")]
    Untimely,
    /// It belongs to another message or another secret.
    #[error("The signature does not fit")]
    Wrong,
}

impl WebhookSecret {
    /// Creates a secret such as `whsec_…`: its characters are the key.
    pub fn new(secret: impl AsRef<[u8]>) -> Self {
        Self(secret.as_ref().to_vec())
    }

    /// The header for this message, signed at this time.
    pub fn sign(&self, body: &[u8], now: DateTime<Utc>) -> String {
        let seconds = now.timestamp();
        let tag = self.mac(seconds, body).finalize().into_bytes();
        format!("t={seconds},v1={}", hex::encode(tag))
    }

    /// Verifies the header of a message.
    pub fn check(&self, header: &str, body: &[u8], now: DateTime<Utc>) -> Result<(), BadSignature> {
        let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
        let seconds: i64 = parts()
            .find_map(|(name, value)| (name == "t").then(|| value.parse().ok()))
            .flatten()
            .ok_or(BadSignature::Unreadable)?;
        let signed_at = DateTime::from_timestamp(seconds, 0).ok_or(BadSignature::Unreadable)?;
        let mut tags = parts()
            .filter(|(name, _)| *name == "v1")
            .filter_map(|(_, digits)| hex::decode(digits).ok())
            .filter(|tag| !tag.is_empty())
            .peekable();
        if tags.peek().is_none() {
            return Err(BadSignature::Unreadable);
        }
        if (now - signed_at).abs() > MAX_CLOCK_DIFFERENCE {
            return Err(BadSignature::Untimely);
        }
        let expected = self.mac(seconds, body);
        // Compared in constant time, so that the time does not reveal how much of a guess is right.
        let fits = tags.any(|tag| expected.clone().verify_slice(&tag).is_ok());
        if fits { Ok(()) } else { Err(BadSignature::Wrong) }
    }

    fn mac(&self, seconds: i64, body: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(seconds.to_string().as_bytes());
        mac.update(b".");
        mac.update(body);
        mac
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"id": "evt_1"}"#;

    fn secret() -> WebhookSecret {
        WebhookSecret::new("whsec_test")
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn a_signature_is_valid_for_five_minutes() {
        let header = secret().sign(BODY, at(0));
        for (seconds, expected) in [
            (0, Ok(())),
            (300, Ok(())),
            (-300, Ok(())),
            (301, Err(BadSignature::Untimely)),
            (-301, Err(BadSignature::Untimely)),
        ] {
            assert_eq!(secret().check(&header, BODY, at(seconds)), expected, "{seconds}");
        }
    }

    /// The value was computed with `openssl dgst -sha256 -hmac whsec_test`.
    #[test]
    fn the_signature_matches_openssl() {
        let header = "t=1790000000,v1=b36f4c72cd593b9c0b21f15a9eadcc506bc56028839405b372888a01e8aa7aa1";
        assert_eq!(secret().sign(BODY, at(0)), header);
    }

    #[test]
    fn one_valid_signature_of_several_is_enough() {
        let (old, new) = (WebhookSecret::new("whsec_old"), secret());
        let mac = |secret: &WebhookSecret| secret.sign(BODY, at(0)).split_once(',').unwrap().1.to_owned();
        let header = format!("t=1790000000, {}, v0=00,{}", mac(&old), mac(&new));
        assert_eq!(new.check(&header, BODY, at(1)), Ok(()));
        assert_eq!(old.check(&header, BODY, at(1)), Ok(()));
    }

    #[test]
    fn another_body_time_or_secret_is_refused() {
        let header = secret().sign(BODY, at(0));
        let later = header.replace("t=1790000000", "t=1790000001");
        assert_eq!(secret().check(&header, b"{}", at(0)), Err(BadSignature::Wrong));
        assert_eq!(secret().check(&later, BODY, at(0)), Err(BadSignature::Wrong));
        assert_eq!(WebhookSecret::new("").check(&header, BODY, at(0)), Err(BadSignature::Wrong));
        let cut = &header[..header.len() - 2];
        assert_eq!(secret().check(cut, BODY, at(0)), Err(BadSignature::Wrong));
    }

    #[test]
    fn a_malformed_signature_is_refused() {
        let tag = secret().sign(BODY, at(0)).split_once(',').unwrap().1.to_owned();
        for header in [
            "",
            "t=1790000000",
            "t=now,v1=00",
            "t=1790000000,v1=",
            "t=1790000000,v1=0",
            "t=1790000000,v1=zz",
            "t=1790000000,v1=é",
            "t=1790000000,v0=00",
            "t=9223372036854775807,v1=00",
            ",,=,=",
            &tag,
        ] {
            assert_eq!(secret().check(header, BODY, at(0)), Err(BadSignature::Unreadable), "{header}");
        }
    }
}
