//! Why a view is not built anew.

use super::Failure;

/// A view was not built anew.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// There is no view of this name.
    #[error("there is no view called {name:?}; there are {known}")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// Another process is building it.
    #[error("{0} is being built already")]
    Busy(String),
    /// An operator has paused it.
    #[error("{0} is paused: resume it first")]
    Paused(String),
    /// The build was cancelled while it was under way.
    #[error("the build of {0} was cancelled")]
    Cancelled(String),
    /// The program itself needs the build, and would begin it again at once.
    #[error("{0} has nothing to serve but what this build makes: it cannot be cancelled, only paused")]
    Needed(String),
    /// Nothing serves that this program could compare with what it builds.
    #[error("{view} cannot be verified: {reason}")]
    NotComparable {
        /// Which view.
        view: String,
        /// Why.
        reason: String,
    },
    /// Another build was swapped in, or streams were parked or unparked, while the view was verified, and that several
    /// times.
    #[error(
        "{0} changed while it was verified (a build was swapped in, or streams were parked): verify it again"
    )]
    Disturbed(String),
    /// The database, or the log, went away while the view was being built.
    #[error(
        "the database went away while {view} was being built ({cause}); what serves, still serves, and `views rebuild {view}` \
         goes on with the build"
    )]
    Lost {
        /// Which view.
        view: String,
        /// What was heard of it last.
        cause: String,
    },
    /// A build waits for an operator's decision.
    #[error(
        "a build of {0} waits for a decision: let it serve (`views swap {0}`) or drop it (`views cancel {0}`)"
    )]
    Held(String),
    /// No build waits for an operator's decision.
    #[error("no build of {0} waits for a decision")]
    NotHeld(String),
    /// There is no way back.
    #[error("{view} cannot be rolled back: {reason}")]
    NoWayBack {
        /// Which view.
        view: String,
        /// Why.
        reason: String,
    },
    /// Something went wrong. Asking again continues where it stopped.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl From<sqlx::Error> for RebuildError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}
