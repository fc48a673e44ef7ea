//! Endpoints for sign-up, log-in, log-out, passwords and sessions: `/auth/…`.

mod change_password;
mod device_cookie;
mod end_other_sessions;
mod end_session;
mod forgot_password;
#[cfg(test)]
mod lock_out_tests;
pub(super) mod log_in;
mod log_out;
mod resend_verification;
mod reset_password;
#[cfg(test)]
mod session_tests;
pub(super) mod sign_up;
pub(super) mod user;
mod user_agent;
mod verify_email;
#[cfg(test)]
mod verify_email_tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sign_up::sign_up))
        .routes(routes!(log_in::log_in))
        .routes(routes!(log_out::log_out))
        .routes(routes!(change_password::change_password))
        .routes(routes!(forgot_password::forgot_password))
        .routes(routes!(reset_password::reset_password))
        .routes(routes!(verify_email::verify_email))
        .routes(routes!(resend_verification::resend_verification))
        .routes(routes!(end_session::end_session))
        .routes(routes!(end_other_sessions::end_other_sessions))
}
