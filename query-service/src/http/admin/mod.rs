//! Queries for admins: `/admin/…`.

mod audit;
mod audit_query;
mod events_query;
#[cfg(feature = "fuzzing")]
pub(super) mod fuzzing;
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

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(audit::VIEWS, route!(audit::audit)))
        .routes(reading(list_orders::VIEWS, route!(list_orders::list_orders)))
        .routes(reading(list_products::VIEWS, route!(list_products::list_products)))
        .routes(reading(list_users::VIEWS, route!(list_users::list_users)))
        // These operations report on the views and read none of them, so they wait for none.
        .routes(reading(&[], route!(overview::overview)))
        .routes(reading(&[], route!(list_managers::list_managers)))
        .routes(reading(&[], route!(list_events::list_events)))
        .routes(reading(&[], route!(show_event::show_event)))
        .routes(reading(&[], route!(step_stream::step_stream)))
        .routes(reading(&[], route!(story::story)))
        .routes(reading(&[], route!(why::why)))
        .routes(reading(&[], route!(parked::parked)))
        .routes(reading(&[], route!(try_parked::try_parked)))
        .routes(reading(&[], route!(list_views::list_views)))
        .routes(reading(&[], route!(show_review::show_review)))
        .routes(reading(&[], route!(parked_streams::parked_streams)))
        .routes(reading(show_person::VIEWS, route!(show_person::show_person)))
        .routes(reading(pending_reviews::VIEWS, route!(pending_reviews::pending_reviews)))
        .routes(reading(stats::VIEWS, route!(stats::stats)))
}
