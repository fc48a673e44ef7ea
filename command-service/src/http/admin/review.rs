//! Shared by the review endpoints: approved, or rejected with a reason.

use domain::form::{FieldRefusal, at_most, note};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReviewRequest {
    /// Approve (true) or reject (false).
    approved: bool,
    /// The reason, shown to the merchant. Required for a rejection.
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// An admin's decision that was recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Decided {
    /// Always true.
    success: bool,
}

impl Decided {
    pub(super) const OK: Self = Self { success: true };
}

/// An admin's decision.
pub(super) enum Verdict {
    Approved { note: Option<String> },
    Rejected { reason: String },
}

/// Trims a reason. `None` if it is blank.
///
/// # Errors
/// It is too long.
pub(super) fn reason(given: Option<&str>) -> Result<Option<String>, FieldRefusal> {
    let reason = note(given);
    at_most("reason", "The reason", reason.as_deref().unwrap_or_default(), 1_000)?;
    Ok(reason)
}

impl Verdict {
    /// The verdict for an approval or a rejection with a reason.
    ///
    /// # Errors
    /// A rejection has no reason, or the reason is too long.
    pub(super) fn of(approved: bool, given: Option<&str>) -> Result<Self, FieldRefusal> {
        match (approved, reason(given)?) {
            (true, note) => Ok(Self::Approved { note }),
            (false, Some(reason)) => Ok(Self::Rejected { reason }),
            (false, None) => Err(FieldRefusal::new("reason", "A reason is required to reject")),
        }
    }
}

impl ReviewRequest {
    /// The decision in this request.
    pub(super) fn verdict(&self) -> Result<Verdict, FieldRefusal> {
        Verdict::of(self.approved, self.reason.as_deref())
    }
}
