//! Serves the UI's files in the smallest encoding that the browser accepts.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use super::dist::Dist;

/// The folder of files whose names contain a hash of their contents.
const HASHED: &str = "assets/";
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// For files with fixed names: cached for an hour, then revalidated by their ETag.
const FOR_AN_HOUR: &str = "public, max-age=3600";
/// The service worker. It decides what people see offline, so browsers revalidate it each time.
const WORKER: &str = "sw.js";
const NOT_WITHOUT_ASKING: &str = "no-cache";
/// Encodings, best first, with the suffix of the compressed file that the build puts beside the original.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The file at this path (without a leading slash), if browsers may have it.
pub(super) fn answer(path: &str, request: &HeaderMap) -> Option<Response> {
    let kind = media_type(path)?;
    if path.starts_with('.') {
        return None;
    }
    let original = Dist::get(path)?;
    let tag = HeaderValue::from_str(&format!("\"{}\"", hex::encode(&original.metadata.sha256_hash()[..16])))
        .ok()?;
    let caching = caching(path);

    let mut response = if request.get(header::IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let accepted =
            request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
        let packed = ENCODINGS
            .iter()
            .filter(|(encoding, _)| accepts(accepted, encoding))
            .find_map(|(encoding, ending)| Some((encoding, Dist::get(&format!("{path}{ending}"))?)));
        let (encoding, file) = packed.map_or((None, original), |(encoding, file)| (Some(*encoding), file));
        let mut response = Body::from(file.data).into_response();
        if let Some(encoding) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Some(response)
}

fn caching(path: &str) -> &'static str {
    match path {
        WORKER => NOT_WITHOUT_ASKING,
        _ if path.starts_with(HASHED) => FOR_EVER,
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
    use super::*;

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
