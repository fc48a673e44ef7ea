//! Messages of the payment provider: a line with the signature, and the body. Unsigned ones are refused; signed ones are read,
//! whatever is in them.

use std::sync::{Arc, LazyLock};

use chrono::DateTime;
use command_service::payments::{
    NoticeError, PaymentProvider, WebhookSecret,
    stripe::{Stripe, StripeAccount},
};
use service_kit::SystemClock;

const SECRET: &str = "whsec_fuzzing";

static STRIPE: LazyLock<Stripe> = LazyLock::new(|| {
    let account = StripeAccount {
        secret_key: "sk_test_fuzzing".to_owned(),
        webhook_secret: WebhookSecret::new(SECRET),
        api_base: "http://127.0.0.1:1".to_owned(),
    };
    Stripe::new(account, Arc::new(SystemClock)).expect("a client that is never used")
});

pub fn run(input: &[u8]) {
    let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
    let line = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (header, body) = (&input[..line], input.get(line + 1..).unwrap_or_default());
    if let Ok(header) = std::str::from_utf8(header) {
        let outcome = STRIPE.notice(header, body, now);
        assert!(matches!(outcome, Err(NoticeError::Signature(_))), "unsigned, and accepted: {outcome:?}");
    }
    let signed = WebhookSecret::new(SECRET).sign(body, now);
    let outcome = STRIPE.notice(&signed, body, now);
    assert!(!matches!(outcome, Err(NoticeError::Signature(_))), "signed, and refused");
}
