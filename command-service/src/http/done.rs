//! The response body of a command without a result.

use serde::Serialize;
use utoipa::ToSchema;

/// A command that was carried out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Done {
    /// Always true.
    success: bool,
}

impl Done {
    /// `success` without a message.
    pub(super) const OK: Self = Self { success: true };
}

/// A command that was carried out, with a text for people.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DoneWithMessage {
    /// Always true.
    success: bool,
    /// The text for people.
    message: &'static str,
}

impl DoneWithMessage {
    /// `success` with this message.
    pub(super) const fn saying(message: &'static str) -> Self {
        Self { success: true, message }
    }
}
