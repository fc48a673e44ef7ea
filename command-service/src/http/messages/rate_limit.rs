//! The limit of messages per sender.

use chrono::{DateTime, Utc};
use shared_events::ids::AccountId;

use crate::{http::refusal::TooMany, limits::Limits};

/// Counts a message against the sender's limit.
pub(super) fn admit(limits: &Limits, sender: AccountId, now: DateTime<Utc>) -> Result<(), TooMany> {
    let admitted = limits.messages.admit(sender, now);
    admitted.map_err(TooMany::saying("Too many messages. Please try again in a moment."))
}
