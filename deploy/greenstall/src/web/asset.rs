//! Serves the UI's files in the smallest encoding that the browser accepts.

use std::borrow::Cow;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::dist::{Dist, GZIP_SUFFIX};

/// The folder of files whose names contain a hash of their contents.
const HASHED: &str = "assets/";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// For files with fixed names: cached for an hour, then revalidated by their ETag.
const FOR_AN_HOUR: &str = "public, max-age=3600";
/// The service worker. It decides what people see offline, so browsers revalidate it each time.
const WORKER: &str = "sw.js";
const REVALIDATE: &str = "no-cache";
/// Encodings, best first, with the suffix of the compressed file that the build makes of the original.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", GZIP_SUFFIX)];

/// The file at this path (without a leading slash), if browsers may have it.
pub(super) fn answer(path: &str, request: &HeaderMap) -> Option<Response> {
    answer_from(Dist::UI, path, request)
}

fn answer_from(dist: Dist, path: &str, request: &HeaderMap) -> Option<Response> {
    let kind = media_type(path)?;
    if path.starts_with('.') {
        return None;
    }
    // The tag belongs to a build: another build may compress the same file to other bytes.
    let sha256 = dist.original_or_gzip(path)?.sha256;
    let tag = HeaderValue::from_str(&format!("\"{}\"", hex::encode(&sha256[..16]))).ok()?;

    let mut response = if request.get(header::IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (encoding, data) = encoded(dist, path, request)?;
        let mut response = Body::from(data).into_response();
        if let Some(encoding) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching(path)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Some(response)
}

/// A file in the best encoding that the browser accepts. `None` as the encoding: the original.
fn encoded(
    dist: Dist,
    path: &str,
    request: &HeaderMap,
) -> Option<(Option<&'static str>, Cow<'static, [u8]>)> {
    let accepted =
        request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    ENCODINGS
        .iter()
        .filter(|(encoding, _)| accepts(accepted, encoding))
        .find_map(|(encoding, suffix)| {
            let file = dist.stored(&format!("{path}{suffix}"))?;
            Some((Some(*encoding), file.data))
        })
        .or_else(|| Some((None, dist.original(path)?)))
}

fn caching(path: &str) -> &'static str {
    match path {
        WORKER => REVALIDATE,
        _ if path.starts_with(HASHED) => IMMUTABLE,
        _ => FOR_AN_HOUR,
    }
}

/// Media types of the suffixes that the UI's build produces; other files are not served.
fn media_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// Whether an `Accept-Encoding` header names the encoding without excluding it by `q=0`.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight =
            weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok()).unwrap_or(1.0);
        name.trim().eq_ignore_ascii_case(encoding) && weight > 0.0
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use axum::{
        Router,
        body::to_bytes,
        http::{Method, Request},
        routing::get,
    };
    use flate2::{Compression, write::GzEncoder};
    use tower::ServiceExt;

    use super::{super::dist::StoredFile, *};

    const SCRIPT: &[u8] = b"console.log('kale', 'kale', 'kale')";

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut out = GzEncoder::new(Vec::new(), Compression::best());
        out.write_all(bytes).unwrap();
        out.finish().unwrap()
    }

    /// A script that is stored only compressed, a picture and a small file that are stored as they are, and a damaged file.
    const DIST: Dist = Dist(|name| {
        let data = match name {
            "assets/shop.js.br" => b"the brotli form".to_vec(),
            "assets/shop.js.gz" => gzip(SCRIPT),
            "hero.webp" => b"a picture".to_vec(),
            "robots.txt" => b"Allow".to_vec(),
            "robots.txt.br" => b"All".to_vec(),
            "damaged.js.gz" => gzip(SCRIPT)[..20].to_vec(),
            _ => return None,
        };
        Some(StoredFile { sha256: [u8::try_from(name.len()).unwrap(); 32], data: data.into() })
    });

    fn asked(path: &str, accepted: Option<&str>) -> Option<Response> {
        let mut request = HeaderMap::new();
        if let Some(accepted) = accepted {
            request.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
        }
        answer_from(DIST, path, &request)
    }

    async fn body(response: Response) -> Vec<u8> {
        to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
    }

    #[tokio::test]
    async fn a_file_is_sent_in_the_best_encoding_that_the_browser_accepts() {
        let gzipped = gzip(SCRIPT);
        for (path, accepted, encoding, expected) in [
            ("assets/shop.js", Some("gzip, deflate, br, zstd"), Some("br"), &b"the brotli form"[..]),
            ("assets/shop.js", Some("gzip, br;q=0"), Some("gzip"), &gzipped),
            ("assets/shop.js", Some("zstd, deflate"), None, SCRIPT),
            ("assets/shop.js", Some("identity"), None, SCRIPT),
            ("assets/shop.js", Some(""), None, SCRIPT),
            ("assets/shop.js", None, None, SCRIPT),
            ("hero.webp", Some("gzip, br"), None, b"a picture"),
            ("robots.txt", Some("gzip, br"), Some("br"), b"All"),
            ("robots.txt", Some("gzip"), None, b"Allow"),
        ] {
            let response = asked(path, accepted).unwrap();
            let headers = response.headers();
            assert_eq!(response.status(), StatusCode::OK, "{path} {accepted:?}");
            assert_eq!(
                headers.get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap()),
                encoding,
                "{path} {accepted:?}"
            );
            assert_eq!(headers[header::VARY], "accept-encoding");
            assert_eq!(body(response).await, expected, "{path} {accepted:?}");
        }
    }

    #[tokio::test]
    async fn a_file_has_the_same_tag_in_every_encoding_and_is_not_sent_again() {
        let tag = |accepted| asked("assets/shop.js", accepted).unwrap().headers()[header::ETAG].clone();
        assert_eq!(tag(None), tag(Some("br")));
        assert_eq!(tag(None), tag(Some("gzip")));

        let request = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag(None))]);
        let response = answer_from(DIST, "assets/shop.js", &request).unwrap();
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(response.headers()[header::ETAG], tag(None));
        assert!(body(response).await.is_empty());
    }

    #[tokio::test]
    async fn a_head_request_gets_the_length_of_the_original() {
        let service = Router::new()
            .fallback_service(get(|headers: HeaderMap| async move {
                answer_from(DIST, "assets/shop.js", &headers).unwrap()
            }))
            .into_service::<Body>();
        let request = Request::builder().method(Method::HEAD).body(Body::empty()).unwrap();
        let response = service.oneshot(request).await.unwrap();
        assert_eq!(response.headers()[header::CONTENT_LENGTH], SCRIPT.len().to_string());
        assert!(body(response).await.is_empty());
    }

    #[test]
    fn unknown_files_compressed_forms_and_damaged_files_are_not_found() {
        for path in ["assets/gone.js", "assets/shop.js.gz", "assets/shop.js.br", "damaged.js"] {
            assert!(asked(path, None).is_none(), "{path}");
        }
    }

    #[test]
    fn an_encoding_is_taken_when_named_and_not_ruled_out() {
        assert!(accepts("gzip, deflate, br;q=0.9", "br"));
        assert!(accepts("GZIP", "gzip"));
        assert!(!accepts("gzip;q=0, br", "gzip"));
        assert!(!accepts("", "br"));
    }

    #[test]
    fn the_worker_is_always_revalidated_and_hashed_files_never() {
        let kept = ["sw.js", "assets/sw.js", "firstPaint.js"].map(caching);
        assert_eq!(kept, ["no-cache", "public, max-age=31536000, immutable", "public, max-age=3600"]);
    }

    #[test]
    fn files_that_the_build_does_not_make_are_not_served() {
        assert_eq!(media_type("assets/index.js"), Some("text/javascript; charset=utf-8"));
        assert_eq!(media_type("assets/jbig2.wasm"), Some("application/wasm"));
        assert_eq!(media_type("assets/index.js.br"), None);
        assert_eq!(media_type("index.html"), None);
        assert_eq!(media_type("products"), None);
    }
}
