//! Messages: `/messages/…`.

mod list_conversations;
mod received_messages;
mod show_conversation;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::{
    App,
    queries::{accounts, conversations},
};

const VIEWS: &[&str] = &[conversations::VIEW, accounts::VIEW];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(VIEWS, routes!(list_conversations::list_conversations)))
        .routes(reading(VIEWS, routes!(received_messages::received_messages)))
        .routes(reading(VIEWS, routes!(show_conversation::show_conversation)))
}
