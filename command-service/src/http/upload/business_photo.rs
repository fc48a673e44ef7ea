//! `POST /upload/business-photo`: a merchant uploads the photo of the business.

use axum::extract::{Request, State};
use blobs::BlobName;
use domain::account::choose_business_photo::ChooseBusinessPhoto;
use service_kit::caller::Merchant;
use shared_events::upload::Kind;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::{
    product_image::ImageUploaded,
    receive::{Refused, UploadPorts, form_schema, receive},
};
use crate::{application::CommandAttempt, http::answer::Answer};

const FIELD: &str = "businessPhoto";

pub(crate) enum BusinessPhotoForm {}

impl PartialSchema for BusinessPhotoForm {
    fn schema() -> RefOr<Schema> {
        form_schema(FIELD, "A JPEG, PNG or WebP of at most 5 MB")
    }
}

impl ToSchema for BusinessPhotoForm {}

/// Upload the photo of the business
///
/// The photo is shown at once and replaces the previous one. Otherwise as for the picture of a product.
#[utoipa::path(
    post,
    path = "/upload/business-photo",
    tag = "upload",
    request_body(content = BusinessPhotoForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImageUploaded, headers(("Greenstall-Position" = u64)),
            description = "The photo is shown",
            example = json!({"success": true, "image": {
                "url": "/api/uploads/businesses/0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d/5f1c0a9be77e4f0d8d3c1a2b3c4d5e6f.webp",
                "filename": "5f1c0a9be77e4f0d8d3c1a2b3c4d5e6f.webp",
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn upload_business_photo(
    State(ports): State<UploadPorts>,
    attempt: CommandAttempt,
    Merchant(merchant): Merchant,
    request: Request,
) -> Result<Answer<ImageUploaded>, Refused> {
    let received = receive(&ports, &attempt, &merchant, Kind::BusinessPhoto, FIELD, request).await?;
    let stored = received.stored;
    let command =
        ChooseBusinessPhoto { account_id: merchant.account, url: stored.url(), filename: stored.filename() };
    let provenance = attempt.by(merchant.actor());
    let executed = ports.writer.execute(&provenance, &command).await?;
    let before = received.account.profile.and_then(|profile| profile.business?.photo_url);
    if let Some(before) = before.as_deref().and_then(BlobName::at) {
        super::remove_image::delete_later(ports.blobs, before);
    }
    Ok(Answer::created(executed.position, ImageUploaded::new(&stored)))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use blobs::BlobName;

    use crate::http::{testing::Shop, upload::testing::*};

    const PATH: &str = "/upload/business-photo";

    #[tokio::test]
    async fn a_photo_is_shown_and_replaces_the_one_before() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let reply = shop.upload(PATH, Some(&merchant), "businessPhoto", "farm.png", DOT_PNG).await;
        let first = BlobName::at(reply.done(StatusCode::CREATED)["image"]["url"].as_str().unwrap()).unwrap();
        let reply = shop.upload(PATH, Some(&merchant), "businessPhoto", "farm.jpg", DOT_JPEG).await;
        let image = &reply.done(StatusCode::CREATED)["image"];
        let second = BlobName::at(image["url"].as_str().unwrap()).unwrap();
        assert_eq!(image["filename"], second.file());
        let history = shop.history("account", merchant.id).await;
        assert_eq!(
            history,
            ["AccountOpened", "EmailVerificationRequested", "BusinessPhotoChosen", "BusinessPhotoChosen"]
        );
        let gone = async || (!shop.app.blobs.exists(&first).await.unwrap()).then_some(());
        test_support::wait_for("the photo before is deleted", gone).await;
        assert!(shop.app.blobs.exists(&second).await.unwrap());
    }

    #[tokio::test]
    async fn a_file_that_is_no_picture_changes_nothing() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let reply = shop.upload(PATH, Some(&merchant), "businessPhoto", "farm.png", PDF).await;
        let text = reply.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(text, "Only JPEG, PNG, and WebP formats are allowed.");
        let reply = shop.upload(PATH, Some(&merchant), "image", "farm.png", DOT_PNG).await;
        let text = reply.refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(text, "Please send the file in the field businessPhoto");
        assert_eq!(
            shop.history("account", merchant.id).await,
            ["AccountOpened", "EmailVerificationRequested"]
        );
    }
}
