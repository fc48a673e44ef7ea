//! Multipart forms for tests of uploads.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;

use crate::http::testing::{Person, Reply, Shop, request};

/// A picture of two by two pixels.
pub(crate) const DOT_PNG: &[u8] = include_bytes!("dot.png");
pub(crate) const DOT_JPEG: &[u8] = include_bytes!("dot.jpg");
pub(crate) const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n";
/// The `Content-Type` of the test forms.
pub(crate) const FORM: &str = "multipart/form-data; boundary=form";

/// One part of a form; `disposition`: `name="…"`.
pub(crate) fn part(disposition: &str, value: &[u8]) -> Vec<u8> {
    let head =
        format!("--form\r\nContent-Disposition: form-data; {disposition}\r\nContent-Type: image/png\r\n\r\n");
    [head.as_bytes(), value, b"\r\n"].concat()
}

/// A complete form.
pub(crate) fn form(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), b"--form--\r\n".to_vec()].concat()
}

/// A form with an endless file, and the number of chunks of 64 KB that were read of it.
pub(crate) fn endless_form(field: &str) -> (Body, Arc<AtomicUsize>) {
    let head =
        format!("--form\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"x.png\"\r\n\r\n");
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    let pieces = stream::unfold(Some(Bytes::from(head)), move |head| {
        let counted = counted.clone();
        async move {
            counted.fetch_add(1, Ordering::Relaxed);
            let piece = head.unwrap_or_else(|| Bytes::from(vec![7; 64 * 1024]));
            Some((Ok::<_, std::io::Error>(piece), None))
        }
    });
    (Body::from_stream(pieces), count)
}

impl Shop {
    /// Uploads a file, as a browser does.
    pub(crate) async fn upload(
        &self,
        path: &str,
        who: Option<&Person>,
        field: &str,
        name: &str,
        bytes: &[u8],
    ) -> Reply {
        let file = part(&format!("name=\"{field}\"; filename=\"{name}\""), bytes);
        let mut upload = request("POST".parse().expect("a method"), path, who, FORM, String::new());
        *upload.body_mut() = Body::from(form(&[file]));
        self.send(upload).await
    }

    /// Sends a body with the media type of a form.
    pub(crate) async fn upload_form(
        &self,
        path: &str,
        who: &Person,
        content_type: &str,
        body: Vec<u8>,
    ) -> Reply {
        let mut upload =
            request("POST".parse().expect("a method"), path, Some(who), content_type, String::new());
        *upload.body_mut() = Body::from(body);
        self.send(upload).await
    }
}
