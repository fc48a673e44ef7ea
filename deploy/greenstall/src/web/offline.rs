//! The page that a browser stores to show without a connection. `ui/public/sw.js` fetches it.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};

use super::dist::Dist;

/// The page's path, without a leading slash.
pub(super) const PATH: &str = "offline.html";

pub(super) fn page() -> Response {
    match Dist::UI.original(PATH) {
        Some(html) => Html(html.into_owned()).into_response(),
        None => (StatusCode::NOT_FOUND, "Not found").into_response(),
    }
}
