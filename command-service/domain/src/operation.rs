//! An audit record of an operator's act on a view or on a parked event. The projections and process managers decide
//! whether the act is possible; this stream records who requested it and why.

use std::convert::Infallible;

use shared_events::events::{Operated, OperationEvent, OperatorAct};
use uuid::Uuid;

use super::{
    Aggregate, Command,
    form::{FieldRefusal, at_most, note, required},
};

/// The most characters of a reason.
const LONGEST_REASON: usize = 500;

/// The audit stream of one view or parked event. It has no state: every act is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations;

impl Aggregate for Operations {
    type Event = OperationEvent;

    const LAST_EVENT_HOLDS_STATE: bool = true;

    fn evolve(self, event: &OperationEvent) -> Self {
        match event {
            OperationEvent::OperatorActed { .. } | OperationEvent::OperatorActFailed { .. } => self,
        }
    }
}

/// An operator's act; the command records it before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub act: OperatorAct,
    /// The view or the parked event.
    pub target: Operated,
    /// The operator's reason, if given.
    pub reason: Option<String>,
}

impl Command for Operation {
    type Aggregate = Operations;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.target.id()
    }

    fn decide(&self, _: &Operations) -> Result<Vec<OperationEvent>, Infallible> {
        let Self { act, target, reason } = self.clone();
        Ok(vec![OperationEvent::OperatorActed { act, target, reason }])
    }
}

/// Record that an operator's act failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordOperationFailure<'a> {
    /// The act.
    pub operation: &'a Operation,
    /// Why it failed.
    pub cause: String,
}

impl Command for RecordOperationFailure<'_> {
    type Aggregate = Operations;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.operation.stream()
    }

    fn decide(&self, _: &Operations) -> Result<Vec<OperationEvent>, Infallible> {
        let Operation { act, target, .. } = self.operation.clone();
        Ok(vec![OperationEvent::OperatorActFailed { act, target, cause: self.cause.clone() }])
    }
}

/// Trims a reason.
///
/// # Errors
/// It is empty or too long.
pub fn reason(given: &str) -> Result<String, FieldRefusal> {
    let reason = required("reason", "A reason", note(Some(given)))?;
    at_most("reason", "The reason", &reason, LONGEST_REASON)?;
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::given;

    #[test]
    fn every_act_and_failure_is_recorded_whatever_came_before() {
        let (act, target) = (OperatorAct::Pause, Operated::view("orders".to_owned()));
        let reason = Some("Too slow at noon".to_owned());
        let operation = Operation { act, target: target.clone(), reason: reason.clone() };
        let acted = OperationEvent::OperatorActed { act, target: target.clone(), reason };
        let failed =
            OperationEvent::OperatorActFailed { act, target, cause: "This view is paused".to_owned() };
        let failure =
            RecordOperationFailure { operation: &operation, cause: "This view is paused".to_owned() };
        assert_eq!([operation.stream(), failure.stream()], [operation.target.id(); 2]);
        for history in [vec![], vec![acted.clone()], vec![acted.clone(), failed.clone()]] {
            given::<Operations>(&history).when(&operation).then(std::slice::from_ref(&acted));
            given::<Operations>(&history).when(&failure).then(std::slice::from_ref(&failed));
        }
    }

    #[test]
    fn a_reason_is_neither_empty_nor_too_long() {
        assert_eq!(reason(" Too slow \n").unwrap(), "Too slow");
        assert_eq!(reason(" \n").unwrap_err().to_string(), "A reason is required");
        let longest = "é".repeat(LONGEST_REASON);
        assert_eq!(reason(&longest).unwrap(), longest);
        let refusal = reason(&format!("{longest}!")).unwrap_err();
        assert_eq!(refusal.to_string(), "The reason is too long: at most 500 characters");
    }
}
