//! Failures of commands while the market is written.

use std::fmt::Display;

use command_service::application;

use crate::{Failure, Outcome};

/// Turns a command's failure into one that says what was being written.
pub(super) fn failed_at<R: Display>(what: impl Display) -> impl FnOnce(application::Failure<R>) -> Failure {
    move |failure| format!("{what}: {failure}").into()
}

/// A refusal that says that it was done before is fine.
pub(super) fn done_or_before<T, R: Display + PartialEq>(
    outcome: Result<T, application::Failure<R>>,
    before: &R,
    what: impl Display,
) -> Outcome<()> {
    match outcome {
        Ok(_) => Ok(()),
        Err(application::Failure::Refused(refusal)) if refusal == *before => Ok(()),
        Err(failure) => Err(failed_at(what)(failure)),
    }
}
