//! What operators do about views, about what is parked and about a person's data: `operation-<id>`, a stream for each
//! thing that is operated on.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use uuid::Uuid;

use crate::{codec::Event, envelope::StreamId, events::AccountEvent, ids::AccountId};

/// Ids of streams are made from what they are about.
const NAMESPACE: Uuid = Uuid::from_u128(0x6f70_6572_6174_496f_8e00_0000_0000_0001);

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum OperatorAct {
    /// Has a view built anew.
    Rebuild,
    /// Has a view built anew, and kept until an operator has seen its differences.
    Review,
    /// Lets a build serve that was kept for this.
    Swap,
    /// Drops a view's unfinished build.
    Cancel,
    /// Lets a view's build before serve again.
    Rollback,
    /// Keeps a view where it is.
    Pause,
    /// Lets a paused view go on.
    Resume,
    /// Tries something parked again.
    Retry,
    /// Goes on without something parked, or without a step that fails.
    Skip,
    /// Has a process manager do a step at once.
    RunNow,
    /// Reads everything that the log holds about a person.
    Export,
    /// Forgets a person.
    Erase,
}

impl OperatorAct {
    /// The word used in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What kind of thing is operated on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum OperatedKind {
    /// A view.
    View,
    /// A stream that a view has parked.
    ParkedStream,
    /// A step of a process manager that waits, fails or is given up, or a stream that it cannot read.
    ParkedStep,
    /// Somebody with an account.
    Person,
}

impl OperatedKind {
    /// The word used in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What is operated on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Operated {
    /// What kind of thing.
    pub kind: OperatedKind,
    /// The view's name, or the process manager's; of a person the account's id.
    pub name: String,
    /// What it has parked, or the person's account; none for the view as a whole.
    pub stream: Option<StreamId>,
}

impl Operated {
    /// A view as a whole.
    pub const fn view(name: String) -> Self {
        Self { kind: OperatedKind::View, name, stream: None }
    }

    /// A stream that a view has parked.
    pub const fn parked_stream(view: String, stream: StreamId) -> Self {
        Self { kind: OperatedKind::ParkedStream, name: view, stream: Some(stream) }
    }

    /// A process manager's step about a stream.
    pub const fn parked_step(manager: String, stream: StreamId) -> Self {
        Self { kind: OperatedKind::ParkedStep, name: manager, stream: Some(stream) }
    }

    /// Somebody with an account.
    pub fn person(account: AccountId) -> Self {
        let stream = StreamId::new(AccountEvent::CATEGORY, account.uuid());
        Self { kind: OperatedKind::Person, name: account.to_string(), stream: Some(stream) }
    }

    /// The id of the stream that tells what was done about it.
    pub fn id(&self) -> Uuid {
        let Self { kind, name, stream } = self;
        let stream = stream.as_ref().map(ToString::to_string).unwrap_or_default();
        Uuid::new_v5(&NAMESPACE, format!("{} {name} {stream}", kind.as_str()).as_bytes())
    }
}

/// What operators do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum OperationEvent {
    /// Somebody is about to do it.
    OperatorActed {
        /// What.
        act: OperatorAct,
        /// About what.
        target: Operated,
        /// Why, if somebody has said.
        reason: Option<String>,
    },
    /// It was not done after all.
    OperatorActFailed {
        /// What.
        act: OperatorAct,
        /// About what.
        target: Operated,
        /// Why it was not. Never what a failure said of a person's data.
        cause: String,
    },
}

impl Event for OperationEvent {
    const CATEGORY: &'static str = "operation";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_operated_on_has_a_stream_of_its_own() {
        let stream = |number| StreamId::new("order", Uuid::from_u128(number));
        let all = [
            Operated::view("orders".to_owned()),
            Operated::view("catalog".to_owned()),
            Operated::parked_stream("orders".to_owned(), stream(1)),
            Operated::parked_stream("orders".to_owned(), stream(2)),
            Operated::parked_step("orders".to_owned(), stream(1)),
            Operated::person(AccountId::new(Uuid::from_u128(1))),
        ];
        let ids: std::collections::BTreeSet<Uuid> = all.iter().map(Operated::id).collect();
        assert_eq!(ids.len(), all.len());
        assert_eq!(all[0].id(), Operated::view("orders".to_owned()).id());
    }
}
