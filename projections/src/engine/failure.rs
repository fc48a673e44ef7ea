//! What stops a view, and how it is told.

use event_store::{LogError, ReadError};
use postgres_kit::is_lost;
use shared_events::Position;

use super::{
    ApplyError,
    refusal::{Culprit, Refusal},
    sql_state::code_of,
};

/// Why a generation cannot be filled, followed or swapped at the moment.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The database did not do it.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The log could not be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The view could not write what it read.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// The view cannot apply an event, and may not leave it out.
    #[error(transparent)]
    Refused(Box<Refusal>),
    /// Events of so many streams cannot be applied that something else must be wrong.
    #[error("{parked} streams are parked already, and now {refused}: no more are")]
    TooManyParked {
        /// How many.
        parked: usize,
        /// What would have come next.
        refused: Box<Refusal>,
    },
    /// An operator has paused the view.
    #[error("the view is paused")]
    Paused,
    /// The checkpoint is not where this process left it: another one writes, or the generation is retired.
    #[error("the checkpoint was moved by somebody else")]
    Overtaken,
    /// The log was put back to before the checkpoint.
    #[error(
        "the log ends before the view's checkpoint {position}: it was put back. What it does not hold any more is still shown; \
         run `greenstall views rebuild {view}`"
    )]
    BeyondLog {
        /// Which view.
        view: String,
        /// Its checkpoint.
        position: Position,
    },
    /// A newer version of the code serves already.
    #[error("generation {0} was built by a newer version of the program and serves already")]
    Obsolete(i32),
    /// An operator has cancelled the build, or it was dropped.
    #[error("the build was cancelled")]
    Cancelled,
    /// A bug in the view.
    #[error("panicked: {0}")]
    Panicked(String),
}

impl Failure {
    /// What was under way was cut off: the database or the log is not there any more.
    pub(super) fn is_lost_connection(&self) -> bool {
        match self {
            Self::Database(error) => is_lost(error),
            Self::Apply(ApplyError::Database(error)) => is_lost(error),
            Self::Log(LogError::Read(ReadError::Unavailable(_))) => true,
            _ => false,
        }
    }

    /// Somebody else holds a lock that this one needs: try again.
    pub(super) fn is_lock_timeout(&self) -> bool {
        matches!(self, Self::Database(error) if code_of(error).is_some_and(|code| code == "55P03" || code == "40P01"))
    }
}

/// Why a batch was not written.
#[derive(Debug)]
pub(super) enum WriteError {
    /// The view did not take an event of it.
    Refused(Culprit),
    /// Nothing of it can be written now.
    Failed(Failure),
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}
