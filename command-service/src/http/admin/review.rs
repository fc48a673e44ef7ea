//! What all reviews have in common: approved, or rejected with a reason.

use serde::{Deserialize, Serialize};
use service_kit::Problem;
use utoipa::ToSchema;

use crate::{
    domain::form::{at_most, note},
    http::refusal::invalid,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewRequest {
    /// Approve (true) or reject (false).
    approved: bool,
    /// Required to reject: what the merchant is told.
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// The admin's decision was recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Decided {
    /// Always true.
    success: bool,
}

impl Decided {
    pub(super) const OK: Self = Self { success: true };
}

/// What an admin decided.
pub(super) enum Verdict {
    Approved { note: Option<String> },
    Rejected { reason: String },
}

impl ReviewRequest {
    /// The decision.
    pub(super) fn verdict(&self) -> Result<Verdict, Problem> {
        let note = note(self.reason.as_deref());
        at_most("reason", "The reason", note.as_deref().unwrap_or_default(), 1_000)
            .map_err(|refusal| invalid(&[refusal]))?;
        match (self.approved, note) {
            (true, note) => Ok(Verdict::Approved { note }),
            (false, Some(reason)) => Ok(Verdict::Rejected { reason }),
            (false, None) => Err(Problem::field("reason", "A reason is required to reject")),
        }
    }
}
