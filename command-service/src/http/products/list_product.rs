//! `POST /products`: a merchant lists a product.

use axum::extract::State;
use domain::form::FieldRefusal;
use domain::product::{FulfillmentForm, ProductForm};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Merchant, extract::Json};
use shared_events::{ids::AccountId, shop::Image};
use utoipa::ToSchema;

use super::{
    forms::{CertificateRequest, FulfillmentRequest, ImageRequest, InventoryRequest, date, has_foreign},
    product::Product,
};
use crate::{
    application::{
        Writer,
        products::{self, NotListed},
    },
    http::{answer::Answer, command::CommandBy, refusal::refusals},
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListProductRequest {
    #[schema(value_type = String)]
    name: Option<String>,
    #[schema(value_type = String)]
    description: Option<String>,
    /// Dollars for one unit, with at most two decimal places.
    #[schema(value_type = f64, minimum = 0)]
    price: Option<f64>,
    /// One of the sixteen slugs, for example `produce`.
    #[schema(value_type = String)]
    category: Option<String>,
    #[schema(value_type = String)]
    subcategory: Option<String>,
    #[schema(value_type = InventoryRequest)]
    inventory: Option<InventoryRequest>,
    /// Words for the search. Blank ones are dropped.
    #[schema(nullable = false)]
    tags: Option<Vec<String>>,
    #[schema(nullable = false)]
    images: Option<Vec<ImageRequest>>,
    /// Whether the product is organic, which requires an uploaded certificate.
    #[schema(nullable = false)]
    is_organic: Option<bool>,
    /// The certificate. Ignored unless the product is organic.
    organic_certificate: Option<CertificateRequest>,
    #[schema(nullable = false)]
    is_locally_sourced: Option<bool>,
    /// The harvest date. Of a timestamp, only the date is used.
    #[schema(nullable = false)]
    harvest_date: Option<String>,
    #[schema(nullable = false)]
    fulfillment: Option<FulfillmentRequest>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Listed {
    /// Always true.
    success: bool,
    product: Product,
}

/// List a product
///
/// The product waits for an admin, and only its merchant and admins see it until then. A merchant who is not approved
/// yet may list at most 50 products.
#[utoipa::path(
    post,
    path = "/products",
    tag = "products",
    request_body(content = ListProductRequest, example = json!({
        "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.", "price": 3.5,
        "category": "produce", "subcategory": "Vegetables",
        "inventory": {"quantity": 40, "unit": "pound", "lowStockThreshold": 5},
        "tags": ["tomato", "salad"], "images": [], "isOrganic": false, "isLocallySourced": true,
        "fulfillment": {"method": "both", "deliveryOptions": {"deliveryRadius": 15, "deliveryFee": 3}},
    })),
    responses(
        (status = 201, body = Listed, headers(("Greenstall-Position" = u64)),
            description = "The product waits for an admin",
            example = json!({"success": true, "product": {
                "_id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c", "id": "2a0c8f5e-6b1d-5e7f-8c9a-0d1e2f3a4b5c",
                "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.", "price": 3.5,
                "category": "produce", "subcategory": "Vegetables", "images": [], "tags": ["tomato", "salad"],
                "inventory": {"quantity": 40, "unit": "pound", "lowStockThreshold": 5},
                "isOrganic": false, "isLocallySourced": true,
                "fulfillment": {"method": "both", "pickupInstructions": "", "deliveryOptions": {
                    "localDelivery": true, "deliveryRadius": 15, "deliveryFee": 3.0, "freeDeliveryMinimum": 25.0,
                    "estimatedTime": "1-2 hours",
                }},
                "approvalStatus": "pending", "revision": 1, "isActive": true, "featured": false, "views": 0,
                "rating": {"average": 0.0, "count": 0},
                "merchant": {
                    "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                },
                "createdAt": "2026-09-21T14:13:20Z",
            }})),
    ),
    security(("bearer" = []), ("apiKey" = ["products:write"])),
)]
pub(crate) async fn list_product(
    State(writer): State<Writer>,
    CommandBy(Merchant(merchant), provenance): CommandBy<Merchant>,
    Json(request): Json<ListProductRequest>,
) -> Result<Answer<Listed>, Refused> {
    let form = request.into_form(merchant.account)?;
    let listed = products::list_product(&writer, &provenance, merchant.account, &form).await?;
    let product = Product::new(listed.product_id, merchant.account, listed.product, provenance.at);
    Ok(Answer::created(listed.position, Listed { success: true, product }))
}

refusals! {
    Refused or ERASED from NotListed {
        NotListed::Form(faults) => Invalid.in_fields(faults) when "Rules are broken (`errors` names each field)",
        NotListed::Full(_) => Conflict when "The merchant is not approved and has 50 products",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "Rules are broken (`errors` names each field)",
    }
}

impl ListProductRequest {
    fn into_form(self, merchant: AccountId) -> Result<ProductForm, FieldRefusal> {
        let harvest_date = date(&self.harvest_date.unwrap_or_default())?;
        let images: Vec<Image> = self.images.unwrap_or_default().into_iter().map(Image::from).collect();
        let inventory = self.inventory.unwrap_or_default();
        Ok(ProductForm {
            name: self.name.unwrap_or_default(),
            description: self.description.unwrap_or_default(),
            price: self.price,
            category: self.category.unwrap_or_default(),
            subcategory: self.subcategory.unwrap_or_default(),
            quantity: inventory.quantity,
            unit: inventory.unit.unwrap_or_default(),
            low_stock_threshold: inventory.low_stock_threshold,
            tags: self.tags.unwrap_or_default(),
            has_foreign_images: has_foreign(&images, merchant),
            images,
            is_organic: self.is_organic.unwrap_or_default(),
            certificate: self.organic_certificate.and_then(|certificate| certificate.given_by(merchant)),
            has_certificate: false,
            is_locally_sourced: self.is_locally_sourced.unwrap_or_default(),
            harvest_date,
            fulfillment: self.fulfillment.map(FulfillmentForm::from).unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use serde_json::{Value, json};
    use shared_events::{events::StockEvent, ids::ProductId};
    use uuid::Uuid;

    use crate::http::testing::*;

    const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

    fn tomatoes() -> Value {
        json!({
            "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.", "price": 3.5,
            "category": "produce", "subcategory": "Vegetables", "inventory": {"quantity": 40, "unit": "pound"},
        })
    }

    #[tokio::test]
    async fn a_listed_product_waits_for_an_admin() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let mut form = tomatoes();
        form["tags"] = json!([" tomato ", ""]);
        form["images"] = json!([{"url": "/demo/t.webp", "isFeatured": true, "filename": "t.webp"}]);
        form["harvestDate"] = json!("2026-08-01T10:00:00.000Z");
        form["isLocallySourced"] = json!(true);
        form["fulfillment"] =
            json!({"method": "both", "deliveryOptions": {"deliveryRadius": 15, "deliveryFee": 2.75}});
        let reply = shop.post("/products", Some(&merchant), &form).await;
        let product = &reply.done(StatusCode::CREATED)["product"];
        let id: ProductId = id_in(&product["id"]);
        assert_eq!(
            *product,
            json!({
                "_id": id, "id": id, "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.",
                "price": 3.5, "category": "produce", "subcategory": "Vegetables", "tags": ["tomato"],
                "images": [{"url": "/demo/t.webp", "alt": "", "isFeatured": true, "filename": "t.webp"}],
                "inventory": {"quantity": 40, "unit": "pound", "lowStockThreshold": 5},
                "isOrganic": false, "isLocallySourced": true, "harvestDate": "2026-08-01",
                "fulfillment": {"method": "both", "pickupInstructions": "", "deliveryOptions": {
                    "localDelivery": true, "deliveryRadius": 15, "deliveryFee": 2.75, "freeDeliveryMinimum": 25.0,
                    "estimatedTime": "1-2 hours",
                }},
                "approvalStatus": "pending", "isActive": true, "featured": false, "views": 0,
                "rating": {"average": 0.0, "count": 0}, "merchant": {"_id": merchant.id, "id": merchant.id},
                "createdAt": "2026-09-21T14:13:20Z", "revision": 1,
            })
        );
        assert_eq!(shop.history("product", id.uuid()).await, ["ProductListed"]);
        let counted = shop.app.writer.log.last::<StockEvent>(id.uuid()).await.unwrap().unwrap();
        assert_eq!(counted.event, StockEvent::StockCounted { product_id: id, quantity: 40 });
        assert_eq!(reply.position(), counted.position.0, "the answer's position includes the stock");
    }

    #[tokio::test]
    async fn all_faults_of_the_form_are_named() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let reply = shop.post("/products", Some(&merchant), &json!({})).await;
        assert_eq!(reply.refused(INVALID), "Name is required");
        let fields: Vec<&Value> =
            reply.body["errors"].as_array().unwrap().iter().map(|e| &e["field"]).collect();
        assert_eq!(
            fields,
            [
                "name",
                "price",
                "category",
                "subcategory",
                "inventory.quantity",
                "inventory.unit",
                "description"
            ]
        );
        for (field, value, text) in [
            ("price", json!(-1), "Price must be 0 or more"),
            ("price", json!(1.999), "Price can have at most two decimal places"),
            ("category", json!("vegetables"), "Please select a category"),
            (
                "inventory",
                json!({"quantity": 1.5, "unit": "pound"}),
                "Quantity must be a whole number from 0 to 1000000",
            ),
            ("inventory", json!({"quantity": 1, "unit": "crate"}), "Please select a unit"),
            ("harvestDate", json!("last week"), "Harvest date must be a date like 2026-08-01"),
            (
                "isOrganic",
                json!(true),
                "Please upload an organic certification document for organic products.",
            ),
        ] {
            let mut form = tomatoes();
            form[field] = value;
            assert_eq!(shop.post("/products", Some(&merchant), &form).await.refused(INVALID), text);
        }
    }

    #[tokio::test]
    async fn pictures_are_the_merchants_own_uploads_or_the_demo_markets() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        let upload = |owner: Uuid| format!("/api/uploads/products/{owner}/{}.webp", "ab".repeat(16));
        let showing = async |url: &str| {
            let mut form = tomatoes();
            form["images"] = json!([{"url": url}]);
            shop.post("/products", Some(&merchant), &form).await
        };
        for url in [upload(merchant.id), "/demo/tomatoes-close.webp".to_owned()] {
            showing(&url).await.done(StatusCode::CREATED);
        }
        let own = upload(merchant.id);
        for url in [
            String::new(),
            upload(Uuid::from_u128(9)),
            own.replace("products", "certificates"),
            own.replace(".webp", "-400.webp"),
            format!("https://shop.example{own}"),
            "https://example.com/tomato.webp".to_owned(),
            "//example.com/tomato.webp".to_owned(),
            "javascript:alert(1)".to_owned(),
            "data:image/webp;base64,UklGRg==".to_owned(),
            "/tomatoes.webp".to_owned(),
            "/demo/.webp".to_owned(),
            "/demo/../api/products.webp".to_owned(),
            "/demo/a.webp?b.webp".to_owned(),
        ] {
            let refused = showing(&url).await;
            assert_eq!(refused.refused(INVALID), "An image must be a file that you have uploaded", "{url}");
        }
    }

    #[tokio::test]
    async fn roles_are_checked_before_bodies() {
        let shop = Shop::open();
        let (customer, admin) = (shop.customer().await, shop.admin().await);
        for body in [tomatoes(), json!({}), json!("nonsense")] {
            let visitor = shop.post("/products", None, &body).await;
            assert_eq!(visitor.refused(StatusCode::UNAUTHORIZED), "Please log in to continue");
            for person in [&customer, &admin] {
                let reply = shop.post("/products", Some(person), &body).await;
                assert_eq!(reply.refused(StatusCode::FORBIDDEN), "You don't have permission to do this");
            }
        }
        let stranger = Person { token: "nonsense".to_owned(), ..customer };
        shop.post("/products", Some(&stranger), &tomatoes()).await.refused(StatusCode::UNAUTHORIZED);
    }

    #[tokio::test]
    async fn malformed_bodies_are_refused() {
        let shop = Shop::open();
        let merchant = shop.merchant().await;
        shop.refuses_odd_bodies(Method::POST, "/products", Some(&merchant)).await;
        for (field, value) in [
            ("price", json!("3.50")),
            ("inventory", json!(40)),
            ("inventory", json!({"quantity": "40", "unit": "pound"})),
            ("tags", json!("tomato")),
            ("images", json!(["/demo/t.webp"])),
            ("fulfillment", json!({"method": "by drone"})),
            ("name", json!("Tomatoes\u{0}")),
        ] {
            let mut form = tomatoes();
            form[field] = value;
            shop.post("/products", Some(&merchant), &form).await.refused(INVALID);
        }
    }
}
