//! What operators do about views and about what is parked. Whether it can be done is the projections' and the process
//! managers' to say: here it is written down who wants what and why.

use shared_events::events::{Operated, OperationEvent, OperatorAct};

use super::{
    Aggregate,
    form::{FieldRefusal, at_most, note, required},
};

/// The most characters of a reason.
const LONGEST_REASON: usize = 500;

/// What was done about one thing. Nothing is decided on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations;

impl Aggregate for Operations {
    type Event = OperationEvent;

    const LAST_IS_ALL: bool = true;

    fn evolve(self, event: &OperationEvent) -> Self {
        match event {
            OperationEvent::OperatorActed { .. } | OperationEvent::OperatorActFailed { .. } => self,
        }
    }
}

/// What an operator wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// What is to be done.
    pub act: OperatorAct,
    /// About what.
    pub target: Operated,
    /// Why, if somebody has said.
    pub reason: Option<String>,
}

impl Operation {
    /// It is about to be done.
    pub fn begin(&self) -> Vec<OperationEvent> {
        let Self { act, target, reason } = self.clone();
        vec![OperationEvent::OperatorActed { act, target, reason }]
    }

    /// It was not done.
    pub fn fail(&self, cause: &str) -> Vec<OperationEvent> {
        let Self { act, target, reason: _ } = self.clone();
        vec![OperationEvent::OperatorActFailed { act, target, cause: cause.to_owned() }]
    }
}

/// A reason without space around it.
///
/// # Errors
/// When nothing is left, or too much.
pub fn reason(given: &str) -> Result<String, FieldRefusal> {
    let reason = required("reason", "A reason", note(Some(given)))?;
    at_most("reason", "The reason", &reason, LONGEST_REASON)?;
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::domain::testing::given;

    #[test]
    fn whatever_was_done_before_each_act_is_written_down_and_what_came_of_it() {
        let (act, target) = (OperatorAct::Pause, Operated::view("orders".to_owned()));
        let reason = Some("Too slow at noon".to_owned());
        let operation = Operation { act, target: target.clone(), reason: reason.clone() };
        let acted = OperationEvent::OperatorActed { act, target: target.clone(), reason };
        let failed =
            OperationEvent::OperatorActFailed { act, target, cause: "This view is paused".to_owned() };
        for history in [vec![], vec![acted.clone()], vec![acted.clone(), failed.clone()]] {
            given::<Operations>(&history)
                .when(|_| Ok::<_, Infallible>(operation.begin()))
                .then(std::slice::from_ref(&acted));
            given::<Operations>(&history)
                .when(|_| Ok::<_, Infallible>(operation.fail("This view is paused")))
                .then(std::slice::from_ref(&failed));
        }
    }

    #[test]
    fn a_reason_says_something_and_not_too_much() {
        assert_eq!(reason(" Too slow \n").unwrap(), "Too slow");
        assert_eq!(reason(" \n").unwrap_err().to_string(), "A reason is required");
        let longest = "é".repeat(LONGEST_REASON);
        assert_eq!(reason(&longest).unwrap(), longest);
        let refusal = reason(&format!("{longest}!")).unwrap_err();
        assert_eq!(refusal.to_string(), "The reason is too long: at most 500 characters");
    }
}
