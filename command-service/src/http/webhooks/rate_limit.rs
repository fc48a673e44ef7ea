//! The limit of changes of webhooks per account.

use chrono::{DateTime, Utc};
use service_kit::caller::Caller;

use crate::{http::refusal::TooMany, limits::Limits};

/// Counts a change against the caller's limit.
pub(super) fn admit(limits: &Limits, caller: &Caller, now: DateTime<Utc>) -> Result<(), TooMany> {
    let admitted = limits.webhook_changes.admit(caller.account, now);
    admitted.map_err(TooMany::saying("Too many changes. Please try again later."))
}
