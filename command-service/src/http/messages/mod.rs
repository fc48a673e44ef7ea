//! Endpoints of conversations: `/messages/…`.

mod mark_all_read;
mod mark_read;
mod message;
mod send_message;
mod start_conversation;
#[cfg(test)]
mod tests;

use service_kit::Problem;
use shared_events::ids::AccountId;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(start_conversation::start_conversation))
        .routes(routes!(send_message::send_message))
        .routes(routes!(mark_all_read::mark_all_read))
        .routes(routes!(mark_read::mark_read))
}

/// Counts a message against the sender's limit.
fn admit(app: &App, sender: AccountId) -> Result<(), Problem> {
    let admitted = app.limits.messages.admit(sender, app.clock.now());
    admitted
        .map_err(|retry_in| Problem::too_many("Too many messages. Please try again in a moment.", retry_in))
}
