//! A payment in the sandbox's books, and its state transitions.

use serde::{Deserialize, Serialize};
use shared_events::{Cents, ids::CheckoutId};
use uuid::Uuid;

use super::card::{Behaviour, Card};
use crate::payments::{IntentStatus, PaymentError, ProviderIntent, ProviderRefund};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    pub(super) id: String,
    checkout_id: CheckoutId,
    pub(super) client_secret: String,
    amount: Cents,
    pub(super) status: IntentStatus,
    refunds: Vec<Refund>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Refund {
    id: String,
    key: String,
    amount: Cents,
}

/// Why a card was not accepted. The texts are shown to customers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Declined {
    /// There is not enough money.
    #[error("Your card has insufficient funds.")]
    InsufficientFunds,
    /// Declined by the issuer without a reason.
    #[error("Your card was declined.")]
    Declined,
    #[error("This payment was cancelled. Please start the checkout again.")]
    Cancelled,
}

impl Intent {
    pub(super) fn new(checkout_id: CheckoutId, amount: Cents, secret: [u8; 16]) -> Self {
        // A checkout has one payment, so the id can derive from the checkout's.
        let id = format!("pi_{}", checkout_id.uuid().simple());
        Self {
            client_secret: format!("{id}_secret_{}", Uuid::from_bytes(secret).simple()),
            id,
            checkout_id,
            amount,
            status: IntentStatus::RequiresPaymentMethod,
            refunds: Vec::new(),
        }
    }

    /// Pays with a card. A paid payment stays paid, whatever the card.
    pub(super) fn confirm(&mut self, card: &Card, authenticated: bool) -> Result<(), Declined> {
        match self.status {
            IntentStatus::Succeeded => return Ok(()),
            IntentStatus::Canceled => return Err(Declined::Cancelled),
            _ => {}
        }
        let asked_before = self.status == IntentStatus::RequiresAction;
        let (status, outcome) = match card.behaviour() {
            Behaviour::Accepts => (IntentStatus::Succeeded, Ok(())),
            Behaviour::AsksForAuthentication if authenticated && asked_before => {
                (IntentStatus::Succeeded, Ok(()))
            }
            Behaviour::AsksForAuthentication => (IntentStatus::RequiresAction, Ok(())),
            Behaviour::HasNoFunds => (IntentStatus::RequiresPaymentMethod, Err(Declined::InsufficientFunds)),
            Behaviour::Declines => (IntentStatus::RequiresPaymentMethod, Err(Declined::Declined)),
        };
        self.status = status;
        outcome
    }

    /// Cancels it, unless it is paid.
    pub(super) fn cancel(&mut self) {
        if self.status != IntentStatus::Succeeded {
            self.status = IntentStatus::Canceled;
        }
    }

    /// Refunds a part, up to the captured amount; calls with the same key make one refund.
    pub(super) fn refund(&mut self, amount: Cents, key: &str) -> Result<String, PaymentError> {
        if let Some(before) = self.refunds.iter().find(|refund| refund.key == key) {
            return Ok(before.id.clone());
        }
        if self.status != IntentStatus::Succeeded || self.refunded() + amount > self.amount {
            return Err(PaymentError::Refused(format!("{amount} is more than what is left of {}", self.id)));
        }
        let id = format!("re_{}", Uuid::new_v5(&self.checkout_id.uuid(), key.as_bytes()).simple());
        self.refunds.push(Refund { id: id.clone(), key: key.to_owned(), amount });
        Ok(id)
    }

    fn refunded(&self) -> Cents {
        self.refunds.iter().map(|refund| refund.amount).sum()
    }

    pub(super) fn refunds(&self) -> Vec<ProviderRefund> {
        let refund = |Refund { id, key, amount }: &Refund| ProviderRefund {
            id: id.clone(),
            amount: *amount,
            key: Some(key.clone()),
            failure: None,
        };
        self.refunds.iter().map(refund).collect()
    }
}

impl From<Intent> for ProviderIntent {
    fn from(intent: Intent) -> Self {
        let refunded = intent.refunded();
        let Intent { id, checkout_id, client_secret, amount, status, .. } = intent;
        Self { id, checkout_id, status, client_secret, amount, refunded: Some(refunded) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intent() -> Intent {
        Intent::new(CheckoutId::new(Uuid::from_u128(7)), Cents(8_91), [1; 16])
    }

    fn card(number: &str) -> Card {
        Card { number: number.to_owned(), exp_month: 1, exp_year: 2030, cvc: "123".to_owned() }
    }

    #[test]
    fn after_a_decline_another_card_can_pay() {
        let mut intent = intent();
        assert_eq!(intent.confirm(&card("4000000000009995"), false), Err(Declined::InsufficientFunds));
        assert_eq!(intent.confirm(&card("4000000000000002"), false), Err(Declined::Declined));
        assert_eq!(intent.status, IntentStatus::RequiresPaymentMethod);
        assert_eq!(intent.confirm(&card("4242424242424242"), false), Ok(()));
        assert_eq!(intent.status, IntentStatus::Succeeded);
    }

    #[test]
    fn authentication_is_asked_for_once() {
        let mut intent = intent();
        let card = card("4000002500003155");
        // Claiming to be authenticated before it was requested has no effect.
        intent.confirm(&card, true).unwrap();
        assert_eq!(intent.status, IntentStatus::RequiresAction);
        intent.confirm(&card, false).unwrap();
        assert_eq!(intent.status, IntentStatus::RequiresAction);
        intent.confirm(&card, true).unwrap();
        assert_eq!(intent.status, IntentStatus::Succeeded);
    }

    #[test]
    fn a_paid_intent_cannot_be_cancelled_and_a_cancelled_one_not_paid() {
        let mut paid = intent();
        paid.confirm(&card("4242424242424242"), false).unwrap();
        paid.cancel();
        assert_eq!(paid.status, IntentStatus::Succeeded);
        let mut cancelled = intent();
        cancelled.cancel();
        assert_eq!(cancelled.confirm(&card("4242424242424242"), false), Err(Declined::Cancelled));
    }

    #[test]
    fn refunds_never_exceed_the_captured_amount() {
        let mut intent = intent();
        assert!(intent.refund(Cents(1), "early").is_err());
        intent.confirm(&card("4242424242424242"), false).unwrap();
        let first = intent.refund(Cents(8_00), "one").unwrap();
        assert_eq!(intent.refund(Cents(8_00), "one").unwrap(), first);
        assert!(intent.refund(Cents(92), "two").is_err());
        assert_ne!(intent.refund(Cents(91), "two").unwrap(), first);
    }
}
