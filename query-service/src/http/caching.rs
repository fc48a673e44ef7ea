//! `ETag`, `304 Not Modified` and `Cache-Control` for every answer.
//!
//! Every successful `GET` carries an `ETag` of its body, and a client that sends this tag gets a 304. Clients must
//! revalidate every answer before they use it again: prices that are a minute old would be wrong, and a 304 costs one
//! packet. No cache stores an answer that needs a log-in. Shared caches store a public answer only when the request
//! had no token, and it varies by token.

use std::{collections::HashSet, sync::Arc};

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use service_kit::{Problem, position::STALE};
use sha2::{Digest, Sha256};
use utoipa::openapi::{OpenApi, RefOr, ResponseBuilder, path::Operation};

const PUBLIC: HeaderValue = HeaderValue::from_static("public, no-cache");
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-cache");
const PRIVATE_NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The paths, as described, of the operations that need a log-in.
#[derive(Clone, Debug)]
pub(super) struct Personal(Arc<HashSet<String>>);

impl Personal {
    pub(super) fn of(document: &OpenApi) -> Self {
        let needs_token = |operation: &Operation| {
            let ways = operation.security.as_deref().unwrap_or_default();
            // An empty requirement means that the operation may also be called without a token.
            !ways.is_empty()
                && ways.iter().all(|way| serde_json::to_value(way).is_ok_and(|way| !is_empty(&way)))
        };
        let paths = document.paths.paths.iter();
        let personal = paths.filter(|(_, item)| item.get.as_ref().is_some_and(needs_token));
        Self(Arc::new(personal.map(|(path, _)| path.clone()).collect()))
    }

    fn has(&self, path: Option<&MatchedPath>) -> bool {
        // In the combined binary the router is nested, so matched paths begin with the mount point.
        path.is_some_and(|path| {
            let path = path.as_str();
            self.0.contains(path) || path.strip_prefix("/api").is_some_and(|below| self.0.contains(below))
        })
    }
}

fn is_empty(way: &serde_json::Value) -> bool {
    way.as_object().is_none_or(serde_json::Map::is_empty)
}

/// Adds `Cache-Control` and `ETag` unless the handler has set them. Answers 304 when the client has this version.
pub(super) async fn keep(State(personal): State<Personal>, request: Request, next: Next) -> Response {
    let is_get = request.method() == Method::GET;
    let is_personal = personal.has(request.extensions().get::<MatchedPath>());
    let has_token = request.headers().contains_key(header::AUTHORIZATION);
    let known = request.headers().contains_key(header::IF_NONE_MATCH).then(|| request.headers().clone());
    let answer = next.run(request).await;
    if answer.headers().contains_key(header::CACHE_CONTROL) {
        return answer;
    }
    let (mut about, body) = answer.into_parts();
    if about.status != StatusCode::OK || about.headers.contains_key(STALE) {
        about.headers.insert(header::CACHE_CONTROL, NO_STORE);
        return Response::from_parts(about, body);
    }
    let kept = match (is_personal, has_token) {
        (true, _) => PRIVATE_NO_STORE,
        (false, true) => PRIVATE,
        (false, false) => PUBLIC,
    };
    about.headers.insert(header::CACHE_CONTROL, kept);
    about.headers.append(header::VARY, HeaderValue::from_name(header::AUTHORIZATION));
    // A streamed body is not collected just to compute a tag.
    if !is_get || body.size_hint().exact().is_none() {
        return Response::from_parts(about, body);
    }
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Problem::internal(&"an answer broke off").into_response();
    };
    let tag = tag_of(&bytes);
    let has_it = known.is_some_and(|headers| is_known(&headers, &tag));
    about.headers.insert(header::ETAG, tag.parse().expect("hexadecimal digits in quotes"));
    if has_it {
        about.status = StatusCode::NOT_MODIFIED;
        about.headers.remove(header::CONTENT_TYPE);
        about.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(about, Body::empty());
    }
    Response::from_parts(about, bytes.into())
}

/// The tag is weak, because the same content may be sent compressed or not.
fn tag_of(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    format!("W/\"{}\"", hex::encode(&digest[..16]))
}

/// Whether a request's `If-None-Match` names this tag.
pub(super) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let wanted = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let opaque = |tag: &str| tag.trim_start_matches("W/").to_owned();
    wanted
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .any(|known| known == "*" || opaque(known) == opaque(tag))
}

/// Adds the 304 answer to the OpenAPI document.
pub(super) fn describe(document: &mut OpenApi) {
    for operation in document.paths.paths.values_mut().filter_map(|path| path.get.as_mut()) {
        let answers = &mut operation.responses.responses;
        let has_json = answers.get("200").is_some_and(|answer| match answer {
            RefOr::T(answer) => answer.content.contains_key("application/json"),
            RefOr::Ref(_) => false,
        });
        if has_json {
            let text = "What the client has is still right (`If-None-Match`)";
            let answer = ResponseBuilder::new().description(text).build();
            answers.entry("304".to_owned()).or_insert_with(|| answer.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Goods, Market};

    #[tokio::test]
    async fn public_answers_are_revalidated_and_sent_only_when_changed() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        market.product(&farm, Goods::named("Tomato")).await;
        let first = market.get("/products").await;
        assert_eq!(first.headers["cache-control"], "public, no-cache");
        assert_eq!(first.headers["vary"], "authorization");
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        for known in [tag.as_str(), "*", &format!("\"x\", {}", tag.trim_start_matches("W/"))] {
            let again = market.send("/products", &[("If-None-Match", known)]).await;
            assert_eq!(again.status, 304, "{known}");
            assert_eq!(again.headers["etag"], tag);
            assert_eq!(again.headers["cache-control"], "public, no-cache");
            assert!(!again.headers.contains_key("content-type"));
            assert_eq!(again.body, serde_json::Value::Null);
        }
        assert_eq!(market.send("/products", &[("If-None-Match", "W/\"x\"")]).await.status, 200);
        market.product(&farm, Goods::named("Radish")).await;
        market.settled().await;
        let changed = market.send("/products", &[("If-None-Match", &tag)]).await;
        assert_ne!(changed.headers["etag"], tag);
        assert_eq!(changed.ok()["products"].as_array().unwrap().len(), 2);
    }

    #[tokio::test]
    async fn with_a_token_nothing_is_shared_and_personal_answers_are_not_stored() {
        let mut market = Market::open().await;
        let (ada, bob) = (market.customer("Ada").await, market.customer("Bob").await);
        assert_eq!(market.get_as(&ada, "/products").await.headers["cache-control"], "private, no-cache");
        let mine = market.get_as(&ada, "/auth/me").await;
        assert_eq!(mine.headers["cache-control"], "private, no-store");
        let tag = mine.headers["etag"].to_str().unwrap();
        let ask = async |token: String| {
            let headers = [("Authorization", format!("Bearer {token}")), ("If-None-Match", tag.to_owned())];
            market.send("/auth/me", &headers.each_ref().map(|(name, value)| (*name, value.as_str()))).await
        };
        assert_eq!(ask(market.token_of(&ada)).await.status, 304);
        assert_eq!(ask(market.token_of(&bob)).await.ok()["name"], "Bob");
    }

    #[tokio::test]
    async fn refusals_and_stale_answers_are_not_stored() {
        let market = Market::open().await;
        for path in ["/auth/me", "/products/x"] {
            let refused = market.get(path).await;
            assert_eq!(refused.headers["cache-control"], "no-store", "{path}");
            assert!(!refused.headers.contains_key("etag"));
        }
        let late = market.send("/products", &[("Greenstall-After", "18446744073709551615")]).await;
        assert_eq!(late.headers["cache-control"], "no-store");
        assert!(!late.headers.contains_key("etag"));
    }
}
