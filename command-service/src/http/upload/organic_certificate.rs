//! `POST /upload/organic-certificate`: a merchant uploads an organic certificate.

use axum::extract::{Request, State};
use serde::Serialize;
use service_kit::{caller::Merchant, problem::ProblemBody};
use shared_events::upload::Kind;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::receive::{Refused, UploadPorts, form_schema, receive};
use crate::{application::CommandAttempt, http::answer::Answer};

const FIELD: &str = "certificate";

pub(crate) enum CertificateForm {}

impl PartialSchema for CertificateForm {
    fn schema() -> RefOr<Schema> {
        form_schema(FIELD, "A PDF, JPEG or PNG of at most 5 MB")
    }
}

impl ToSchema for CertificateForm {}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CertificateUploaded {
    /// Always true.
    success: bool,
    /// The path on this site. Only this merchant and admins can read the file.
    url: String,
    /// The last part of the path.
    filename: String,
    /// The original name of the file.
    original_name: String,
}

/// Upload an organic certificate
///
/// The answer goes into `organicCertificate` of a product. A PDF is stored unchanged; a scan is encoded again, without
/// the camera's metadata.
#[utoipa::path(
    post,
    path = "/upload/organic-certificate",
    tag = "upload",
    request_body(content = CertificateForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = CertificateUploaded, headers(("Greenstall-Position" = u64)),
            description = "The certificate is kept",
            example = json!({
                "success": true,
                "url": "/api/uploads/certificates/0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d/5f1c0a9be77e4f0d8d3c1a2b3c4d5e6f.pdf",
                "filename": "5f1c0a9be77e4f0d8d3c1a2b3c4d5e6f.pdf", "originalName": "Organic certificate 2026.pdf",
            })),
        (status = 415, body = ProblemBody, description = "Not a form, or neither a PDF nor a picture by its bytes"),
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn upload_organic_certificate(
    State(ports): State<UploadPorts>,
    attempt: CommandAttempt,
    Merchant(merchant): Merchant,
    request: Request,
) -> Result<Answer<CertificateUploaded>, Refused> {
    let received = receive(&ports, &attempt, &merchant, Kind::Certificate, FIELD, request).await?;
    let uploaded = CertificateUploaded {
        success: true,
        url: received.stored.url(),
        filename: received.stored.filename(),
        original_name: received.original_name,
    };
    Ok(Answer::created(received.position, uploaded))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use blobs::BlobName;
    use domain::upload::MAX_FILE_BYTES;
    use shared_events::upload::Media;

    use crate::http::{testing::Shop, upload::testing::*};

    const PATH: &str = "/upload/organic-certificate";

    #[tokio::test]
    async fn documents_and_scans_are_kept_under_names_that_cannot_be_guessed() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        for (name, bytes, media) in [
            ("Organic certificate.pdf", PDF, Media::Pdf),
            ("scan.jpeg", DOT_JPEG, Media::Jpeg),
            ("scan.pdf", DOT_PNG, Media::Png),
        ] {
            let reply = shop.upload(PATH, Some(&merchant), "certificate", name, bytes).await;
            let answer = reply.done(StatusCode::CREATED);
            let kept = BlobName::at(answer["url"].as_str().unwrap()).unwrap();
            assert_eq!(kept.media, media);
            assert_eq!(answer["filename"], kept.file());
            assert_eq!(answer["originalName"], name);
            assert!(shop.app.blobs.exists(&kept).await.unwrap());
        }
    }

    #[tokio::test]
    async fn a_locked_document_is_refused_with_the_reason() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let locked = b"%PDF-1.7\ntrailer << /Encrypt << /Filter /Standard /R 6 /U (x) >> >>\n%%EOF\n";
        let reply = shop.upload(PATH, Some(&merchant), "certificate", "c.pdf", locked).await;
        let text = "This PDF is locked by a password. Please save it without a password and upload it again.";
        assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), text);
        assert_eq!(reply.body["errors"][0]["field"], "certificate");
    }

    #[tokio::test]
    async fn other_files_are_refused() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        for bytes in [&b"<html>"[..], b"PK\x03\x04", b"RIFF\x10\0\0\0WEBPVP8 ", b"%PDF-1.4 cut off"] {
            let reply = shop.upload(PATH, Some(&merchant), "certificate", "c.pdf", bytes).await;
            let text = reply.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE);
            assert_eq!(text, "Only PDF and image files are allowed.");
        }
        let large = [PDF, &vec![b' '; MAX_FILE_BYTES]].concat();
        let reply = shop.upload(PATH, Some(&merchant), "certificate", "c.pdf", &large).await;
        assert_eq!(reply.refused(StatusCode::PAYLOAD_TOO_LARGE), "File too large. Maximum size is 5MB.");
    }
}
