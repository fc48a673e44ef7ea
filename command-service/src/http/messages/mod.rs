//! Endpoints of conversations: `/messages/…`.

mod ask_support;
mod correspondent;
mod mark_all_read;
mod mark_read;
mod message;
mod rate_limit;
mod send_message;
mod start_conversation;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(start_conversation::start_conversation))
        .routes(route!(ask_support::ask_support))
        .routes(route!(send_message::send_message))
        .routes(route!(mark_all_read::mark_all_read))
        .routes(route!(mark_read::mark_read))
}
