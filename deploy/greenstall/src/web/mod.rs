//! What the browser loads: the UI's files and its pages.

mod asset;
mod page;

use axum::{
    Router,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};
use rust_embed::Embed;

/// The built UI: inside the binary in release builds, read from disk in debug builds.
#[derive(Embed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Dist;

/// Scripts come from us alone and are never inline. Styles may be inline: toasts and popups bring theirs at run time.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

const PAGE_HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (HeaderName::from_static("permissions-policy"), "geolocation=(self), camera=(), microphone=()"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Everything outside `/api`: a file of the UI, or the page that draws the rest in the browser.
pub(crate) fn router() -> Router {
    Router::new().fallback_service(get(serve))
}

async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(response) = asset::answer(path, &headers) {
        return response;
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if path.starts_with("assets/") || last.contains('.') {
        return (StatusCode::NOT_FOUND, "Not found").into_response();
    }
    let Some(html) = page::html(uri.path(), uri.query().is_some()) else {
        let advice = "The pages have not been built. `make run` builds them.";
        return (StatusCode::SERVICE_UNAVAILABLE, advice).into_response();
    };
    let mut response = axum::response::Html(html).into_response();
    let headers = response.headers_mut();
    // A new version of the UI must be seen at the next visit; its files have new names and may be kept for ever.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    for (name, value) in PAGE_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, http::Request};
    use tower::ServiceExt;

    use super::*;

    async fn get(path: &str) -> Response {
        router().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_no_page() {
        for path in
            ["/assets/index-gone.js", "/assets/gone", "/picture.webp", "/.env", "/.vite/manifest.json"]
        {
            assert_eq!(get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[tokio::test]
    async fn nothing_can_be_posted_to_a_page() {
        let request = Request::post("/products").body(Body::empty()).unwrap();
        assert_eq!(router().oneshot(request).await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[test]
    fn the_policy_allows_no_inline_script_and_no_framing() {
        let scripts =
            CONTENT_SECURITY_POLICY.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
        assert!(!scripts.contains("unsafe"), "{scripts}");
        assert!(CONTENT_SECURITY_POLICY.contains("frame-ancestors 'none'"));
    }
}
