//! An optional request body with the reason of a decision.

use domain::form::FieldRefusal;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{operate, review};

#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct NoteRequest {
    /// The reason, for the audit.
    #[schema(nullable = false)]
    reason: Option<String>,
}

impl NoteRequest {
    /// The trimmed reason; `None` if it is blank.
    pub(super) fn reason(&self) -> Result<Option<String>, FieldRefusal> {
        review::reason(self.reason.as_deref())
    }

    /// The trimmed reason of an operator, which the request may leave out, but not leave empty.
    pub(super) fn operators_reason(&self) -> Result<Option<String>, FieldRefusal> {
        self.reason.as_deref().map(operate::reason).transpose()
    }
}
