//! The header `Range`. Only a single range of bytes is supported.

use axum::http::{HeaderMap, header};
use blobs::Span;

/// The requested range. A malformed range, several ranges, or a range of another version of the file (given by
/// `If-Range`) requests the whole file (RFC 9110 §14.2).
pub(super) fn span(headers: &HeaderMap, etag: &str) -> Option<Span> {
    if headers.get(header::IF_RANGE).is_some_and(|wanted| wanted != etag) {
        return None;
    }
    let (first, last) = headers.get(header::RANGE)?.to_str().ok()?.strip_prefix("bytes=")?.split_once('-')?;
    match (first.trim(), last.trim()) {
        ("", count) => number(count).map(Span::Last),
        (first, "") => number(first).map(Span::From),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(Span::Between(first, last))
        }
    }
}

fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn asked(range: &'static str) -> Option<Span> {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, HeaderValue::from_static(range));
        span(&headers, "\"x\"")
    }

    #[test]
    fn a_single_range_is_parsed() {
        assert_eq!(asked("bytes=0-9"), Some(Span::Between(0, 9)));
        assert_eq!(asked("bytes=5-"), Some(Span::From(5)));
        assert_eq!(asked("bytes=-5"), Some(Span::Last(5)));
    }

    #[test]
    fn any_other_range_requests_the_whole_file() {
        for range in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "lines=1-2",
            "bytes=9-0",
            "bytes=0-1,5-6",
            "bytes=+1-2",
            "bytes=a-b",
            "bytes=99999999999999999999-",
        ] {
            assert_eq!(asked(range), None, "{range}");
        }
    }

    #[test]
    fn a_range_of_another_version_requests_the_whole_file() {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, HeaderValue::from_static("bytes=0-9"));
        headers.insert(header::IF_RANGE, HeaderValue::from_static("\"old\""));
        assert_eq!(span(&headers, "\"new\""), None);
        assert!(span(&headers, "\"old\"").is_some());
    }
}
