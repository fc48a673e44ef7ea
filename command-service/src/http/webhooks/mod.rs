//! Endpoints for messages from other services, and for the webhooks that get messages from the shop: `/webhooks/…`.

mod create_webhook;
mod password;
mod pause_webhook;
mod rate_limit;
mod redeliver;
mod remove_webhook;
mod replay_webhook;
mod resume_webhook;
mod rotate_secret;
mod stripe;
#[cfg(test)]
mod tests;

use service_kit::route;
pub(super) use stripe::take;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(stripe::stripe))
        .routes(route!(create_webhook::create_webhook))
        .routes(route!(remove_webhook::remove_webhook))
        .routes(route!(pause_webhook::pause_webhook))
        .routes(route!(resume_webhook::resume_webhook))
        .routes(route!(rotate_secret::rotate_secret))
        .routes(route!(replay_webhook::replay_webhook))
        .routes(route!(redeliver::redeliver))
}
