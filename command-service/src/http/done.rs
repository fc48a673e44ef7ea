//! The response body of a command without a result.

use serde::Serialize;
use utoipa::ToSchema;

/// It was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Done {
    /// Always true.
    success: bool,
}

impl Done {
    /// `success` without a message.
    pub(super) const OK: Self = Self { success: true };
}

/// It was done, and people are told so.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Told {
    /// Always true.
    success: bool,
    /// For people.
    message: &'static str,
}

impl Told {
    /// `success` with this message.
    pub(super) const fn that(message: &'static str) -> Self {
        Self { success: true, message }
    }
}
