//! Notifications: `/notifications`.

mod list_notifications;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::{App, queries::notifications};

const VIEWS: &[&str] = &[notifications::VIEW];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(VIEWS, routes!(list_notifications::list_notifications)))
}
