//! `PUT /products/{id}`: a merchant changes a product.

use axum::extract::State;
use domain::{
    form::FieldRefusal,
    product::{
        FulfillmentForm,
        revise_product::{ProductChanges, Refusal, ReviseProduct},
    },
    revision::Changed,
};
use serde::Deserialize;
use service_kit::{
    caller::Merchant,
    extract::{Json, Path},
};
use shared_events::{ids::AccountId, shop::Image};
use utoipa::ToSchema;

use super::{
    forms::{CertificateRequest, FulfillmentRequest, ImageRequest, InventoryRequest, date, has_foreign},
    product::EditableProduct,
    standing::ProductChanged,
};
use crate::{
    application::{Writer, products},
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{parse_id, refusals},
    },
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviseProductRequest {
    /// The `revision` of the product that was edited. If the product has another one by now, nothing is changed, and the
    /// answer is a 409 whose `current` is the product as it is now. When left out, the last save wins.
    #[schema(nullable = false)]
    revision: Option<u64>,
    #[schema(nullable = false)]
    name: Option<String>,
    #[schema(nullable = false)]
    description: Option<String>,
    /// Dollars for one unit, with at most two decimal places.
    #[schema(nullable = false, minimum = 0)]
    price: Option<f64>,
    /// One of the sixteen slugs, for example `produce`.
    #[schema(nullable = false)]
    category: Option<String>,
    #[schema(nullable = false)]
    subcategory: Option<String>,
    #[schema(nullable = false)]
    inventory: Option<InventoryRequest>,
    /// Words for the search. Blank ones are dropped.
    #[schema(nullable = false)]
    tags: Option<Vec<String>>,
    #[schema(nullable = false)]
    images: Option<Vec<ImageRequest>>,
    /// Whether the product is organic, which requires an uploaded certificate.
    #[schema(nullable = false)]
    is_organic: Option<bool>,
    /// Another certificate, or the present one.
    organic_certificate: Option<CertificateRequest>,
    #[schema(nullable = false)]
    is_locally_sourced: Option<bool>,
    /// The harvest date. Of a timestamp, only the date is used. An empty text removes it.
    #[schema(nullable = false)]
    harvest_date: Option<String>,
    /// The complete fulfillment: members that are left out get their defaults.
    #[schema(nullable = false)]
    fulfillment: Option<FulfillmentRequest>,
}

/// Change a product
///
/// Fields that are left out stay unchanged. Price, unit, stock, low-stock threshold and fulfillment apply at once.
/// Name, description, category, subcategory, images, tags, origin, harvest date, the organic claim and, of the
/// fulfillment, the pickup instructions are reviewed again: the product is `resubmitted`, and the public sees the
/// approved version until an admin decides. A rejected product stays rejected until it is resubmitted.
#[utoipa::path(
    put,
    path = "/products/{id}",
    tag = "products",
    params(("id" = Uuid, Path, description = "The product")),
    request_body(content = ReviseProductRequest, examples(
        ("reprice" = (value = json!({
            "price": 3.75, "inventory": {"quantity": 45, "unit": "pound", "seenQuantity": 40},
        }))),
        ("rename" = (value = json!({"name": "Plum Tomatoes", "tags": ["tomato", "sauce"]}))),
    )),
    responses(
        (status = 200, body = ProductChanged, headers(("Greenstall-Position" = u64)),
            description = "Changed",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "approvalStatus": "resubmitted", "revision": 2, "isActive": true, "organicCertificateStatus": null,
            }})),
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn revise_product(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Path(id): Path<String>,
    Json(request): Json<ReviseProductRequest>,
) -> Result<Answer<ProductChanged>, Refused> {
    let seen = request.inventory.as_ref().and_then(|inventory| inventory.seen_quantity);
    let revision = request.revision;
    let changes = request.into_changes(merchant.account)?;
    let product_id = parse_id(&id, Refusal::NotFound)?;
    let command = ReviseProduct { product_id, merchant_id: merchant.account, revision, changes };
    let revised = products::revise(&writer, &provenance, &command, seen).await?;
    Ok(Answer::ok(revised.position, ProductChanged::new(product_id, &revised.product)))
}

impl ReviseProductRequest {
    fn into_changes(self, merchant: AccountId) -> Result<ProductChanges, FieldRefusal> {
        let harvest_date = self.harvest_date.map(|text| date(&text)).transpose()?;
        let images: Option<Vec<Image>> =
            self.images.map(|images| images.into_iter().map(Image::from).collect());
        let inventory = self.inventory.unwrap_or_default();
        Ok(ProductChanges {
            name: self.name,
            description: self.description,
            price: self.price,
            category: self.category,
            subcategory: self.subcategory,
            quantity: inventory.quantity,
            unit: inventory.unit,
            low_stock_threshold: inventory.low_stock_threshold,
            tags: self.tags,
            has_foreign_images: has_foreign(images.as_deref().unwrap_or_default(), merchant),
            images,
            is_organic: self.is_organic,
            certificate: self.organic_certificate.and_then(|certificate| certificate.given_by(merchant)),
            is_locally_sourced: self.is_locally_sourced,
            harvest_date,
            fulfillment: self.fulfillment.map(FulfillmentForm::from),
        })
    }
}

refusals! {
    Refused or ERASED from Refusal {
        Refusal::NotFound => NotFound when "No such product, or another merchant's",
        Refusal::Invalid(faults) => Invalid.in_fields(faults) when "Rules are broken (`errors` names each field)",
        Refusal::Changed(Changed(listing)) => Conflict.with_current(EditableProduct::from(listing.as_ref())) when
            "The product was changed since the revision that was edited; `current` is its present state",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "Rules are broken (`errors` names each field)",
    }
}
