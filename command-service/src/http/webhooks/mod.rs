//! Endpoints for messages from other services: `/webhooks/…`.

mod stripe;
#[cfg(test)]
mod tests;

pub(super) use stripe::take;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(stripe::stripe))
}
