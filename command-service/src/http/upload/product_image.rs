//! `POST /upload/product-image`: a merchant uploads a picture of a product.

use axum::extract::{Request, State};
use serde::Serialize;
use service_kit::caller::Merchant;
use shared_events::upload::Kind;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::receive::{Refused, UploadPorts, form_schema, receive};
use crate::{application::CommandAttempt, http::answer::Answer};

const FIELD: &str = "image";

/// The form that uploads a picture of a product.
pub(crate) enum ProductImageForm {}

impl PartialSchema for ProductImageForm {
    fn schema() -> RefOr<Schema> {
        form_schema(FIELD, "A JPEG, PNG or WebP of at most 5 MB")
    }
}

impl ToSchema for ProductImageForm {}

/// A picture that was stored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UploadedImage {
    /// The path on this site of the picture with at most 800 pixels per side.
    url: String,
    /// The last part of the path.
    filename: String,
}

impl UploadedImage {
    pub(super) fn new(stored: &blobs::Stored) -> Self {
        Self { url: stored.url(), filename: stored.filename() }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImageUploaded {
    /// Always true.
    success: bool,
    pub(super) image: UploadedImage,
}

impl ImageUploaded {
    pub(super) fn new(stored: &blobs::Stored) -> Self {
        Self { success: true, image: UploadedImage::new(stored) }
    }
}

/// Upload a picture of a product
///
/// The picture is turned upright, scaled down and encoded again as WebP, without place, camera and any other metadata.
/// Its address goes into `images` of a product; replacing `.webp` by `-400.webp` gives a small version.
#[utoipa::path(
    post,
    path = "/upload/product-image",
    tag = "upload",
    request_body(content = ProductImageForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImageUploaded, headers(("Greenstall-Position" = u64)),
            description = "The picture is kept",
            example = json!({"success": true, "image": {
                "url": "/api/uploads/products/0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d/5f1c0a9be77e4f0d8d3c1a2b3c4d5e6f.webp",
                "filename": "5f1c0a9be77e4f0d8d3c1a2b3c4d5e6f.webp",
            }})),
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn upload_product_image(
    State(ports): State<UploadPorts>,
    attempt: CommandAttempt,
    Merchant(merchant): Merchant,
    request: Request,
) -> Result<Answer<ImageUploaded>, Refused> {
    let received = receive(&ports, &attempt, &merchant, Kind::ProductImage, FIELD, request).await?;
    Ok(Answer::created(received.position, ImageUploaded::new(&received.stored)))
}

#[cfg(test)]
mod tests {
    use axum::http::{StatusCode, header};
    use blobs::BlobName;
    use chrono::TimeDelta;
    use domain::{stall::keep_file::MAX_FILES_BEFORE_APPROVAL, upload::MAX_FILE_BYTES};
    use serde_json::json;
    use shared_events::{
        ids::AccountId,
        upload::{Kind, Media},
    };

    use crate::http::{
        testing::{Shop, request},
        upload::testing::*,
    };

    const PATH: &str = "/upload/product-image";

    #[tokio::test]
    async fn a_picture_is_stored_in_two_sizes() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        for (name, bytes) in [("dot.png", DOT_PNG), ("dot.jpg", DOT_JPEG)] {
            let reply = shop.upload(PATH, Some(&merchant), "image", name, bytes).await;
            let image = &reply.done(StatusCode::CREATED)["image"];
            let url = image["url"].as_str().unwrap();
            let kept = BlobName::at(url).expect("the address is one of ours");
            assert_eq!(kept.owner.uuid(), merchant.id);
            assert_eq!(image["filename"], kept.file());
            assert!(shop.app.blobs.exists(&kept).await.unwrap());
            assert!(shop.app.blobs.exists(&kept.in_size(true)).await.unwrap());
        }
    }

    #[tokio::test]
    async fn the_type_of_a_file_is_detected_from_its_bytes() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let reply = shop.upload(PATH, Some(&merchant), "image", "picture.exe", DOT_PNG).await;
        reply.done(StatusCode::CREATED);
        for (name, bytes) in [
            ("page.png", &b"<!DOCTYPE html><script>alert(1)</script>"[..]),
            ("logo.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
            ("logo.png", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
            ("photo.jpg", b"GIF89a\x01\0\x01\0"),
            ("photo.jpg", PDF),
            ("photo.webp", b"RIFF"),
        ] {
            let reply = shop.upload(PATH, Some(&merchant), "image", name, bytes).await;
            let text = reply.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE);
            assert_eq!(text, "Only JPEG, PNG, and WebP formats are allowed.", "{name}");
        }
        let cut = shop.upload(PATH, Some(&merchant), "image", "dot.png", &DOT_PNG[..40]).await;
        let text = cut.refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(text, "The image could not be read. It may be damaged.");
        assert_eq!(cut.body["errors"][0]["field"], "image");
    }

    #[tokio::test]
    async fn five_megabytes_are_the_limit() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let of = |length: usize| [DOT_PNG, &vec![0; length - DOT_PNG.len()]].concat();
        let reply = shop.upload(PATH, Some(&merchant), "image", "dot.png", &of(MAX_FILE_BYTES)).await;
        reply.done(StatusCode::CREATED);
        for length in [MAX_FILE_BYTES + 1, MAX_FILE_BYTES + 200_000] {
            let reply = shop.upload(PATH, Some(&merchant), "image", "dot.png", &of(length)).await;
            let text = reply.refused(StatusCode::PAYLOAD_TOO_LARGE);
            assert_eq!(text, "File too large. Maximum size is 5MB.");
        }
    }

    #[tokio::test]
    async fn a_merchant_has_a_hundred_megabytes_until_approval() {
        let shop = Shop::open();
        let (mia, ada) = (shop.merchant().await, shop.admin().await);
        let megabyte = 1024 * 1024;
        let of = |length: usize| [PDF, &vec![b'\n'; length - PDF.len()], b"%%EOF"].concat().into();
        let keep = async |length: usize| {
            let put = shop.app.blobs.put(
                Kind::Certificate,
                Media::Pdf,
                AccountId::new(mia.id),
                &*shop.app.ids,
                of(length),
            );
            put.await.unwrap()
        };
        for _ in 0..20 {
            keep(5 * megabyte - 20).await;
        }
        shop.upload(PATH, Some(&mia), "image", "dot.png", DOT_PNG).await.done(StatusCode::CREATED);
        keep(400).await;
        let refused = shop.upload(PATH, Some(&mia), "image", "dot.png", DOT_PNG).await;
        let text = "You can have up to 100 MB of files until your account is approved. Please remove a file or wait \
                    for the approval.";
        assert_eq!(refused.refused(StatusCode::CONFLICT), text);
        let path = format!("/admin/users/{}/approve", mia.id);
        shop.put(&path, Some(&ada), &json!({"approved": true})).await.done(StatusCode::OK);
        shop.upload(PATH, Some(&mia), "image", "dot.png", DOT_PNG).await.done(StatusCode::CREATED);
    }

    #[tokio::test]
    async fn a_merchant_has_a_bounded_number_of_files_until_approval() {
        let shop = Shop::open();
        let mia = shop.merchant().await;
        for _ in 0..MAX_FILES_BEFORE_APPROVAL - 1 {
            let put = shop.app.blobs.put(
                Kind::Certificate,
                Media::Pdf,
                AccountId::new(mia.id),
                &*shop.app.ids,
                PDF.into(),
            );
            put.await.unwrap();
        }
        shop.upload(PATH, Some(&mia), "image", "dot.png", DOT_PNG).await.done(StatusCode::CREATED);
        let refused = shop.upload(PATH, Some(&mia), "image", "dot.png", DOT_PNG).await;
        let text = "You can have up to 2500 files until your account is approved. Please remove a file or wait for the \
                    approval.";
        assert_eq!(refused.refused(StatusCode::CONFLICT), text);
    }

    #[tokio::test]
    async fn an_endless_body_is_not_read_completely() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let (endless, pieces) = endless_form("image");
        let mut upload = request("POST".parse().unwrap(), PATH, Some(&merchant), FORM, String::new());
        *upload.body_mut() = endless;
        let reply = shop.send(upload).await;
        assert_eq!(reply.refused(StatusCode::PAYLOAD_TOO_LARGE), "File too large. Maximum size is 5MB.");
        let read = pieces.load(std::sync::atomic::Ordering::Relaxed);
        // Five megabytes of the file, and ten that are discarded so that the client gets the answer.
        assert!(read <= 260, "{read} pieces of 64 KB");
        let mut declared = request("POST".parse().unwrap(), PATH, Some(&merchant), FORM, String::new());
        declared.headers_mut().insert(header::CONTENT_LENGTH, "99999999999".parse().unwrap());
        let (endless, pieces) = endless_form("image");
        *declared.body_mut() = endless;
        shop.send(declared).await.refused(StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(pieces.load(std::sync::atomic::Ordering::Relaxed), 0, "the declared length is enough");
    }

    #[tokio::test]
    async fn malformed_forms_are_refused_with_a_reason() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let file = |field: &str| part(&format!("name=\"{field}\"; filename=\"dot.png\""), DOT_PNG);
        for (status, text, body) in [
            (422, "Please choose a file to upload", form(&[])),
            (422, "Please choose a file to upload", form(&[part("name=\"image\"", b"text")])),
            (422, "Please send the file in the field image", form(&[file("photo")])),
            (422, "Please upload one file at a time", form(&[file("image"), file("image")])),
            (422, "The file is empty", form(&[part("name=\"image\"; filename=\"x.png\"", b"")])),
            (400, "The form could not be read. Please try again.", file("image")),
            (400, "The form could not be read. Please try again.", b"--nonsense".to_vec()),
            (400, "The form could not be read. Please try again.", Vec::new()),
            (400, "The form could not be read. Please try again.", b"--form\r\nno header at all".to_vec()),
        ] {
            let reply = shop.upload_form(PATH, &merchant, FORM, body).await;
            assert_eq!(reply.refused(StatusCode::from_u16(status).unwrap()), text);
        }
        for content_type in ["application/json", "text/plain", "", "multipart/mixed; boundary=form"] {
            let reply = shop.upload_form(PATH, &merchant, content_type, form(&[file("image")])).await;
            let text = reply.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE);
            assert_eq!(text, "Please send the file as multipart/form-data", "{content_type}");
        }
        let reply = shop.upload_form(PATH, &merchant, "multipart/form-data", form(&[file("image")])).await;
        reply.refused(StatusCode::BAD_REQUEST);
        let mixed = form(&[part("name=\"note\"", b"a text besides"), file("image")]);
        shop.upload_form(PATH, &merchant, FORM, mixed).await.done(StatusCode::CREATED);
    }

    #[tokio::test]
    async fn roles_are_checked_before_bodies() {
        let shop = Shop::open();
        let (customer, admin) = (shop.customer().await, shop.admin().await);
        for path in [PATH, "/upload/business-photo", "/upload/organic-certificate"] {
            for bytes in [DOT_PNG, b"", b"<html>"] {
                let visitor = shop.upload(path, None, "image", "dot.png", bytes).await;
                visitor.refused(StatusCode::UNAUTHORIZED);
                for person in [&customer, &admin] {
                    let reply = shop.upload(path, Some(person), "image", "dot.png", bytes).await;
                    reply.refused(StatusCode::FORBIDDEN);
                }
            }
        }
    }

    #[tokio::test]
    async fn uploads_are_counted_by_account() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        for _ in 0..200 {
            let now = shop.app.clock.now();
            shop.app.limits.uploads.admit(shared_events::ids::AccountId::new(merchant.id), now).unwrap();
        }
        let reply = shop.upload(PATH, Some(&merchant), "image", "dot.png", DOT_PNG).await;
        let text = reply.refused(StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(text, "Too many uploads. Please try again later.");
        assert_eq!(reply.headers[header::RETRY_AFTER], "3600");
        shop.clock.advance(TimeDelta::hours(1));
        let reply = shop.upload(PATH, Some(&merchant), "image", "dot.png", DOT_PNG).await;
        reply.done(StatusCode::CREATED);
    }
}
