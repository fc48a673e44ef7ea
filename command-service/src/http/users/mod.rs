//! Endpoints for the own account: `/users/…`.

mod address;
mod change_address;
mod choose_preferences;
mod delete_account;
mod favourites;
mod remove_address;
mod revise_profile;
mod save_address;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(revise_profile::revise_profile))
        .routes(routes!(save_address::save_address))
        .routes(routes!(change_address::change_address, remove_address::remove_address))
        .routes(routes!(favourites::add_favourite, favourites::remove_favourite))
        .routes(routes!(choose_preferences::choose_preferences))
        .routes(routes!(delete_account::delete_account))
}
