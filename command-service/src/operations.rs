//! What commands ask of the projections and of what is kept beside the log. They do not know these: a port, filled in by
//! the program that runs all of it.

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use shared_events::{
    Position, StreamId,
    events::{Operated, OperatorAct},
    ids::AccountId,
};
use uuid::Uuid;

/// Takes requests about views and about what is parked.
#[async_trait]
pub trait Operations: Send + Sync {
    /// What is meant by a name: a view, or with a stream what a view or a process manager of that name has parked of it.
    ///
    /// # Errors
    /// [`Refusal::NotFound`], [`Refusal::NotParked`] and [`Refusal::Failed`].
    async fn find(&self, name: &str, stream: Option<&StreamId>) -> Result<Operated, Refusal>;

    /// Does it. A view is built by whoever runs it: that returns when the request is written down.
    ///
    /// # Errors
    /// See [`Refusal`].
    async fn act(&self, act: OperatorAct, on: &Operated, by: AccountId) -> Result<(), Refusal>;

    /// What the log calls a step on a process manager's agenda.
    ///
    /// # Errors
    /// [`Refusal::NoStep`] and [`Refusal::Failed`].
    async fn find_step(&self, _step: &Step) -> Result<Operated, Refusal> {
        Err(Refusal::NoStep)
    }

    /// Has the step done now, or goes on without it.
    ///
    /// # Errors
    /// See [`Refusal`]; `Impossible` for a skip that would leave money unsettled, unless the step says that it is settled.
    async fn act_on_step(&self, _act: OperatorAct, _step: &Step, _by: AccountId) -> Result<(), Refusal> {
        Err(Refusal::NoStep)
    }

    /// Everything that the log holds about a person, as one JSON document in pieces.
    ///
    /// # Errors
    /// [`Refusal::Failed`].
    async fn export_person(
        &self,
        _account: AccountId,
    ) -> Result<BoxStream<'static, Result<String, Refusal>>, Refusal> {
        Err(Refusal::Failed(UNKNOWN.to_owned()))
    }

    /// Overwrites kept texts of failures in which one of these texts of a person stands. Repeating it is harmless.
    ///
    /// # Errors
    /// [`Refusal::Failed`].
    async fn forget_texts(&self, _texts: &[String]) -> Result<(), Refusal> {
        Ok(())
    }

    /// Clears the erased keys of people off the database's own files, where a deleted row stays until then. Repeating it
    /// is harmless.
    ///
    /// # Errors
    /// [`Refusal::Failed`], also when it takes too long.
    async fn clear_erased_keys(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Drops builds of views that end before `position`, where a person was forgotten, and that nothing updates any
    /// more. False: another program still updates one, which must be looked at again. Repeating it is harmless.
    ///
    /// # Errors
    /// [`Refusal::Failed`].
    async fn drop_stale_builds(&self, _position: Position) -> Result<bool, Refusal> {
        Ok(true)
    }
}

/// A step on a process manager's agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The process manager.
    pub manager: String,
    /// About what it is: the id of a thing, or of the event that is to be told.
    pub subject: Uuid,
    /// An operator has settled the money at stake in another way.
    pub settled: bool,
}

/// Something is not done.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no view of this name.
    #[error("View not found")]
    NotFound,
    /// Nobody of this name has parked this.
    #[error("This is not parked")]
    NotParked,
    /// It is being built, or somebody has asked for it already.
    #[error("This view is being built already")]
    Busy,
    /// An operator has paused it.
    #[error("This view is paused")]
    Paused,
    /// No process manager has this to do.
    #[error("This step is not on the agenda")]
    NoStep,
    /// A build waits for an operator's decision.
    #[error("A build of this view waits for a decision: let it serve, or drop it")]
    Held,
    /// No build waits for an operator's decision.
    #[error("No build of this view waits for a decision")]
    NotHeld,
    /// There is no build that could be dropped.
    #[error("This view is not being built")]
    NotBuilding,
    /// It cannot be done as things are; a text for people, without anybody's personal data.
    #[error("{0}")]
    Impossible(String),
    /// It was tried again, and failed again.
    #[error("Still parked, at position {position}: {error}")]
    StillParked {
        /// Where the event stands.
        position: Position,
        /// Why.
        error: String,
    },
    /// It went wrong; for the log.
    #[error("{0}")]
    Failed(String),
}

impl Refusal {
    /// The same for the log of events, which is for ever: what a failure says may hold somebody's personal data.
    pub fn for_the_record(&self) -> String {
        match self {
            Self::StillParked { position, .. } => format!("Still parked, at position {position}"),
            Self::Failed(_) => "It went wrong".to_owned(),
            told => told.to_string(),
        }
    }
}

/// In a process that does not know the projections nobody takes requests.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

const UNKNOWN: &str = "this process does not know the projections";

#[async_trait]
impl Operations for Unknown {
    async fn find(&self, _name: &str, _stream: Option<&StreamId>) -> Result<Operated, Refusal> {
        Err(Refusal::Failed(UNKNOWN.to_owned()))
    }

    async fn act(&self, _act: OperatorAct, _on: &Operated, _by: AccountId) -> Result<(), Refusal> {
        Err(Refusal::Failed(UNKNOWN.to_owned()))
    }

    async fn find_step(&self, _step: &Step) -> Result<Operated, Refusal> {
        Err(Refusal::Failed(UNKNOWN.to_owned()))
    }

    async fn act_on_step(&self, _act: OperatorAct, _step: &Step, _by: AccountId) -> Result<(), Refusal> {
        Err(Refusal::Failed(UNKNOWN.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_failure_says_is_not_written_into_the_log() {
        let error = "Anna Apple is too long".to_owned();
        let still = Refusal::StillParked { position: Position(41), error: error.clone() };
        assert_eq!(still.to_string(), "Still parked, at position 41: Anna Apple is too long");
        for refusal in [still, Refusal::Failed(error)] {
            assert!(!refusal.for_the_record().contains("Anna"), "{}", refusal.for_the_record());
        }
        assert_eq!(Refusal::Paused.for_the_record(), "This view is paused");
    }
}
