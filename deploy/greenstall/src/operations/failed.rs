//! Turns an internal error into a refusal.

use std::fmt::Display;

use command_service::operations::Refusal;

/// The error's text is for the program's own log; admins are told only that the action failed.
pub(super) fn failed(error: impl Display) -> Refusal {
    Refusal::Failed(error.to_string())
}
