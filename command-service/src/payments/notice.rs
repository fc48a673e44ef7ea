//! Webhook messages of a provider, in Stripe's terms; the sandbox uses them too.

use serde::Deserialize;
use serde_json::Value;
use shared_events::{Cents, events::DisputeOutcome, ids::CheckoutId};

use super::signature::BadSignature;

/// The key in a payment's metadata that holds the shop's checkout id.
pub(super) const CHECKOUT: &str = "checkout";

/// An event at the provider. It is only a hint: the provider is queried before any money is moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Paid(CheckoutId),
    /// A refund of the payment with this id was made or has failed.
    Refunded(String),
    /// The customer's bank disputes a payment, or has decided the dispute.
    Disputed {
        /// The provider's id of the payment.
        intent: String,
        dispute: Dispute,
    },
    /// An event that the shop ignores.
    Other,
}

/// A dispute that a customer's bank has opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The provider's id of the dispute.
    pub id: String,
    pub amount: Cents,
    /// The provider's reason: `fraudulent`, `product_not_received`, …
    pub reason: String,
    /// Present once the bank has decided.
    pub outcome: Option<DisputeOutcome>,
}

/// Why a message is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoticeError {
    /// The signature is not the provider's.
    #[error(transparent)]
    Signature(#[from] BadSignature),
    /// The message is not an event, or not of the kind that it claims to be.
    #[error("This is not an event of the payment provider")]
    Unreadable,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

#[derive(Deserialize)]
struct PaidIntent {
    #[serde(default)]
    metadata: Value,
}

/// A charge or a refund in a message.
#[derive(Deserialize)]
struct OfIntent {
    /// `None` for payments of other kinds.
    payment_intent: Option<String>,
}

#[derive(Deserialize)]
struct DisputeObject {
    id: String,
    amount: i64,
    reason: String,
    status: String,
    payment_intent: Option<String>,
}

impl Notice {
    /// Parses an event.
    pub(super) fn read(body: &[u8]) -> Result<Self, NoticeError> {
        let unreadable = |_| NoticeError::Unreadable;
        let Event { kind, data: Data { object } } = serde_json::from_slice(body).map_err(unreadable)?;
        Ok(match kind.as_str() {
            "payment_intent.succeeded" => {
                let intent: PaidIntent = serde_json::from_value(object).map_err(unreadable)?;
                // The same account may have payments that were not made for checkouts of this shop.
                let checkout = intent.metadata[CHECKOUT].as_str().and_then(|id| id.parse().ok());
                checkout.map_or(Self::Other, Self::Paid)
            }
            "charge.refunded"
            | "charge.refund.updated"
            | "refund.created"
            | "refund.updated"
            | "refund.failed" => {
                let refunded: OfIntent = serde_json::from_value(object).map_err(unreadable)?;
                refunded.payment_intent.map_or(Self::Other, Self::Refunded)
            }
            "charge.dispute.created" | "charge.dispute.updated" | "charge.dispute.closed" => {
                let object: DisputeObject = serde_json::from_value(object).map_err(unreadable)?;
                object.payment_intent.clone().map_or(Self::Other, |intent| object.of(intent))
            }
            _ => Self::Other,
        })
    }
}

impl DisputeObject {
    fn of(self, intent: String) -> Notice {
        let outcome = match self.status.as_str() {
            "won" => Some(DisputeOutcome::Won),
            "lost" => Some(DisputeOutcome::Lost),
            "warning_closed" | "prevented" => Some(DisputeOutcome::Withdrawn),
            _ => None,
        };
        let Self { id, amount, reason, .. } = self;
        Notice::Disputed { intent, dispute: Dispute { id, amount: Cents(amount), reason, outcome } }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn read(kind: &str, object: &Value) -> Result<Notice, NoticeError> {
        Notice::read(json!({"id": "evt_1", "type": kind, "data": {"object": object}}).to_string().as_bytes())
    }

    #[test]
    fn a_payment_message_names_its_checkout() {
        let id = CheckoutId::new(Uuid::from_u128(7));
        let ours = json!({"id": "pi_1", "metadata": {"checkout": id}});
        assert_eq!(read("payment_intent.succeeded", &ours), Ok(Notice::Paid(id)));
        for foreign in [json!({}), json!({"metadata": {}}), json!({"metadata": {"checkout": "x"}})] {
            assert_eq!(read("payment_intent.succeeded", &foreign), Ok(Notice::Other));
        }
    }

    #[test]
    fn a_refund_message_names_its_payment() {
        for kind in
            ["charge.refunded", "refund.created", "refund.updated", "refund.failed", "charge.refund.updated"]
        {
            let object = json!({"id": "x_1", "payment_intent": "pi_1"});
            assert_eq!(read(kind, &object), Ok(Notice::Refunded("pi_1".to_owned())));
            assert_eq!(read(kind, &json!({"payment_intent": null})), Ok(Notice::Other));
        }
    }

    #[test]
    fn a_dispute_is_open_until_it_is_decided() {
        for (status, outcome) in [
            ("needs_response", None),
            ("under_review", None),
            ("won", Some(DisputeOutcome::Won)),
            ("lost", Some(DisputeOutcome::Lost)),
            ("warning_closed", Some(DisputeOutcome::Withdrawn)),
        ] {
            let object = json!({
                "id": "dp_1", "amount": 891, "reason": "fraudulent", "status": status, "payment_intent": "pi_1",
            });
            let dispute = Dispute {
                id: "dp_1".to_owned(),
                amount: Cents(8_91),
                reason: "fraudulent".to_owned(),
                outcome,
            };
            let expected = Notice::Disputed { intent: "pi_1".to_owned(), dispute };
            assert_eq!(read("charge.dispute.updated", &object), Ok(expected));
        }
    }

    #[test]
    fn other_events_are_ignored_and_malformed_messages_refused() {
        for kind in ["payment_intent.created", "customer.created", "a.new.kind"] {
            assert_eq!(read(kind, &json!({})), Ok(Notice::Other));
        }
        for body in ["", "{", "[]", "{}", r#"{"type": "x"}"#, r#"{"type": "x", "data": {}}"#, "\u{0}"] {
            assert_eq!(Notice::read(body.as_bytes()), Err(NoticeError::Unreadable), "{body}");
        }
        for kind in ["charge.refunded", "charge.dispute.created", "payment_intent.succeeded"] {
            assert_eq!(read(kind, &json!("text")), Err(NoticeError::Unreadable), "{kind}");
        }
    }
}
