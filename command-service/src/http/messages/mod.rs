//! Endpoints of conversations: `/messages/…`.

mod mark_all_read;
mod mark_read;
mod message;
mod rate_limit;
mod send_message;
mod start_conversation;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(start_conversation::start_conversation))
        .routes(routes!(send_message::send_message))
        .routes(routes!(mark_all_read::mark_all_read))
        .routes(routes!(mark_read::mark_read))
}
