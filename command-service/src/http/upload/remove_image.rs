//! `DELETE /upload/image/{filename}`: a merchant deletes an uploaded picture.

use axum::extract::State;
use blobs::{BlobError, BlobName, Blobs};
use domain::account::{
    Account,
    remove_business_photo::{self, Refusal, RemoveBusinessPhoto},
};
use serde::Serialize;
use service_kit::{caller::Merchant, extract::Path};
use shared_events::upload::Kind;
use utoipa::ToSchema;

use crate::{
    application::{Failure, Loaded, Writer, load},
    http::{answer::Answer, command::CommandBy, refusal::refusals},
};

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImageRemoved {
    /// Always true.
    success: bool,
}

/// Remove a picture
///
/// Removes the photo of the business, or an uploaded picture of a product. Products that refer to the picture are not
/// changed.
#[utoipa::path(
    delete,
    path = "/upload/image/{filename}",
    tag = "upload",
    params(("filename" = String, Path, description = "The last part of its address")),
    responses(
        (status = 200, body = ImageRemoved, headers(("Greenstall-Position" = u64)),
            description = "The picture is gone", example = json!({"success": true})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn remove_image(
    State(writer): State<Writer>,
    State(blobs): State<Blobs>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(filename): Path<String>,
) -> Result<Answer<ImageRemoved>, Refused> {
    let loaded = load::<Account, Refusal>(&writer.log, merchant.account.uuid()).await?;
    let Loaded { state, position, .. } = loaded;
    if let Some(shown) = remove_business_photo::shown(&state, &filename) {
        let command = RemoveBusinessPhoto { account_id: merchant.account, filename };
        let removed = writer.execute(&provenance, &command).await?;
        if let Some(name) = BlobName::at(shown) {
            delete_later(blobs, name);
        }
        return Ok(Answer::ok(removed.position, ImageRemoved { success: true }));
    }
    let unavailable = |error: BlobError| Failure::<Refusal>::Unavailable(error.to_string());
    for kind in [Kind::ProductImage, Kind::BusinessPhoto] {
        let Some(name) = BlobName::of(kind, merchant.account, &filename) else { continue };
        if blobs.exists(&name).await.map_err(unavailable)? {
            blobs.delete(&name).await.map_err(unavailable)?;
            return Ok(Answer::ok(position, ImageRemoved { success: true }));
        }
    }
    Err(Refusal::NotShown.into())
}

refusals! {
    Refused from Refusal {
        Refusal::NotShown => NotFound when "There is none, or it is somebody else's",
    }
}

/// Deletes a file that is no longer shown, in the background: a file that remains does no harm.
pub(super) fn delete_later(blobs: Blobs, name: BlobName) {
    tokio::spawn(async move {
        if let Err(error) = blobs.delete(&name).await {
            tracing::warn!(%name, %error, "cannot delete an unused file");
        }
    });
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use blobs::BlobName;
    use serde_json::Value;

    use crate::http::{
        testing::{Person, Reply, Shop, merchant_form},
        upload::testing::*,
    };

    async fn remove(shop: &Shop, who: Option<&Person>, filename: &str) -> Reply {
        shop.call(Method::DELETE, &format!("/upload/image/{filename}"), who, &Value::Null).await
    }

    async fn uploaded(shop: &Shop, who: &Person, path: &str, field: &str) -> BlobName {
        let reply = shop.upload(path, Some(who), field, "dot.png", DOT_PNG).await;
        BlobName::at(reply.done(StatusCode::CREATED)["image"]["url"].as_str().unwrap()).unwrap()
    }

    #[tokio::test]
    async fn the_photo_of_the_business_is_deleted() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let photo = uploaded(&shop, &merchant, "/upload/business-photo", "businessPhoto").await;
        remove(&shop, Some(&merchant), &photo.file()).await.done(StatusCode::OK);
        let history = shop.history("account", merchant.id).await;
        assert_eq!(
            history,
            ["AccountOpened", "EmailVerificationRequested", "BusinessPhotoChosen", "BusinessPhotoRemoved"]
        );
        let gone = async || (!shop.app.blobs.exists(&photo).await.unwrap()).then_some(());
        test_support::wait_for("the photo is deleted", gone).await;
        let again = remove(&shop, Some(&merchant), &photo.file()).await;
        assert_eq!(again.refused(StatusCode::NOT_FOUND), "File not found");
    }

    #[tokio::test]
    async fn a_picture_of_a_product_is_deleted_in_both_sizes() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let image = uploaded(&shop, &merchant, "/upload/product-image", "image").await;
        remove(&shop, Some(&merchant), &image.file()).await.done(StatusCode::OK);
        for small in [false, true] {
            assert!(!shop.app.blobs.exists(&image.in_size(small)).await.unwrap());
        }
        assert_eq!(
            shop.history("account", merchant.id).await,
            ["AccountOpened", "EmailVerificationRequested"]
        );
    }

    #[tokio::test]
    async fn another_merchants_file_is_not_found() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let stranger = shop.sign_up(&merchant_form("tom@example.com")).await;
        let image = uploaded(&shop, &merchant, "/upload/product-image", "image").await;
        let photo = uploaded(&shop, &merchant, "/upload/business-photo", "businessPhoto").await;
        let path = "/upload/organic-certificate";
        let reply = shop.upload(path, Some(&merchant), "certificate", "c.pdf", PDF).await;
        let certificate = reply.done(StatusCode::CREATED)["filename"].as_str().unwrap().to_owned();
        for file in [image.file(), photo.file()] {
            let reply = remove(&shop, Some(&stranger), &file).await;
            assert_eq!(reply.refused(StatusCode::NOT_FOUND), "File not found");
        }
        // A certificate is evidence: even its owner cannot delete it.
        for odd in [certificate.as_str(), "x", "..%2f..%2ftoken.key", "%00", "%ff", "a.webp", "..", "%2e%2e"]
        {
            remove(&shop, Some(&merchant), odd).await.refused(StatusCode::NOT_FOUND);
        }
        assert!(shop.app.blobs.exists(&image).await.unwrap());
        assert!(shop.app.blobs.exists(&photo).await.unwrap());
        remove(&shop, None, &image.file()).await.refused(StatusCode::UNAUTHORIZED);
        let customer = shop.customer().await;
        remove(&shop, Some(&customer), &image.file()).await.refused(StatusCode::FORBIDDEN);
    }
}
