//! Endpoints of notifications: `/notifications/…`.

mod mark_all_read;
mod mark_read;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(mark_all_read::mark_all_notifications_read))
        .routes(route!(mark_read::mark_notification_read))
}
