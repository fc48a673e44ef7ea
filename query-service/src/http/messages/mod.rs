//! Messages: `/messages/…`.

mod list_conversations;
mod received_messages;
mod show_conversation;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::{
    App,
    queries::{accounts, conversations},
};

const VIEWS: &[&str] = &[conversations::VIEW, accounts::VIEW];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(VIEWS, route!(list_conversations::list_conversations)))
        .routes(reading(VIEWS, route!(received_messages::received_messages)))
        .routes(reading(VIEWS, route!(show_conversation::show_conversation)))
}
