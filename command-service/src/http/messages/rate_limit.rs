//! The limit of messages per sender.

use chrono::{DateTime, Utc};
use service_kit::Problem;
use shared_events::ids::AccountId;

use crate::limits::Limits;

/// Counts a message against the sender's limit.
pub(super) fn admit(limits: &Limits, sender: AccountId, now: DateTime<Utc>) -> Result<(), Problem> {
    let admitted = limits.messages.admit(sender, now);
    admitted
        .map_err(|retry_in| Problem::too_many("Too many messages. Please try again in a moment.", retry_in))
}
