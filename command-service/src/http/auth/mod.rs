//! Signing up and logging in: `/auth/…`.

mod log_in;
mod sign_up;
mod user;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(sign_up::sign_up)).routes(routes!(log_in::log_in))
}
