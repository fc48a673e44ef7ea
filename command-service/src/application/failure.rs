//! Why a command fails.

use std::{convert::Infallible, fmt::Display};

use event_store::{AppendError, AppendFailed, LogError};

use crate::passwords::Crowded;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure<R> {
    /// The decision refused it.
    #[error("{0}")]
    Refused(R),
    /// The log is unavailable, or the stream is too busy. The same command may be sent again: either nothing was
    /// written, or the repetition finds its events.
    #[error("{0}")]
    Unavailable(String),
    /// The events would contain personal data of an erased person. Nothing was written.
    #[error("this account has been deleted")]
    Erased,
    /// Too many passwords wait to be hashed. Nothing was written.
    #[error(transparent)]
    Crowded(#[from] Crowded),
    /// The payment provider refuses for good. Nothing was written about it.
    #[error("{0}")]
    Declined(String),
    /// A defect: the log contains something unreadable, or refuses valid events.
    #[error("{0}")]
    Defect(String),
}

impl<R> Failure<R> {
    /// Converts the refusal and keeps other failures.
    pub fn map<S>(self, refusal: impl FnOnce(R) -> S) -> Failure<S> {
        self.or_else(|reason| Failure::Refused(refusal(reason)))
    }

    /// Replaces a refusal by the failure that it means, and keeps other failures.
    pub fn or_else<S>(self, refusal: impl FnOnce(R) -> Failure<S>) -> Failure<S> {
        match self {
            Self::Refused(reason) => refusal(reason),
            Self::Unavailable(cause) => Failure::Unavailable(cause),
            Self::Erased => Failure::Erased,
            Self::Crowded(crowded) => Failure::Crowded(crowded),
            Self::Declined(cause) => Failure::Declined(cause),
            Self::Defect(cause) => Failure::Defect(cause),
        }
    }
}

impl Failure<Infallible> {
    /// Adapts the failure to a use case that has refusals.
    pub fn never_refused<R>(self) -> Failure<R> {
        self.map(|never| match never {})
    }
}

impl<R: Display> Failure<R> {
    /// Treats a refusal as a defect, where only a defect can cause one.
    pub fn refusal_as_defect<S>(self) -> Failure<S> {
        self.or_else(|reason| Failure::Defect(reason.to_string()))
    }
}

impl<R> From<LogError> for Failure<R> {
    fn from(error: LogError) -> Self {
        match error {
            LogError::Read(error) => Self::Unavailable(error.to_string()),
            LogError::Keys(error) => Self::Unavailable(error.to_string()),
            LogError::Unreadable { .. } => Self::Defect(error.to_string()),
        }
    }
}

impl<R> From<AppendFailed> for Failure<R> {
    fn from(error: AppendFailed) -> Self {
        match error {
            AppendFailed::Store(AppendError::Unavailable(cause)) => Self::Unavailable(cause),
            AppendFailed::Store(AppendError::Refused(cause)) => Self::Defect(cause),
            AppendFailed::Erased(_) => Self::Erased,
            AppendFailed::Store(
                AppendError::Conflict { .. } | AppendError::OutcomeUnknown(_) | AppendError::Replaced,
            )
            | AppendFailed::Keys(_) => Self::Unavailable(error.to_string()),
        }
    }
}
