//! The errors of builds, verifications and rollbacks.

use super::Failure;

/// Why a build, a verification or a rollback did not happen.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// There is no view of this name.
    #[error("there is no view called {name:?}; there are {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The names of the existing views.
        known: String,
    },
    /// Another process is building the view.
    #[error("{0} is being built already")]
    Busy(String),
    /// An operator has paused the view.
    #[error("{0} is paused: resume it first")]
    Paused(String),
    /// The build was cancelled while it ran.
    #[error("the build of {0} was cancelled")]
    Cancelled(String),
    /// The program itself needs the build, and would begin it again at once.
    #[error("{0} has nothing to serve but what this build makes: it cannot be cancelled, only paused")]
    Needed(String),
    /// There is no serving generation that this program could compare with a build of its own.
    #[error("{view} cannot be verified: {reason}")]
    NotComparable {
        /// The view's name.
        view: String,
        /// The reason.
        reason: String,
    },
    /// During each of several attempts to verify the view, another build was swapped in, or streams were parked or
    /// unparked.
    #[error(
        "{0} changed while it was verified (a build was swapped in, or streams were parked): verify it again"
    )]
    Disturbed(String),
    /// The connection to the database or the log was lost during the build.
    #[error(
        "the database went away while {view} was being built ({cause}); what serves, still serves, and `views rebuild {view}` \
         goes on with the build"
    )]
    Lost {
        /// The view's name.
        view: String,
        /// The last error.
        cause: String,
    },
    /// A build is held until an operator decides about it.
    #[error(
        "a build of {0} waits for a decision: let it serve (`views swap {0}`) or drop it (`views cancel {0}`)"
    )]
    Held(String),
    /// No build is held for an operator's decision.
    #[error("no build of {0} waits for a decision")]
    NotHeld(String),
    /// The view cannot be rolled back.
    #[error("{view} cannot be rolled back: {reason}")]
    NoWayBack {
        /// The view's name.
        view: String,
        /// The reason.
        reason: String,
    },
    /// The engine failed. A repeated request continues where this one stopped.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl From<sqlx::Error> for RebuildError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}
