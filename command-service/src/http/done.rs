//! The answer to a command that has nothing more to say.

use serde::Serialize;
use utoipa::ToSchema;

/// It was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Done {
    /// Always true.
    success: bool,
}

impl Done {
    /// It was.
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
    /// In these words.
    pub(super) const fn that(message: &'static str) -> Self {
        Self { success: true, message }
    }
}
