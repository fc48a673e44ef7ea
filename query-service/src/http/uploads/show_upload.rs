//! `GET /uploads/{kind}/{owner}/{file}`: an uploaded file.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use blobs::{BlobError, BlobName};
use service_kit::{Code, Problem, caller::Visitor, extract::Path, problem::ProblemBody};
use shared_events::{Role, upload::Media};

use super::byte_range;
use crate::{App, http::caching};

/// For pictures: the content of a file never changes.
const CACHED_FOREVER: &str = "public, max-age=31536000, immutable";
/// For certificates: neither a shared cache nor a browser stores them.
const NO_STORE: &str = "private, no-store";
/// Prevents that a browser runs a script in a file, or that another site embeds it, whatever the file contains.
const SANDBOX_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Show an uploaded file
///
/// The call that uploads a file returns its address. Pictures and photos are public. Only the owner and admins can
/// read a certificate; to others it does not exist. A picture `….webp` has at most 800 pixels per side, and
/// `…-400.webp` at most 400.
#[utoipa::path(
    get,
    path = "/uploads/{kind}/{owner}/{file}",
    tag = "uploads",
    params(
        ("kind" = String, Path, description = "`products`, `businesses` or `certificates`"),
        ("owner" = String, Path, description = "The id of the account that uploaded the file"),
        ("file" = String, Path, description = "The file's name, which cannot be guessed"),
    ),
    responses(
        (status = 200, description = "The file", content(
            (Vec<u8> = "image/webp"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "application/pdf"),
        )),
        (status = 206, description = "The requested range", content(
            (Vec<u8> = "image/webp"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "application/pdf"),
        )),
        (status = 304, description = "The client's copy is up to date"),
        (status = 404, body = ProblemBody, description = "The file does not exist, or it is another person's certificate"),
        (status = 416, description = "The range is outside of the file"),
        (status = 503, body = ProblemBody, description = "The file store is unavailable"),
    ),
    security((), ("bearer" = [])),
)]
pub(crate) async fn show_upload(
    State(app): State<App>,
    Visitor(visitor): Visitor,
    Path((kind, owner, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let not_found = || Problem::new(Code::NotFound, "File not found");
    let name: BlobName = format!("{kind}/{owner}/{file}").parse().map_err(|_| not_found())?;
    let may_see = visitor.is_some_and(|caller| caller.role == Role::Admin || caller.account == name.owner);
    if !name.kind.is_public() && !may_see {
        return Err(not_found());
    }
    let etag = format!("\"{}\"", name.file());
    let span = byte_range::span(&headers, &etag);
    let found = app.blobs.get(&name, span).await.map_err(|error| failed(&error))?.ok_or_else(not_found)?;
    let mut about = described(&name, &etag);
    if caching::is_known(&headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let (size, range) = (found.size, found.range);
    let status = match span {
        None => StatusCode::OK,
        Some(_) if range.is_empty() => {
            about.insert(header::CONTENT_RANGE, text(&format!("bytes */{size}")));
            return Ok((StatusCode::RANGE_NOT_SATISFIABLE, about).into_response());
        }
        Some(_) => {
            about.insert(
                header::CONTENT_RANGE,
                text(&format!("bytes {}-{}/{size}", range.start, range.end - 1)),
            );
            StatusCode::PARTIAL_CONTENT
        }
    };
    about.insert(header::CONTENT_TYPE, HeaderValue::from_static(name.media.content_type()));
    about.insert(header::CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    Ok((status, about, Body::from_stream(found.content)).into_response())
}

/// The response headers of a file, also of an answer without a body.
fn described(name: &BlobName, etag: &str) -> HeaderMap {
    let cache = if name.kind.is_public() { CACHED_FOREVER } else { NO_STORE };
    let disposition = match name.media {
        // Browsers must not open an uploaded PDF in their viewer on this site's origin.
        Media::Pdf => format!("attachment; filename=\"{}\"", name.file()),
        Media::Jpeg | Media::Png | Media::WebP => "inline".to_owned(),
    };
    HeaderMap::from_iter([
        (header::CACHE_CONTROL, HeaderValue::from_static(cache)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SANDBOX_POLICY)),
        (header::CONTENT_DISPOSITION, text(&disposition)),
        (header::ACCEPT_RANGES, HeaderValue::from_static("bytes")),
        (header::ETAG, text(etag)),
    ])
}

fn text(value: &str) -> HeaderValue {
    value.parse().expect("letters, digits and punctuation")
}

fn failed(error: &BlobError) -> Problem {
    Problem::unavailable(error)
}

#[cfg(test)]
mod tests {
    use blobs::Stored;
    use service_kit::SeededIds;
    use shared_events::{ids::AccountId, upload::Kind};

    use super::*;
    use crate::testing::Market;

    const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n";
    /// A picture of two by two pixels.
    const PNG: &[u8] = include_bytes!("dot.png");

    async fn upload(market: &Market, kind: Kind, owner: AccountId, bytes: &'static [u8]) -> Stored {
        let media = Media::of(bytes).unwrap();
        market.blobs.put(kind, media, owner, &SeededIds::new(1), bytes.into()).await.expect("it is kept")
    }

    fn path(url: &str) -> &str {
        url.strip_prefix("/api").expect("addresses are below /api")
    }

    #[tokio::test]
    async fn a_picture_is_public_and_cached_for_ever() {
        let mut market = Market::open().await;
        let green = market.merchant("Green Farm", "05401").await;
        for kind in [Kind::ProductImage, Kind::BusinessPhoto] {
            let stored = upload(&market, kind, green.id, PNG).await;
            for url in [stored.url(), blobs::small_variant(&stored.url())] {
                let answer = market.get(path(&url)).await;
                assert_eq!(answer.status, 200, "{url}");
                assert_eq!(answer.headers[header::CONTENT_TYPE], "image/webp");
                assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
                assert_eq!(answer.headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
                assert!(
                    answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().ends_with("sandbox")
                );
                assert_eq!(answer.headers[header::CONTENT_DISPOSITION], "inline");
            }
        }
    }

    #[tokio::test]
    async fn a_certificate_is_shown_only_to_its_owner_and_admins() {
        let mut market = Market::open().await;
        let green = market.merchant("Green Farm", "05401").await;
        let river = market.merchant("River Farm", "05404").await;
        let ada = market.customer("Ada").await;
        let root = market.admin().await;
        let url = upload(&market, Kind::Certificate, green.id, PDF).await.url();
        for insider in [&green, &root] {
            let answer = market.get_as(insider, path(&url)).await;
            assert_eq!(answer.status, 200);
            assert_eq!(answer.headers[header::CONTENT_TYPE], "application/pdf");
            assert_eq!(answer.headers[header::CONTENT_LENGTH], PDF.len().to_string());
            assert_eq!(answer.headers[header::CACHE_CONTROL], "private, no-store");
            assert!(answer.headers[header::CONTENT_DISPOSITION].to_str().unwrap().starts_with("attachment"));
        }
        for stranger in [&river, &ada] {
            assert_eq!(market.get_as(stranger, path(&url)).await.refusal(), (404, "File not found"));
        }
        assert_eq!(market.get(path(&url)).await.refusal(), (404, "File not found"));
    }

    #[tokio::test]
    async fn an_unknown_file_name_is_not_found() {
        let mut market = Market::open().await;
        let green = market.merchant("Green Farm", "05401").await;
        let stored = upload(&market, Kind::ProductImage, green.id, PNG).await;
        let path = path(&stored.url()).to_owned();
        for odd in [
            "/uploads/products/x/y.webp".to_owned(),
            "/uploads/..%2f/..%2f/token.key".to_owned(),
            "/uploads/products/..%2f..%2f/token.key".to_owned(),
            "/uploads/%00/%ff/x".to_owned(),
            path.replace(".webp", ".html"),
            path.replace(".webp", ".webp%00.html"),
            path.replace("products", "certificates"),
            path.replace("products", "businesses"),
        ] {
            assert_eq!(market.get(&odd).await.refusal().0, 404, "{odd}");
        }
        market.blobs.delete(&stored.name).await.unwrap();
        assert_eq!(market.get(&path).await.refusal(), (404, "File not found"));
    }

    #[tokio::test]
    async fn conditional_and_range_requests_are_answered() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let url = upload(&market, Kind::Certificate, root.id, PDF).await.url();
        let token = format!("Bearer {}", market.token_of(&root));
        let ask = async |name: &str, value: &str| {
            market.send(path(&url), &[("Authorization", &token), (name, value)]).await
        };
        let etag = ask("Accept", "*/*").await.headers[header::ETAG].to_str().unwrap().to_owned();
        for known in [etag.clone(), format!("\"other\", W/{etag}"), "*".to_owned()] {
            let answer = ask("If-None-Match", &known).await;
            assert_eq!(answer.status, 304);
            assert_eq!(answer.headers[header::ETAG], etag.as_str());
        }
        assert_eq!(ask("If-None-Match", "\"other\"").await.status, 200);
        let part = ask("Range", "bytes=0-4").await;
        assert_eq!(part.status, 206);
        assert_eq!(part.headers[header::CONTENT_RANGE], format!("bytes 0-4/{}", PDF.len()));
        assert_eq!(part.headers[header::CONTENT_LENGTH], "5");
        let outside = ask("Range", "bytes=5000-").await;
        assert_eq!(outside.status, 416);
        assert_eq!(outside.headers[header::CONTENT_RANGE], format!("bytes */{}", PDF.len()));
        assert_eq!(ask("Range", "bytes=9-1").await.status, 200);
    }
}
