//! Public profiles and the caller's own lists: `/users/…`.

mod export;
mod list_addresses;
mod list_favourites;
mod merchant_profile;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(merchant_profile::VIEWS, route!(merchant_profile::merchant_profile)))
        .routes(reading(list_addresses::VIEWS, route!(list_addresses::list_addresses)))
        .routes(reading(list_favourites::VIEWS, route!(list_favourites::list_favourites)))
        .routes(reading(export::VIEWS, route!(export::export)))
}
