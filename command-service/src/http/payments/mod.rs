//! Endpoints of payments: `/payments/…`.

mod confirm_sandbox;
pub(super) mod create_intent;
mod forms;
#[cfg(test)]
mod hold_tests;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_intent::create_intent))
        .routes(routes!(confirm_sandbox::confirm_sandbox))
}
