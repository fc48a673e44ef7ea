//! The business rules: pure, synchronous functions over events. Each aggregate has a folder. Its `state.rs`
//! folds the events into the state that decisions need; each use case has a file with its command, its
//! refusals, its decision ([`Command`]) and its given/when/then tests.

pub mod account;
pub mod api_key;
pub mod checkout;
pub mod conversation;
pub mod correspondence;
pub mod credential;
pub mod delivery;
pub mod email;
pub mod favourite;
pub mod form;
pub mod inbox;
pub mod inquiry;
pub mod name;
pub mod operation;
pub mod order;
pub mod phone;
pub mod product;
pub mod rate_limits;
pub mod review;
pub mod revision;
pub mod session;
pub mod shopper;
pub mod stall;
pub mod stock;
#[cfg(test)]
mod testing;
pub mod upload;
mod web_page;
pub mod webhook;
mod zip_code;

use serde::{Serialize, de::DeserializeOwned};
use shared_events::Event;
use uuid::Uuid;

/// The state of one stream that decisions need, folded from its events. `Default` is the state before the first
/// event.
pub trait Aggregate: Clone + Default + Send + Sync + 'static {
    /// The type of the stream's events.
    type Event: Event;

    /// Whether the state stays in memory between commands, so that the history of a busy stream is read once.
    /// Only for states without personal data, which must not outlive its key.
    const STAYS_IN_MEMORY: bool = false;

    /// The snapshot format for long streams, if they have snapshots. Only for states without personal data.
    const SNAPSHOTS: Option<SnapshotFormat<Self>> = None;

    /// Whether the last event alone determines the state, so that the history need not be read.
    const LAST_EVENT_HOLDS_STATE: bool = false;

    /// The state after an event. Never fails: events in the log are facts.
    #[must_use]
    fn evolve(self, event: &Self::Event) -> Self;

    /// The state after these events.
    fn fold<'a>(events: impl IntoIterator<Item = &'a Self::Event>) -> Self {
        events.into_iter().fold(Self::default(), Self::evolve)
    }
}

/// A request to change one stream. The writer of the command service loads the stream's aggregate, decides, and
/// appends the events.
pub trait Command {
    /// The aggregate whose history the decision depends on.
    type Aggregate: Aggregate;
    /// Reasons to refuse the command; `Infallible` if it is never refused.
    type Refusal;

    /// Id of the stream.
    fn stream(&self) -> Uuid;

    /// Returns the events to append, or the refusal. No events: the command changes nothing.
    ///
    /// # Errors
    /// A rule of the shop forbids the command.
    fn decide(
        &self,
        aggregate: &Self::Aggregate,
    ) -> Result<Vec<<Self::Aggregate as Aggregate>::Event>, Self::Refusal>;
}

/// How the state of a long stream is serialized as a snapshot.
pub struct SnapshotFormat<A> {
    /// Raised whenever the state's fields or `evolve` change: snapshots with another version are ignored.
    pub fold_version: i32,
    /// Serializes the state as JSON.
    pub to_json: fn(&A) -> Option<String>,
    /// Parses the state. `None` if it is unreadable.
    pub from_json: fn(&str) -> Option<A>,
}

impl<A: Serialize + DeserializeOwned> SnapshotFormat<A> {
    pub const fn json(fold_version: i32) -> Self {
        Self {
            fold_version,
            to_json: |state| serde_json::to_string(state).ok(),
            from_json: |text| serde_json::from_str(text).ok(),
        }
    }
}
