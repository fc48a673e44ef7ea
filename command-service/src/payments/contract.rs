//! The contract of a payment provider, as a test suite that every adapter runs.

use chrono::DateTime;
use futures_util::future::join_all;
use shared_events::{Cents, ids::CheckoutId};
use uuid::Uuid;

use super::{
    BadSignature, IntentStatus, NoticeError, PaymentError, PaymentProvider, ProviderIntent, WebhookSecret,
};

/// Runs all tests. `pay` pays with a valid card, as a customer's browser does, and returns whether the card was
/// accepted.
pub(super) async fn check(provider: &dyn PaymentProvider, pay: impl AsyncFn(&ProviderIntent) -> bool) {
    an_intent_is_made_once(provider).await;
    what_was_made_is_listed(provider, &pay).await;
    what_is_paid_cannot_be_given_up(provider, &pay).await;
    what_is_given_up_cannot_be_paid(provider, &pay).await;
    paying_and_giving_up_have_one_winner(provider, &pay).await;
    a_key_is_one_refund(provider, &pay).await;
    refunds_at_once_never_exceed_what_was_captured(provider, &pay).await;
    what_is_unknown_is_refused(provider).await;
    what_is_not_signed_is_not_heard(provider);
}

async fn intent(provider: &dyn PaymentProvider, number: u128) -> ProviderIntent {
    provider.create_intent(CheckoutId::new(Uuid::from_u128(number)), Cents(10_00)).await.unwrap()
}

async fn status(provider: &dyn PaymentProvider, intent: &ProviderIntent) -> IntentStatus {
    provider.retrieve(&intent.id).await.unwrap().unwrap().status
}

async fn an_intent_is_made_once(provider: &dyn PaymentProvider) {
    let first = intent(provider, 1).await;
    assert_eq!(first.status, IntentStatus::RequiresPaymentMethod);
    assert_eq!((first.checkout_id.uuid(), first.amount), (Uuid::from_u128(1), Cents(10_00)));
    assert_eq!(intent(provider, 1).await, first);
    assert_eq!(provider.retrieve(&first.id).await.unwrap(), Some(first.clone()));
    let other = intent(provider, 2).await;
    assert_ne!(other.id, first.id);
    assert_ne!(other.client_secret, first.client_secret);
}

/// Tests a list of more payments than fit on one page.
async fn what_was_made_is_listed(
    provider: &dyn PaymentProvider,
    pay: &impl AsyncFn(&ProviderIntent) -> bool,
) {
    let mut made: Vec<ProviderIntent> = Vec::new();
    for number in 1_000..1_103 {
        made.push(intent(provider, number).await);
    }
    assert!(pay(&made[7]).await);
    assert_eq!(provider.cancel(&made[8].id).await.unwrap(), IntentStatus::Canceled);
    let listed = provider.intents_since(DateTime::UNIX_EPOCH).await.unwrap();
    for (number, intent) in made.iter().enumerate() {
        let found: Vec<_> = listed.iter().filter(|one| one.id == intent.id).collect();
        assert_eq!(found.len(), 1, "{}", intent.id);
        let status = match number {
            7 => IntentStatus::Succeeded,
            8 => IntentStatus::Canceled,
            _ => IntentStatus::RequiresPaymentMethod,
        };
        assert_eq!((found[0].status, found[0].checkout_id), (status, intent.checkout_id));
    }
    let far_off = DateTime::from_timestamp(9_000_000_000, 0).unwrap();
    assert_eq!(provider.intents_since(far_off).await.unwrap(), []);
}

async fn what_is_paid_cannot_be_given_up(
    provider: &dyn PaymentProvider,
    pay: &impl AsyncFn(&ProviderIntent) -> bool,
) {
    let intent = intent(provider, 3).await;
    assert!(pay(&intent).await);
    assert_eq!(provider.cancel(&intent.id).await.unwrap(), IntentStatus::Succeeded);
    assert_eq!(status(provider, &intent).await, IntentStatus::Succeeded);
}

async fn what_is_given_up_cannot_be_paid(
    provider: &dyn PaymentProvider,
    pay: &impl AsyncFn(&ProviderIntent) -> bool,
) {
    let intent = intent(provider, 4).await;
    for _ in 0..2 {
        assert_eq!(provider.cancel(&intent.id).await.unwrap(), IntentStatus::Canceled);
    }
    assert!(!pay(&intent).await);
    assert_eq!(status(provider, &intent).await, IntentStatus::Canceled);
}

async fn refunded(provider: &dyn PaymentProvider, intent: &ProviderIntent) -> Option<Cents> {
    provider.retrieve(&intent.id).await.unwrap().unwrap().refunded
}

async fn paying_and_giving_up_have_one_winner(
    provider: &dyn PaymentProvider,
    pay: &impl AsyncFn(&ProviderIntent) -> bool,
) {
    for round in 0..20 {
        let intent = intent(provider, 100 + round).await;
        let (paid, cancelled) = futures_util::join!(pay(&intent), provider.cancel(&intent.id));
        let (expected, left) = (status(provider, &intent).await, cancelled.unwrap());
        assert_eq!(left, expected, "round {round}: the answer to the cancel is what is true");
        assert_eq!(paid, expected == IntentStatus::Succeeded, "round {round}");
    }
}

async fn a_key_is_one_refund(provider: &dyn PaymentProvider, pay: &impl AsyncFn(&ProviderIntent) -> bool) {
    let intent = intent(provider, 5).await;
    let early = provider.refund(&intent.id, Cents(1), "early").await;
    assert!(matches!(early, Err(PaymentError::Refused(_))), "{early:?}");
    assert!(pay(&intent).await);
    assert_eq!(refunded(provider, &intent).await, Some(Cents::ZERO));
    let ids = join_all((0..5).map(|_| provider.refund(&intent.id, Cents(4_00), "one"))).await;
    let mut ids: Vec<String> = ids.into_iter().map(Result::unwrap).collect();
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert_ne!(provider.refund(&intent.id, Cents(6_00), "two").await.unwrap(), ids[0]);
    let beyond = provider.refund(&intent.id, Cents(1), "three").await;
    assert!(matches!(beyond, Err(PaymentError::Refused(_))), "{beyond:?}");
    assert_eq!(refunded(provider, &intent).await, Some(Cents(10_00)));
    let mut made: Vec<_> = provider.refunds(&intent.id).await.unwrap();
    made.sort_by_key(|refund| refund.amount);
    let made: Vec<_> = made.iter().map(|refund| (refund.amount, refund.key.as_deref())).collect();
    assert_eq!(made, [(Cents(4_00), Some("one")), (Cents(6_00), Some("two"))]);
}

async fn refunds_at_once_never_exceed_what_was_captured(
    provider: &dyn PaymentProvider,
    pay: &impl AsyncFn(&ProviderIntent) -> bool,
) {
    let intent = intent(provider, 6).await;
    assert!(pay(&intent).await);
    let keys: Vec<String> = (0..20).map(|number| format!("refund {number}")).collect();
    let refunds = join_all(keys.iter().map(|key| provider.refund(&intent.id, Cents(1_00), key))).await;
    assert_eq!(refunds.iter().filter(|refund| refund.is_ok()).count(), 10);
}

async fn what_is_unknown_is_refused(provider: &dyn PaymentProvider) {
    assert_eq!(provider.retrieve("pi_unknown").await.unwrap(), None);
    assert_eq!(provider.cancel("pi_unknown").await.unwrap(), IntentStatus::Canceled);
    let refund = provider.refund("pi_unknown", Cents(1), "key").await;
    assert!(matches!(refund, Err(PaymentError::Refused(_))), "{refund:?}");
}

fn what_is_not_signed_is_not_heard(provider: &dyn PaymentProvider) {
    let body = br#"{"type": "payment_intent.succeeded", "data": {"object": {}}}"#;
    let now = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
    let guess = WebhookSecret::new("guess").sign(body, now);
    assert_eq!(provider.notice("", body, now), Err(NoticeError::Signature(BadSignature::Unreadable)));
    assert_eq!(provider.notice(&guess, body, now), Err(NoticeError::Signature(BadSignature::Wrong)));
}
