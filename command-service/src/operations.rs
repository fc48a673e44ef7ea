//! The port through which commands reach the projections and the data beside the log, which this crate does not know.
//! The program that runs all services implements it.

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use shared_events::{
    Position, StreamId,
    events::{Operated, OperatorAct},
    ids::AccountId,
};
use uuid::Uuid;

/// Executes operators' requests about views and parked events, and cleans up after an erasure.
#[async_trait]
pub trait Operations: Send + Sync {
    /// Finds the target with this name: a view or, if a stream is given, the stream's event that a view or a
    /// process manager has parked.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] and [`Refusal::NotParked`].
    async fn find(&self, name: &str, stream: Option<&StreamId>) -> Result<Operated, NotDone>;

    /// Carries out the act. The program that runs a view also builds it; for a build, this returns when the request is
    /// stored.
    async fn act(&self, act: OperatorAct, on: &Operated, by: AccountId) -> Result<(), NotDone>;

    /// The target for a step on a process manager's agenda.
    ///
    /// # Errors
    /// [`Refusal::NoStep`].
    async fn find_step(&self, _step: &Step) -> Result<Operated, NotDone> {
        Err(Refusal::NoStep.into())
    }

    /// Runs or skips the step.
    ///
    /// # Errors
    /// See [`Refusal`]; `Impossible` for a skip that would leave money unsettled, unless the step is marked as
    /// settled.
    async fn act_on_step(&self, _act: OperatorAct, _step: &Step, _by: AccountId) -> Result<(), NotDone> {
        Err(Refusal::NoStep.into())
    }

    /// Everything in the log about a person, as a JSON document in chunks.
    async fn export_person(
        &self,
        _account: AccountId,
    ) -> Result<BoxStream<'static, Result<String, Failed>>, Failed> {
        Err(no_projections_here())
    }

    /// Overwrites stored failure texts that contain one of these texts of a person. Can be repeated.
    async fn forget_texts(&self, _texts: &[String]) -> Result<(), Failed> {
        Ok(())
    }

    /// Wipes deleted personal keys from the database's own files, where a deleted row remains until then. Fails after a
    /// time limit. Can be repeated.
    async fn clear_erased_keys(&self) -> Result<(), Failed> {
        Ok(())
    }

    /// Drops builds of views that no program updates and that end before `position`, where a person was erased.
    /// Returns false if another program still updates one, which must be checked again. Can be repeated.
    async fn drop_stale_builds(&self, _position: Position) -> Result<bool, Failed> {
        Ok(true)
    }
}

/// A step on a process manager's agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Name of the process manager.
    pub manager: String,
    /// The id of the subject: an order, a checkout, or the event to notify of.
    pub subject: Uuid,
    /// An operator has settled the money at stake in another way.
    pub settled: bool,
}

/// The projections or the data beside the log cannot be reached. The text is for the program's log.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub String);

/// Why an act was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// An internal failure.
    #[error(transparent)]
    Failed(#[from] Failed),
}

/// The reason why an act is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no view with this name.
    #[error("View not found")]
    NotFound,
    /// No view or process manager with this name has parked this event.
    #[error("This is not parked")]
    NotParked,
    /// The view is being built, or an act is already requested.
    #[error("This view is being built already")]
    Busy,
    /// An operator has paused the view.
    #[error("This view is paused")]
    Paused,
    /// No process manager has this step.
    #[error("This step is not on the agenda")]
    NoStep,
    /// A build is waiting for an operator's decision.
    #[error("A build of this view waits for a decision: let it serve, or drop it")]
    Held,
    /// No build is waiting for an operator's decision.
    #[error("No build of this view waits for a decision")]
    NotHeld,
    /// There is no build to drop.
    #[error("This view is not being built")]
    NotBuilding,
    /// Impossible in the current state; a text for people, without personal data.
    #[error("{0}")]
    Impossible(String),
    /// The retry failed again.
    #[error("Still parked, at position {position}: {error}")]
    StillParked {
        /// Position of the event.
        position: Position,
        error: String,
    },
}

impl Failed {
    /// The text for the event log, which is permanent: the details may contain personal data and are left out.
    pub const FOR_THE_RECORD: &'static str = "It went wrong";
}

impl NotDone {
    /// The text for the event log, without details that may contain personal data.
    pub fn for_the_record(&self) -> String {
        match self {
            Self::Refused(Refusal::StillParked { position, .. }) => {
                format!("Still parked, at position {position}")
            }
            Self::Refused(refusal) => refusal.to_string(),
            Self::Failed(_) => Failed::FOR_THE_RECORD.to_owned(),
        }
    }
}

/// The implementation for a process without projections. It knows no target.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

fn no_projections_here() -> Failed {
    Failed("this process does not know the projections".to_owned())
}

#[async_trait]
impl Operations for Unknown {
    async fn find(&self, _name: &str, _stream: Option<&StreamId>) -> Result<Operated, NotDone> {
        Err(no_projections_here().into())
    }

    async fn act(&self, _act: OperatorAct, _on: &Operated, _by: AccountId) -> Result<(), NotDone> {
        Err(no_projections_here().into())
    }

    async fn find_step(&self, _step: &Step) -> Result<Operated, NotDone> {
        Err(no_projections_here().into())
    }

    async fn act_on_step(&self, _act: OperatorAct, _step: &Step, _by: AccountId) -> Result<(), NotDone> {
        Err(no_projections_here().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_details_are_not_recorded_in_the_event_log() {
        let error = "Anna Apple is too long".to_owned();
        let still = NotDone::from(Refusal::StillParked { position: Position(41), error: error.clone() });
        assert_eq!(still.to_string(), "Still parked, at position 41: Anna Apple is too long");
        for not_done in [still, NotDone::from(Failed(error))] {
            assert!(!not_done.for_the_record().contains("Anna"), "{}", not_done.for_the_record());
        }
        assert_eq!(NotDone::from(Refusal::Paused).for_the_record(), "This view is paused");
    }
}
