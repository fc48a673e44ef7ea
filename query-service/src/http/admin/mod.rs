//! Queries for admins: `/admin/…`.

mod audit;
mod audit_query;
mod events_query;
mod list_events;
mod list_managers;
mod list_orders;
mod list_products;
mod list_users;
mod list_views;
mod overview;
mod parked;
mod parked_streams;
mod pending_reviews;
mod show_event;
mod show_person;
mod show_review;
mod stats;
mod step_stream;
mod story;
mod try_parked;
mod why;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(audit::VIEWS, routes!(audit::audit)))
        .routes(reading(list_orders::VIEWS, routes!(list_orders::list_orders)))
        .routes(reading(list_products::VIEWS, routes!(list_products::list_products)))
        .routes(reading(list_users::VIEWS, routes!(list_users::list_users)))
        // These report on the views and read none of them, so they wait for none.
        .routes(reading(&[], routes!(overview::overview)))
        .routes(reading(&[], routes!(list_managers::list_managers)))
        .routes(reading(&[], routes!(list_events::list_events)))
        .routes(reading(&[], routes!(show_event::show_event)))
        .routes(reading(&[], routes!(step_stream::step_stream)))
        .routes(reading(&[], routes!(story::story)))
        .routes(reading(&[], routes!(why::why)))
        .routes(reading(&[], routes!(parked::parked)))
        .routes(reading(&[], routes!(try_parked::try_parked)))
        .routes(reading(&[], routes!(list_views::list_views)))
        .routes(reading(&[], routes!(show_review::show_review)))
        .routes(reading(&[], routes!(parked_streams::parked_streams)))
        .routes(reading(show_person::VIEWS, routes!(show_person::show_person)))
        .routes(reading(pending_reviews::VIEWS, routes!(pending_reviews::pending_reviews)))
        .routes(reading(stats::VIEWS, routes!(stats::stats)))
}
