//! Endpoints of payments: `/payments/…`.

mod confirm_sandbox;
pub(super) mod create_intent;
mod forms;
#[cfg(test)]
mod hold_tests;
#[cfg(test)]
mod refusal_tests;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(create_intent::create_intent))
        .routes(route!(confirm_sandbox::confirm_sandbox))
}
