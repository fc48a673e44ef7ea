//! `GET /api/docs`: the description of the interface, for people. The page is made from the OpenAPI documents when the
//! first reader asks. It runs no script and loads nothing from other sites.

mod operation;
mod page;
mod schema;

use std::sync::LazyLock;

use axum::{
    Router,
    http::{HeaderName, HeaderValue, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};

use crate::documents;

const POLICY: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const JSON: &str = "application/json";
const CSS: &str = "text/css; charset=utf-8";

/// The page and the files that it names.
struct Docs {
    page: String,
    commands: String,
    queries: String,
}

static DOCS: LazyLock<Docs> = LazyLock::new(|| {
    let [(_, commands), (_, queries)] = documents::all();
    let as_value = |document| serde_json::to_value(document).expect("a description is plain data");
    let (commands, queries) = (as_value(&commands), as_value(&queries));
    Docs {
        page: page::html(&[&queries, &commands]),
        commands: commands.to_string(),
        queries: queries.to_string(),
    }
});

/// The routes of the page, which do not depend on the roles of this process.
pub(crate) fn router() -> Router {
    Router::new()
        .route("/api/docs", get(async || with_headers(Html(DOCS.page.as_str()))))
        .route("/api/docs/style.css", get(async || file(CSS, include_str!("style.css"))))
        .route("/api/docs/command.json", get(async || file(JSON, &DOCS.commands)))
        .route("/api/docs/query.json", get(async || file(JSON, &DOCS.queries)))
}

fn file(media_type: &'static str, text: &'static str) -> Response {
    with_headers(([(header::CONTENT_TYPE, media_type)], text))
}

fn with_headers(answer: impl IntoResponse) -> Response {
    let headers: [(HeaderName, HeaderValue); 3] = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        // A new version of the program may describe other calls.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (headers, answer).into_response()
}

#[cfg(test)]
mod tests {
    use axum::{
        body::{Body, to_bytes},
        http::{Request, StatusCode},
    };
    use tower::ServiceExt;

    use super::*;

    async fn ask(path: &str) -> (StatusCode, String, String) {
        let answer = router().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = answer.into_parts();
        let body = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().to_vec()).unwrap();
        let policy = parts.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        assert_eq!(policy, POLICY);
        (parts.status, parts.headers[header::CONTENT_TYPE].to_str().unwrap().to_owned(), body)
    }

    #[tokio::test]
    async fn the_page_has_every_operation_with_its_scope() {
        let (status, media_type, page) = ask("/api/docs").await;
        assert_eq!((status, media_type.as_str()), (StatusCode::OK, "text/html; charset=utf-8"));
        let mut count = 0;
        for (_, document) in documents::all() {
            for (path, item) in serde_json::to_value(document).unwrap()["paths"].as_object().unwrap() {
                for method in item.as_object().unwrap().keys() {
                    let id = format!("id=\"{}\"", operation::anchor(method, path));
                    assert_eq!(page.matches(&id).count(), 1, "{method} {path}");
                    count += 1;
                }
            }
        }
        assert_eq!(page.matches("<details class=\"operation\"").count(), count);
        assert!(page.contains("products:write"));
    }

    #[tokio::test]
    async fn the_page_runs_no_script_and_loads_only_its_own_style() {
        let (_, _, page) = ask("/api/docs").await;
        assert!(!page.contains("<script") && !page.contains(" style=") && !page.contains(" onclick"));
        assert_eq!(page.matches("<link rel=\"stylesheet\"").count(), 1);
        assert_eq!(ask("/api/docs/style.css").await.1, CSS);
    }

    #[tokio::test]
    async fn programs_get_both_descriptions() {
        for (file, title) in [("command", "Greenstall commands"), ("query", "Greenstall queries")] {
            let (status, media_type, body) = ask(&format!("/api/docs/{file}.json")).await;
            assert_eq!((status, media_type.as_str()), (StatusCode::OK, JSON));
            let document: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert_eq!(document["info"]["title"], title);
        }
    }
}
