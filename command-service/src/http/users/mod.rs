//! Endpoints for the own account: `/users/…`.

mod address;
#[cfg(test)]
mod address_tests;
mod change_address;
mod choose_preferences;
mod delete_account;
mod favourites;
mod remove_address;
mod revise_profile;
mod save_address;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(revise_profile::revise_profile))
        .routes(route!(save_address::save_address))
        .routes(route!(change_address::change_address))
        .routes(route!(remove_address::remove_address))
        .routes(route!(favourites::add_favourite))
        .routes(route!(favourites::remove_favourite))
        .routes(route!(choose_preferences::choose_preferences))
        .routes(route!(delete_account::delete_account))
}
