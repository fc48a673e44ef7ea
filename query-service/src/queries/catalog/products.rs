//! Product rows, and queries for single products and for one merchant's products.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use postgres_kit::Pool;
use serde::Serialize;
use service_kit::Problem;
use shared_events::{
    Cents,
    ids::{AccountId, ProductId},
    shop::{Fulfillment, FulfillmentMethod, Image, ProductDetails},
};
use sqlx::{FromRow, PgConnection, types::Json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Catalog, Point, merchants::MerchantRow};
use crate::{
    http::shapes::{
        ApprovalStatus, ApprovalStep, DeliveryTime, Inventory, OrganicCertificate, Page, Product, Rating,
        ShippingSummary,
    },
    queries::{Word, failed, loader::Keyed},
};

#[derive(Clone, Debug, FromRow)]
pub(super) struct ProductRow {
    product_id: Uuid,
    name: String,
    description: String,
    category: String,
    subcategory: String,
    tags: Json<Vec<String>>,
    images: Json<Vec<Image>>,
    price: i64,
    unit: String,
    low_stock_threshold: i64,
    is_organic: bool,
    is_locally_sourced: bool,
    harvest_date: Option<NaiveDate>,
    fulfillment: Json<Fulfillment>,
    approval: Word<ApprovalStatus>,
    rejection_reason: Option<String>,
    is_active: bool,
    featured: bool,
    pub(super) visible: bool,
    certificate: Option<Json<OrganicCertificate>>,
    certified: bool,
    draft: Option<Json<ProductDetails>>,
    revision: i64,
    views: i64,
    rating_average: f64,
    rating_count: i64,
    listed_at: DateTime<Utc>,
    available: i64,
    /// Identifies the versions of all rows that this row was joined from.
    pub(super) version: String,
    #[sqlx(flatten)]
    merchant: MerchantRow,
}

impl ProductRow {
    /// The product as the public sees it, with the distance from this place.
    pub(super) fn seen_from(self, place: Option<Point>) -> Product {
        let fulfillment = self.fulfillment.0;
        let can_deliver = fulfillment.method != FulfillmentMethod::PickupOnly;
        let same_day = can_deliver && self.merchant.business.same_day_delivery;
        let merchant = self.merchant.seen_from(place);
        Product {
            underscore_id: self.product_id,
            id: self.product_id,
            name: self.name,
            description: self.description,
            price: Cents(self.price),
            category: self.category,
            subcategory: self.subcategory,
            images: self.images.0.into_iter().map(Into::into).collect(),
            inventory: Inventory {
                quantity: self.available,
                unit: self.unit,
                low_stock_threshold: self.low_stock_threshold,
            },
            rating: Rating::new(self.rating_average, self.rating_count),
            is_organic: self.is_organic,
            organic_certificate: self
                .certificate
                .filter(|_| self.is_organic)
                .map(|Json(certificate)| certificate.public(self.certified)),
            is_locally_sourced: self.is_locally_sourced,
            featured: self.featured,
            harvest_date: self.harvest_date,
            tags: self.tags.0,
            distance: merchant.address.distance,
            merchant,
            shipping: ShippingSummary {
                delivery_time: DeliveryTime { same_day },
                can_pickup: fulfillment.method != FulfillmentMethod::DeliveryOnly,
                can_deliver,
                delivery_range: fulfillment.delivery_options.delivery_radius,
                delivery_fee: fulfillment.delivery_options.delivery_fee,
            },
            fulfillment: fulfillment.into(),
            views: self.views,
            // The public sees the approved version, even while a change waits for approval.
            approval_status: ApprovalStatus::Approved,
            is_active: self.is_active,
            created_at: self.listed_at,
            revision: None,
            rejection_reason: None,
            approval_history: None,
        }
    }

    /// The product with the merchant's latest version, approved or not.
    fn drafted(mut self) -> Self {
        if let Some(Json(draft)) = self.draft.take() {
            self.name = draft.name;
            self.description = draft.description;
            self.category = draft.category;
            self.subcategory = draft.subcategory;
            self.tags = Json(draft.tags);
            self.images = Json(draft.images);
            self.is_organic = draft.is_organic;
            self.is_locally_sourced = draft.is_locally_sourced;
            self.harvest_date = draft.harvest_date;
        }
        self
    }

    /// The product as its owner and admins see it.
    fn seen_by_owner(mut self, history: Vec<ApprovalStep>) -> Product {
        let rejection_reason = self.rejection_reason.take();
        let certificate = self.certificate.take().map(|Json(certificate)| certificate);
        let (revision, approval) = (self.revision, self.approval.0);
        Product {
            revision: Some(revision),
            approval_status: approval,
            rejection_reason,
            organic_certificate: certificate,
            approval_history: Some(history),
            ..self.drafted().seen_from(None)
        }
    }
}

/// These products as the public sees them, with distances from this place, in the order of the ids. A product that has
/// vanished meanwhile is left out.
pub(super) async fn by_ids(
    pool: &Pool,
    ids: &[Uuid],
    place: Option<Point>,
) -> Result<Vec<Product>, sqlx::Error> {
    let rows: Vec<ProductRow> = sqlx::query_as(concat!(
        include_str!("select_products.sql"),
        "WHERE p.product_id = ANY($1) AND p.visible ORDER BY array_position($1, p.product_id)"
    ))
    .bind(ids)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| row.seen_from(place)).collect())
}

/// A person's favourites that are on sale, the latest addition first.
pub async fn favourites(pool: &Pool, id: AccountId) -> Result<Vec<Product>, sqlx::Error> {
    let ids: Vec<Uuid> = sqlx::query_scalar(include_str!("../accounts/favourites.sql"))
        .bind(id.uuid())
        .fetch_all(pool)
        .await?;
    by_ids(pool, &ids, None).await
}

#[derive(Debug, FromRow)]
struct DecisionRow {
    product_id: Uuid,
    status: Word<ApprovalStatus>,
    reason: Option<String>,
    notes: Option<String>,
    reviewed_at: DateTime<Utc>,
}

/// The approval decisions about each of these products, oldest first.
async fn decisions(pool: &Pool, ids: &[Uuid]) -> Result<HashMap<Uuid, Vec<ApprovalStep>>, sqlx::Error> {
    let rows: Vec<DecisionRow> =
        sqlx::query_as(include_str!("decisions.sql")).bind(ids).fetch_all(pool).await?;
    let mut steps: HashMap<Uuid, Vec<ApprovalStep>> = HashMap::new();
    for DecisionRow { product_id, status: Word(status), reason, notes, reviewed_at } in rows {
        steps.entry(product_id).or_default().push(ApprovalStep { status, reviewed_at, reason, notes });
    }
    Ok(steps)
}

/// Loads products by id, public or not.
impl Keyed for ProductRow {
    async fn by_ids(connection: &mut PgConnection, ids: &[Uuid]) -> Result<HashMap<Uuid, Self>, sqlx::Error> {
        let rows: Vec<Self> =
            sqlx::query_as(concat!(include_str!("select_products.sql"), "WHERE p.product_id = ANY($1)"))
                .bind(ids)
                .fetch_all(connection)
                .await?;
        Ok(rows.into_iter().map(|row| (row.product_id, row)).collect())
    }
}

impl Catalog {
    /// A product as the public sees it. When `owns` says that the caller owns it, the answer is what its owner and
    /// admins see. `None` when the caller may not see the product.
    pub async fn product(
        &self,
        id: ProductId,
        owns: impl FnOnce(AccountId) -> bool,
    ) -> Result<Option<Product>, Problem> {
        let Some(row) = self.products.load(id.uuid()).await? else { return Ok(None) };
        if owns(AccountId::new(row.merchant.merchant_id)) {
            let mut steps = decisions(&self.pool, &[id.uuid()]).await.map_err(failed)?;
            return Ok(Some(row.seen_by_owner(steps.remove(&id.uuid()).unwrap_or_default())));
        }
        Ok(row.visible.then(|| row.seen_from(None)))
    }
}

/// All products of a merchant, newest first, with their approval history.
pub async fn own_products(pool: &Pool, merchant: AccountId, page: Page) -> Result<Vec<Product>, sqlx::Error> {
    let rows: Vec<ProductRow> = sqlx::query_as(concat!(
        include_str!("select_products.sql"),
        "WHERE p.merchant_id = $1 ORDER BY p.listed_at DESC, p.product_id LIMIT $2 OFFSET $3"
    ))
    .bind(merchant.uuid())
    .bind(page.limit_i64())
    .bind(page.offset_i64())
    .fetch_all(pool)
    .await?;
    with_history(pool, rows).await
}

/// These products as admins see them, in the order of the ids. A product that has vanished meanwhile is left out.
pub async fn seen_by_admins(pool: &Pool, ids: &[Uuid]) -> Result<Vec<Product>, sqlx::Error> {
    let rows: Vec<ProductRow> = sqlx::query_as(concat!(
        include_str!("select_products.sql"),
        "WHERE p.product_id = ANY($1) ORDER BY array_position($1, p.product_id)"
    ))
    .bind(ids)
    .fetch_all(pool)
    .await?;
    with_history(pool, rows).await
}

/// The products as owners and admins see them, with their approval history.
async fn with_history(pool: &Pool, rows: Vec<ProductRow>) -> Result<Vec<Product>, sqlx::Error> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.product_id).collect();
    let mut steps = decisions(pool, &ids).await?;
    let shown = |row: ProductRow| {
        let history = steps.remove(&row.product_id).unwrap_or_default();
        row.seen_by_owner(history)
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Figures over a merchant's products.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ProductStats {
    /// All of them.
    total_products: i64,
    /// Those not switched off.
    active_products: i64,
    /// How often they were looked at.
    total_views: i64,
    /// To two places; null when nobody has rated one.
    #[schema(required)]
    average_rating: Option<f64>,
}

/// Figures over a merchant's products.
pub async fn product_stats(pool: &Pool, merchant: AccountId) -> Result<ProductStats, sqlx::Error> {
    sqlx::query_as(include_str!("product_stats.sql")).bind(merchant.uuid()).fetch_one(pool).await
}
