//! The events of operators' acts on views, on parked streams and steps, and on a person's data: `operation-<id>`, one
//! stream for each target.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use uuid::Uuid;

use crate::{codec::Event, envelope::StreamId, events::AccountEvent, ids::AccountId};

/// The namespace of the stream ids, which are derived from the targets.
const NAMESPACE: Uuid = Uuid::from_u128(0x6f70_6572_6174_496f_8e00_0000_0000_0001);

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum OperatorAct {
    /// Rebuilds a view.
    Rebuild,
    /// Rebuilds a view, and holds the build until an operator has seen its differences.
    Review,
    /// Lets a held build serve.
    Swap,
    /// Drops a view's unfinished build.
    Cancel,
    /// Lets a view's previous generation serve again.
    Rollback,
    /// Pauses a view.
    Pause,
    /// Resumes a paused view.
    Resume,
    /// Retries a parked stream or step.
    Retry,
    /// Skips a parked event, or a failing step.
    Skip,
    /// Makes a process manager run a step at once.
    RunNow,
    /// Exports everything that the log holds about a person.
    Export,
    /// Erases a person.
    Erase,
}

impl OperatorAct {
    /// The name of the act in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The kind of an operation's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum OperatedKind {
    /// A view.
    View,
    /// A stream that a view has parked.
    ParkedStream,
    /// A step of a process manager that waits, fails or was given up, or a stream that the process manager cannot read.
    ParkedStep,
    /// A person with an account.
    Person,
}

impl OperatedKind {
    /// The name of the kind in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The target of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Operated {
    /// The kind of target.
    pub kind: OperatedKind,
    /// The name of the view or process manager; for a person, the account's id.
    pub name: String,
    /// The parked stream, or the stream of the person's account; `None` for a view.
    pub stream: Option<StreamId>,
}

impl Operated {
    /// The target for acts on a view.
    pub const fn view(name: String) -> Self {
        Self { kind: OperatedKind::View, name, stream: None }
    }

    /// The target for acts on a stream that a view has parked.
    pub const fn parked_stream(view: String, stream: StreamId) -> Self {
        Self { kind: OperatedKind::ParkedStream, name: view, stream: Some(stream) }
    }

    /// The target for acts on a process manager's step about a stream.
    pub const fn parked_step(manager: String, stream: StreamId) -> Self {
        Self { kind: OperatedKind::ParkedStep, name: manager, stream: Some(stream) }
    }

    /// The target for acts on a person with an account.
    pub fn person(account: AccountId) -> Self {
        let stream = StreamId::new(AccountEvent::CATEGORY, account.uuid());
        Self { kind: OperatedKind::Person, name: account.to_string(), stream: Some(stream) }
    }

    /// The id of the stream that records the operations on this target.
    pub fn id(&self) -> Uuid {
        let Self { kind, name, stream } = self;
        let stream = stream.as_ref().map(ToString::to_string).unwrap_or_default();
        Uuid::new_v5(&NAMESPACE, format!("{} {name} {stream}", kind.as_str()).as_bytes())
    }
}

/// An event of operators' acts on one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum OperationEvent {
    /// An operator is about to act.
    OperatorActed {
        /// The act.
        act: OperatorAct,
        /// The target.
        target: Operated,
        /// The operator's reason, if given.
        reason: Option<String>,
    },
    /// The act failed.
    OperatorActFailed {
        /// The act.
        act: OperatorAct,
        /// The target.
        target: Operated,
        /// The cause of the failure, without personal data.
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
    fn every_target_has_its_own_stream() {
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
