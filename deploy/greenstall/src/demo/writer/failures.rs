//! Converts failures of the commands that write the market.

use std::fmt::Display;

use command_service::application;

use crate::{Failure, Outcome};

/// Prefixes a command's failure with the name of the item that was being written.
pub(super) fn failed_at<R: Display>(what: impl Display) -> impl FnOnce(application::Failure<R>) -> Failure {
    move |failure| format!("{what}: {failure}").into()
}

/// Accepts the refusal `before`, which means that an earlier filling has already run this command.
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
