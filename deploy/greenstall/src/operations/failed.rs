//! What admins are told when something that they did not cause has failed.

use std::fmt::Display;

use command_service::operations::Refusal;

/// For the program's own log.
pub(super) fn failed(error: impl Display) -> Refusal {
    Refusal::Failed(error.to_string())
}
