//! Endpoints for sign-up, log-in, log-out, passwords and sessions: `/auth/…`.

mod change_password;
mod device_cookie;
mod end_other_sessions;
mod end_session;
mod forgot_password;
pub(super) mod forms;
#[cfg(test)]
mod lock_out_tests;
pub(super) mod log_in;
mod log_out;
mod look_at_verification;
mod resend_verification;
mod reset_limit;
mod reset_password;
#[cfg(test)]
mod session_tests;
mod sign_up;
pub(super) mod user;
mod user_agent;
mod verify_email;
#[cfg(test)]
mod verify_email_tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(sign_up::sign_up))
        .routes(route!(log_in::log_in))
        .routes(route!(log_out::log_out))
        .routes(route!(change_password::change_password))
        .routes(route!(forgot_password::forgot_password))
        .routes(route!(reset_password::reset_password))
        .routes(route!(verify_email::verify_email))
        .routes(route!(look_at_verification::look_at_verification))
        .routes(route!(resend_verification::resend_verification))
        .routes(route!(end_session::end_session))
        .routes(route!(end_other_sessions::end_other_sessions))
}
