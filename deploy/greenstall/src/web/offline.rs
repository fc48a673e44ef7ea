//! The page that a browser stores for use without a connection. `ui/public/sw.js` fetches it.

use axum::{
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};

use super::dist::Dist;

/// Its path, without a leading slash.
pub(super) const PATH: &str = "offline.html";

pub(super) fn page() -> Response {
    match Dist::get(PATH) {
        Some(file) => Html(file.data.into_owned()).into_response(),
        None => (StatusCode::NOT_FOUND, "Not found").into_response(),
    }
}
