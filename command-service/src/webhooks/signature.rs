//! Signatures by Standard Webhooks: `v1,<base64>` of an HMAC-SHA256 over `<message id>.<seconds>.<body>`. For a
//! day after a secret is replaced, a message has two signatures, separated by a space.

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use domain::webhook::Webhook;
use hmac::{Hmac, KeyInit, Mac};
use service_kit::token::Tokens;
use sha2::Sha256;
use shared_events::ids::WebhookId;

/// The secret as people copy it into their program: `whsec_` and the key in base64.
pub fn shown_secret(tokens: &Tokens, webhook: WebhookId, number: u32) -> String {
    format!("whsec_{}", STANDARD.encode(tokens.webhook_secret(webhook, number)))
}

/// The value of `webhook-signature` for a message that is sent now.
pub(crate) fn sign(
    tokens: &Tokens,
    (id, webhook): (WebhookId, &Webhook),
    message: &str,
    body: &str,
    now: DateTime<Utc>,
) -> String {
    let signed = |number| signature(&tokens.webhook_secret(id, number), message, now.timestamp(), body);
    webhook.secrets(now).into_iter().map(signed).collect::<Vec<_>>().join(" ")
}

fn signature(key: &[u8], message: &str, seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(format!("{message}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference libraries.
    #[test]
    fn a_message_is_signed_as_the_specification_says() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = signature(&key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, "{\"test\": 2432232314}");
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
