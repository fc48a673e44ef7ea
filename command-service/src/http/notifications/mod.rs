//! Endpoints of notifications: `/notifications/…`.

mod mark_all_read;
mod mark_read;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(mark_all_read::mark_all_notifications_read))
        .routes(routes!(mark_read::mark_notification_read))
}
