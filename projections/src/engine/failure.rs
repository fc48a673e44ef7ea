//! The reasons why a view stops, as operators see them.

use event_store::{LogError, ReadError};
use postgres_kit::{is_lock_timeout, is_lost};
use shared_events::Position;

use super::{
    ApplyError,
    refusal::{Culprit, Refusal},
    sql_state::{code_of, is_about_tables},
};

/// Why a generation cannot be filled, followed or swapped at the moment.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The database failed or refused a statement.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The log could not be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The view could not write the events it read.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// The view cannot apply an event, and a build may not park the stream.
    #[error(transparent)]
    Refused(Box<Refusal>),
    /// So many streams are parked that the fault must be the view's.
    #[error("{parked} streams are parked already, and now {refused}: no more are")]
    TooManyParked {
        /// How many streams are parked.
        parked: usize,
        /// The event that would park the next stream.
        refused: Box<Refusal>,
    },
    /// An operator has paused the view.
    #[error("the view is paused")]
    Paused,
    /// The checkpoint is not where this process left it: another process writes, or the generation is retired.
    #[error("the checkpoint was moved by somebody else")]
    Overtaken,
    /// The log was restored to a point before the checkpoint.
    #[error(
        "the log ends before the view's checkpoint {position}: it was put back. What it does not hold any more is still shown; \
         run `greenstall views rebuild {view}`"
    )]
    BeyondLog {
        /// The view's name.
        view: String,
        /// The view's checkpoint.
        position: Position,
    },
    /// A newer version of the code serves already, and a process writes it.
    #[error("generation {0} was built by a newer version of the program, which runs: it serves already")]
    Obsolete(i32),
    /// An operator has cancelled the build, or it was dropped.
    #[error("the build was cancelled")]
    Cancelled,
    /// The tables of a build are not as the program left them: they are gone, or somebody else has written to them.
    #[error("the tables of the build are not as the program left them ({0})")]
    Damaged(Box<Failure>),
    /// A build whose tables were damaged was dropped and begun again, and the new one is damaged, too.
    #[error(
        "{damaged}, and neither were those of the build before. Find out who else changes the schemas rm_{view}_v…, then \
         begin again with `greenstall views rebuild {view}`"
    )]
    DamagedAgain {
        /// The view's name.
        view: String,
        /// What is wrong with the tables.
        damaged: Box<Failure>,
    },
    /// A bug in the view.
    #[error("panicked: {0}")]
    Panicked(String),
}

impl Failure {
    /// Whether the connection to the database or the log was lost.
    pub(super) fn is_lost_connection(&self) -> bool {
        match self {
            Self::Database(error) => is_lost(error),
            Self::Apply(ApplyError::Database(error)) => is_lost(error),
            Self::Log(LogError::Read(ReadError::Unavailable(_))) => true,
            _ => false,
        }
    }

    /// Whether a lock was not available in time: the caller may try again.
    pub(super) fn is_lock_timeout(&self) -> bool {
        matches!(self, Self::Database(error) if is_lock_timeout(error))
    }

    /// For a build: whether its tables lack something that it has made, or hold rows that it has not written.
    pub(super) fn is_about_tables(&self) -> bool {
        match self {
            Self::Database(error) | Self::Apply(ApplyError::Database(error)) => is_about_tables(error),
            Self::Refused(refusal) => refusal.may_pass,
            _ => false,
        }
    }

    /// Whether the database user may not do this.
    pub(super) fn is_forbidden(&self) -> bool {
        matches!(self, Self::Database(error) if code_of(error).is_some_and(|code| code == "42501"))
    }
}

/// Why a batch was not written.
#[derive(Debug)]
pub(super) enum WriteError {
    /// The view refused an event of the batch.
    Refused(Culprit),
    /// The batch cannot be written now.
    Failed(Failure),
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}
