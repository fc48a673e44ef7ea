//! The rules of the shop: pure and synchronous. One folder an aggregate; in it `state.rs` says what decisions need to
//! know and how events change it, and each use case has a file with its command, its refusals, `decide` and its
//! given/when/then tests.

pub mod account;
pub mod checkout;
pub mod conversation;
pub mod correspondence;
pub mod credential;
pub mod email;
pub mod favourite;
pub mod form;
pub mod inbox;
pub mod inquiry;
pub mod name;
pub mod operation;
pub mod order;
pub mod product;
pub mod review;
pub mod session;
pub mod shopper;
pub mod stall;
pub mod stock;
#[cfg(test)]
pub(crate) mod testing;

use serde::{Serialize, de::DeserializeOwned};
use shared_events::Event;

/// What decisions about one stream need to know, folded from its events. `Default` is the state before any event.
pub trait Aggregate: Clone + Default + Send + Sync + 'static {
    /// The stream's events.
    type Event: Event;

    /// Whether the state of a busy stream is kept in memory between commands, so that a long history is read once. Only
    /// for states without personal data, which must not outlive its key.
    const KEPT: bool = false;

    /// How snapshots of long streams are written and read; none: there are none. Only for states without personal data.
    const SNAPSHOTS: Option<SnapshotFormat<Self>> = None;

    /// Whether the last event alone says all that decisions need, so that a long history need not be read.
    const LAST_IS_ALL: bool = false;

    /// The state after an event. Total: history is never refused.
    #[must_use]
    fn evolve(self, event: &Self::Event) -> Self;

    /// The state after a history.
    fn fold<'a>(events: impl IntoIterator<Item = &'a Self::Event>) -> Self {
        events.into_iter().fold(Self::default(), Self::evolve)
    }
}

/// How the state of a long stream is kept outside of its stream.
pub struct SnapshotFormat<A> {
    /// To be raised whenever the state's members or `evolve` change: snapshots with another number are not used.
    pub fold_version: i32,
    /// The state as JSON.
    pub to_json: fn(&A) -> Option<String>,
    /// The state from its JSON; none if it cannot be read.
    pub from_json: fn(&str) -> Option<A>,
}

impl<A: Serialize + DeserializeOwned> SnapshotFormat<A> {
    /// The format of this version of the code.
    pub const fn json(fold_version: i32) -> Self {
        Self {
            fold_version,
            to_json: |state| serde_json::to_string(state).ok(),
            from_json: |text| serde_json::from_str(text).ok(),
        }
    }
}
