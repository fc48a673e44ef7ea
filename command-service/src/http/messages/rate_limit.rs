//! The limit of messages per sender.

use service_kit::Problem;
use shared_events::ids::AccountId;

use crate::App;

/// Counts a message against the sender's limit.
pub(super) fn admit(app: &App, sender: AccountId) -> Result<(), Problem> {
    let admitted = app.limits.messages.admit(sender, app.clock.now());
    admitted
        .map_err(|retry_in| Problem::too_many("Too many messages. Please try again in a moment.", retry_in))
}
