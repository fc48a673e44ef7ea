//! What admins look at: `/admin/…`.

mod audit;
mod audit_query;
mod list_products;
mod list_users;
mod list_views;
mod parked_streams;
mod pending_reviews;
mod stats;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(audit::VIEWS, routes!(audit::audit)))
        .routes(reading(list_products::VIEWS, routes!(list_products::list_products)))
        .routes(reading(list_users::VIEWS, routes!(list_users::list_users)))
        // These two tell of the views and read none.
        .routes(reading(&[], routes!(list_views::list_views)))
        .routes(reading(&[], routes!(parked_streams::parked_streams)))
        .routes(reading(pending_reviews::VIEWS, routes!(pending_reviews::pending_reviews)))
        .routes(reading(stats::VIEWS, routes!(stats::stats)))
}
