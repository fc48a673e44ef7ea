//! The audited subjects, and how decisions change them.

use serde_json::{Map, Value};
use shared_events::{Personal, shop::ProductDetails};
use uuid::Uuid;

/// The known state of a subject.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// `merchant`, `user`, `product`, `order` or `checkout`.
    pub(crate) kind: String,
    /// The merchant that it belongs to; a merchant belongs to itself.
    pub(crate) merchant_id: Option<Uuid>,
    /// `None` where it is a person's name.
    pub(crate) name: Option<String>,
    /// The audited state, as entries show it.
    pub(crate) state: Map<String, Value>,
    /// The fields of a product that admins review.
    pub(crate) details: Option<ProductDetails>,
}

/// A decision about a subject.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) action: &'static str,
    pub(crate) reason: Option<Reason>,
    /// `None`: the subject did not exist.
    pub(crate) before: Option<Map<String, Value>>,
    /// `None`: the subject is gone.
    pub(crate) after: Option<Map<String, Value>>,
}

/// The reason of a decision.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    /// `None` when the person it belongs to was erased.
    pub(crate) text: Option<String>,
    /// The person it belongs to, if any.
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
    /// The decision that creates the subject.
    pub(crate) fn begins(&self, action: &'static str) -> Decision {
        Decision { action, reason: None, before: None, after: Some(self.state.clone()) }
    }

    /// The decision that sets these members of the state.
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
    /// Adds this reason, if there is one.
    pub(crate) fn because(self, reason: Option<impl Into<Reason>>) -> Self {
        Self { reason: reason.map(Into::into), ..self }
    }
}

/// The members of a value that must be a JSON object.
pub(crate) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
