//! The audited subjects, and how decisions change their state.

use serde_json::{Map, Value};
use shared_events::{Personal, shop::ProductDetails};
use uuid::Uuid;

/// The known state of a subject.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// `merchant`, `user`, `product`, `order` or `checkout`.
    pub(crate) kind: String,
    /// The subject's merchant. A merchant's own entry has the merchant here.
    pub(crate) merchant_id: Option<Uuid>,
    /// `None` where the name would be a person's.
    pub(crate) name: Option<String>,
    /// The audited state, as entries show it.
    pub(crate) state: Map<String, Value>,
    /// The fields of a product that admins review.
    pub(crate) details: Option<ProductDetails>,
    /// The instructions for pickup of a product whose details have none.
    pub(crate) instructions: Option<String>,
}

/// A decision about a subject.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) action: &'static str,
    pub(crate) reason: Option<Reason>,
    /// `None`: the subject did not exist before.
    pub(crate) before: Option<Map<String, Value>>,
    /// `None`: the subject no longer exists.
    pub(crate) after: Option<Map<String, Value>>,
}

/// The reason of a decision.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    /// `None` when the person to whom the text belongs was erased.
    pub(crate) text: Option<String>,
    /// The person to whom the text belongs, if it is personal.
    pub(crate) of: Option<Uuid>,
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Self { text: Some(text), of: None }
    }
}

impl From<Personal<String>> for Reason {
    fn from(reason: Personal<String>) -> Self {
        Self { of: Some(reason.subject()), text: reason.into_inner() }
    }
}

impl Subject {
    /// Makes the decision that creates the subject.
    pub(crate) fn begins(&self, action: &'static str) -> Decision {
        Decision { action, reason: None, before: None, after: Some(self.state.clone()) }
    }

    /// Sets these members of the state, and makes the decision about it.
    pub(crate) fn becomes(&mut self, action: &'static str, members: Value) -> Decision {
        let before = self.state.clone();
        self.set(members);
        Decision { action, reason: None, before: Some(before), after: Some(self.state.clone()) }
    }

    pub(crate) fn ends(&self, action: &'static str) -> Decision {
        Decision { action, reason: None, before: Some(self.state.clone()), after: None }
    }

    /// Sets these members of the state.
    pub(crate) fn set(&mut self, members: Value) {
        self.state.extend(object(members));
    }
}

impl Decision {
    /// Adds the reason, if there is one.
    pub(crate) fn because(self, reason: Option<impl Into<Reason>>) -> Self {
        Self { reason: reason.map(Into::into), ..self }
    }
}

/// Unwraps a value that must be a JSON object.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
