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

/// A reason without space around it; none when nothing is left.
///
/// # Errors
/// When it is too long.
pub(super) fn reason(given: Option<&str>) -> Result<Option<String>, Problem> {
    let reason = note(given);
    at_most("reason", "The reason", reason.as_deref().unwrap_or_default(), 1_000)
        .map_err(|refusal| invalid(&[refusal]))?;
    Ok(reason)
}

impl Verdict {
    /// The decision of somebody who approves, or rejects with a reason.
    ///
    /// # Errors
    /// When a rejection has no reason, or the reason is too long.
    pub(super) fn of(approved: bool, given: Option<&str>) -> Result<Self, Problem> {
        match (approved, reason(given)?) {
            (true, note) => Ok(Self::Approved { note }),
            (false, Some(reason)) => Ok(Self::Rejected { reason }),
            (false, None) => Err(Problem::field("reason", "A reason is required to reject")),
        }
    }
}

impl ReviewRequest {
    /// The decision.
    pub(super) fn verdict(&self) -> Result<Verdict, Problem> {
        Verdict::of(self.approved, self.reason.as_deref())
    }
}
