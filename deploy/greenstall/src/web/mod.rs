//! Serves the UI's files and pages.

mod asset;
mod data;
mod dist;
mod first_view;
mod guests;
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

pub(crate) use self::{guests::Guests, site::Site, storefront::Storefront};

const PAGE_HEADERS: [(HeaderName, &str); 4] = [
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (HeaderName::from_static("permissions-policy"), "geolocation=(self), camera=(), microphone=()"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Routes everything outside `/api`: files of the UI, and pages that the browser renders.
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
    // Browsers must get a new version of the UI at the next visit. Its files have new names and may be cached for ever.
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
            // This process has no query role.
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
}
