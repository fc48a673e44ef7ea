//! What the public sees of accounts: `/users/…`.

mod merchant_profile;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(merchant_profile::VIEWS, routes!(merchant_profile::merchant_profile)))
}
