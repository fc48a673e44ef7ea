//! Turns an internal error into the failure of an act.

use std::fmt::Display;

use command_service::operations::Failed;

/// The error's text is for the program's own log; admins read only that the act failed.
pub(super) fn failed(error: impl Display) -> Failed {
    Failed(error.to_string())
}
