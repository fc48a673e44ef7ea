//! The parts of a product form in the request.

use blobs::Blobs;
use chrono::{DateTime, NaiveDate};
use domain::{
    form::FieldRefusal,
    product::{FulfillmentForm, GivenCertificate},
};
use serde::Deserialize;
use shared_events::{
    ids::AccountId,
    shop::{FulfillmentMethod, Image},
    upload::Kind,
};
use utoipa::ToSchema;

use super::product::method_schema;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImageRequest {
    /// The path that the upload of the file has returned, or the path of a picture of the demo market.
    pub(super) url: String,
    /// A description of the picture for people who do not see it.
    #[schema(nullable = false)]
    pub(super) alt: Option<String>,
    /// Whether the picture is shown first.
    #[schema(nullable = false)]
    pub(super) is_featured: Option<bool>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InventoryRequest {
    /// Whole units on the shelf.
    #[schema(value_type = u32)]
    pub(super) quantity: Option<f64>,
    /// piece, pound, ounce, gram, kilogram, liter, gallon, quart, pint, bunch, dozen or package.
    #[schema(value_type = String)]
    pub(super) unit: Option<String>,
    /// At or below this number of units, the stock counts as low; 5 when left out.
    #[schema(value_type = Option<u32>, nullable = false)]
    pub(super) low_stock_threshold: Option<f64>,
    /// In a change: the quantity that the form showed when it was loaded. Then the difference is applied, so that
    /// purchases made since are kept. Without it, `quantity` units can be bought from now on.
    #[schema(value_type = Option<u32>, nullable = false)]
    pub(super) seen_quantity: Option<f64>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FulfillmentRequest {
    /// `pickup-only` when left out.
    #[schema(schema_with = method_schema, required = false)]
    pub(super) method: Option<FulfillmentMethod>,
    #[schema(nullable = false)]
    pub(super) pickup_instructions: Option<String>,
    #[schema(nullable = false)]
    pub(super) delivery_options: Option<DeliveryOptionsRequest>,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeliveryOptionsRequest {
    /// Whether the merchant delivers; follows from the method when left out.
    #[schema(nullable = false)]
    local_delivery: Option<bool>,
    /// In miles, 1 to 50; 5 when left out.
    #[schema(value_type = Option<u32>, nullable = false, minimum = 1, maximum = 50)]
    delivery_radius: Option<f64>,
    /// In dollars; 0 when left out.
    #[schema(nullable = false, minimum = 0)]
    delivery_fee: Option<f64>,
    /// In dollars; 25 when left out.
    #[schema(nullable = false, minimum = 0)]
    free_delivery_minimum: Option<f64>,
    /// `1-2 hours` (when left out), `same-day`, `next-day`, `2-3 days` or `weekly`.
    #[schema(nullable = false)]
    estimated_time: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CertificateRequest {
    /// The path that the upload of the file has returned.
    #[schema(value_type = String)]
    url: Option<String>,
    /// The merchant's name for the file; the stored name when left out.
    #[schema(nullable = false)]
    original_name: Option<String>,
}

impl CertificateRequest {
    /// The certificate that this merchant submits; `None` if the path is empty.
    pub(super) fn given_by(self, merchant: AccountId) -> Option<GivenCertificate> {
        let url = self.url.filter(|url| !url.is_empty())?;
        let is_own = Blobs::is_own(&url, Kind::Certificate, merchant);
        Some(GivenCertificate { url, original_name: self.original_name.unwrap_or_default(), is_own })
    }
}

/// Whether one of these images is neither a file uploaded by this merchant nor a picture of the demo market. An
/// address on another site would see the product's visitors, and could change its content later.
pub(super) fn has_foreign(images: &[Image], merchant: AccountId) -> bool {
    let ours = |url: &str| Blobs::is_own(url, Kind::ProductImage, merchant) || is_of_demo(url);
    images.iter().any(|image| !ours(&image.url))
}

/// Whether this is the path of a demo market's picture.
fn is_of_demo(url: &str) -> bool {
    let name = url.strip_prefix("/demo/").and_then(|file| file.strip_suffix(".webp")).unwrap_or_default();
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl From<ImageRequest> for Image {
    fn from(request: ImageRequest) -> Self {
        Self {
            url: request.url,
            alt: request.alt.unwrap_or_default(),
            is_featured: request.is_featured.unwrap_or_default(),
        }
    }
}

impl From<FulfillmentRequest> for FulfillmentForm {
    fn from(request: FulfillmentRequest) -> Self {
        let options = request.delivery_options.unwrap_or_default();
        Self {
            method: request.method,
            pickup_instructions: request.pickup_instructions.unwrap_or_default(),
            local_delivery: options.local_delivery,
            delivery_radius: options.delivery_radius,
            delivery_fee: options.delivery_fee,
            free_delivery_minimum: options.free_delivery_minimum,
            estimated_time: options.estimated_time,
        }
    }
}

/// Parses a date or a timestamp. `None` if it is blank.
///
/// # Errors
/// It is neither.
pub(super) fn date(text: &str) -> Result<Option<NaiveDate>, FieldRefusal> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let moment = || DateTime::parse_from_rfc3339(text.trim()).map(|moment| moment.date_naive());
    let wrong = |_| FieldRefusal::new("harvestDate", "Harvest date must be a date like 2026-08-01");
    text.trim().parse().or_else(|_| moment()).map(Some).map_err(wrong)
}
