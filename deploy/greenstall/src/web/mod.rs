//! Serves the UI's files and pages.

mod asset;
mod data;
mod first_view;
mod head;
mod offline;
mod page;
mod picture;
mod routes;
mod site;
mod sitemap;
mod storefront;
#[cfg(test)]
mod testing;
mod words;

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};
use rust_embed::Embed;

pub(crate) use self::{site::Site, storefront::Storefront};

/// The built UI: inside the binary in release builds, read from disk in debug builds.
#[derive(Embed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Dist;

/// The third party that pages may load from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guests {
    /// Nobody.
    None,
    /// Stripe: its script must come from itself, and its form is a page of its own inside ours.
    Stripe,
}

impl Guests {
    /// The content security policy. Scripts come only from us and the third party and are never inline; neither are our
    /// styles. Stripe's script adds styles at run time. Frames show only files that the page has fetched itself, such
    /// as a certificate for an admin.
    const fn policy(self) -> &'static str {
        match self {
            Self::None => {
                "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                 font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src blob:; object-src 'none'; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
            Self::Stripe => {
                "default-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; \
                 style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https://*.stripe.com; font-src 'self'; \
                 connect-src 'self' https://api.stripe.com; \
                 frame-src blob: https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; \
                 worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            }
        }
    }
}

const PAGE_HEADERS: [(HeaderName, &str); 4] = [
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (HeaderName::from_static("permissions-policy"), "geolocation=(self), camera=(), microphone=()"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Everything outside `/api`: a file of the UI, or a page that the browser then renders.
pub(crate) fn router(site: Site) -> Router {
    Router::new().fallback_service(get(serve).with_state(site))
}

async fn serve(State(site): State<Site>, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(response) = asset::answer(path, &headers) {
        return response;
    }
    match path {
        "robots.txt" => return sitemap::robots(&site),
        offline::PATH => return as_page(offline::page(), site.guests),
        _ => {}
    }
    let pages = page::pages();
    if let Some(response) = sitemap::answer(&site, &pages.routes, path).await {
        return response;
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if path.starts_with("assets/") || last.contains('.') {
        return (StatusCode::NOT_FOUND, "Not found").into_response();
    }
    if !pages.are_built() {
        let advice = "The pages have not been built. `make run` builds them.";
        return (StatusCode::SERVICE_UNAVAILABLE, advice).into_response();
    }
    let head = site.head(&pages.routes, &uri).await;
    let html = pages.html(&uri, &head, &site.base);
    as_page((head.status, axum::response::Html(html)).into_response(), site.guests)
}

/// Adds the headers that every page has.
fn as_page(mut response: Response, guests: Guests) -> Response {
    let headers = response.headers_mut();
    // A new version of the UI must show at the next visit. Its files have new names and may be cached for ever.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(guests.policy()));
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

    fn site() -> Site {
        Site { guests: Guests::None, base: "http://127.0.0.1".into(), storefront: None }
    }

    async fn get(path: &str) -> Response {
        router(site()).oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn crawlers_get_their_files_whether_or_not_the_pages_are_built() {
        for (path, status) in [
            ("/robots.txt", StatusCode::OK),
            ("/sitemaps/pages.xml", StatusCode::OK),
            // This process answers no queries.
            ("/sitemap.xml", StatusCode::SERVICE_UNAVAILABLE),
        ] {
            assert_eq!(get(path).await.status(), status, "{path}");
        }
    }

    #[tokio::test]
    async fn a_missing_file_is_not_answered_with_a_page() {
        for path in
            ["/assets/index-gone.js", "/assets/gone", "/picture.webp", "/.env", "/.vite/manifest.json"]
        {
            assert_eq!(get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[tokio::test]
    async fn nothing_can_be_posted_to_a_page() {
        let request = Request::post("/products").body(Body::empty()).unwrap();
        assert_eq!(router(site()).oneshot(request).await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[test]
    fn the_policy_allows_no_inline_script_and_no_framing() {
        for guests in [Guests::None, Guests::Stripe] {
            let policy = guests.policy();
            let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).unwrap();
            assert!(!scripts.contains("unsafe"), "{scripts}");
            assert!(policy.contains("frame-ancestors 'none'"));
            assert!(policy.contains("frame-src blob:"), "admins see certificates in place");
            // The service worker is ours, even where third-party scripts are allowed.
            assert!(policy.contains("worker-src 'self';") && policy.contains("manifest-src 'self';"));
            assert_eq!(policy.contains("stripe.com"), guests == Guests::Stripe);
            assert_eq!(policy.contains("'unsafe-inline'"), guests == Guests::Stripe);
        }
    }
}
