//! Notifications: `/notifications`.

mod list_notifications;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::{App, queries::notifications};

const VIEWS: &[&str] = &[notifications::VIEW];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(VIEWS, route!(list_notifications::list_notifications)))
}
