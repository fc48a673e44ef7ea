//! A thing that is decided about, and what a decision makes of it.

use serde_json::{Map, Value};
use shared_events::{Personal, shop::ProductDetails};
use uuid::Uuid;

/// What is known of a thing when something happens to it.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    /// `merchant`, `user`, `product`, `order` or `checkout`.
    pub(super) kind: String,
    /// Whose it is; a merchant is its own.
    pub(super) merchant_id: Option<Uuid>,
    /// None where it is a person's name.
    pub(super) name: Option<String>,
    /// What decisions change of it, as entries show it.
    pub(super) state: Map<String, Value>,
    /// What admins review of a product.
    pub(super) details: Option<ProductDetails>,
}

/// A decision about a thing.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) action: &'static str,
    pub(super) reason: Option<Reason>,
    /// None: the thing was not there.
    pub(super) before: Option<Map<String, Value>>,
    /// None: the thing is gone.
    pub(super) after: Option<Map<String, Value>>,
}

/// Why something was decided.
#[derive(Clone, Debug)]
pub(super) struct Reason {
    /// None when whoever it belongs to was erased.
    pub(super) text: Option<String>,
    /// Whose it is, if it is anybody's.
    pub(super) of: Option<Uuid>,
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

impl Thing {
    /// The decision with which the thing begins to be there.
    pub(super) fn begins(&self, action: &'static str) -> Decision {
        Decision { action, reason: None, before: None, after: Some(self.state.clone()) }
    }

    /// The decision that sets these members of the state.
    pub(super) fn becomes(&mut self, action: &'static str, members: Value) -> Decision {
        let before = self.state.clone();
        self.set(members);
        Decision { action, reason: None, before: Some(before), after: Some(self.state.clone()) }
    }

    /// The decision after which the thing is not there any more.
    pub(super) fn ends(&self, action: &'static str) -> Decision {
        Decision { action, reason: None, before: Some(self.state.clone()), after: None }
    }

    /// Sets these members of the state.
    pub(super) fn set(&mut self, members: Value) {
        self.state.extend(object(members));
    }
}

impl Decision {
    /// The same for this reason, if there is one.
    pub(super) fn because(self, reason: Option<impl Into<Reason>>) -> Self {
        Self { reason: reason.map(Into::into), ..self }
    }
}

/// The members of a value that is written as an object.
pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
