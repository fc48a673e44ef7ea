//! A product as the view has it, and as the answers show it.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use postgres_kit::{FromRow, Pooled, statements};
use shared_events::{
    money::{Cents, Dollars},
    shop::{Fulfillment, FulfillmentMethod, Image, ProductDetails},
};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Point, merchant_row::MerchantRow};
use crate::{
    model::{
        ApprovalStatus, ApprovalStep, DeliveryTime, Inventory, OrganicCertificate, Product, Rating,
        ShippingSummary,
    },
    queries::{Word, loader::Keyed},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn products(ids: &[Uuid]) -> row ProductRow =
        concat!(include_str!("select_products.sql"), "WHERE p.product_id = ANY($1)");
}

#[derive(Clone, Debug, FromRow)]
pub(super) struct ProductRow {
    pub(super) product_id: Uuid,
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
    pickup_instructions: Option<String>,
    fulfillment: Json<Fulfillment>,
    approval: Word<ApprovalStatus>,
    rejection_reason: Option<String>,
    is_active: bool,
    deactivated_by_admin: bool,
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
    #[row(flatten)]
    pub(super) merchant: MerchantRow,
}

impl ProductRow {
    pub(super) const fn merchant_id(&self) -> Uuid {
        self.merchant.merchant_id
    }

    /// The product as shown to the public at this place.
    pub(super) fn seen_from(self, place: Option<Point>) -> Product {
        let mut fulfillment = self.fulfillment.0;
        if let Some(instructions) = self.pickup_instructions {
            fulfillment.pickup_instructions = instructions;
        }
        let can_deliver = fulfillment.method != FulfillmentMethod::PickupOnly;
        let same_day = can_deliver && self.merchant.business.same_day_delivery;
        let merchant = self.merchant.seen_from(place);
        Product {
            underscore_id: self.product_id,
            id: self.product_id,
            name: self.name,
            description: self.description,
            price: Dollars(Cents(self.price)),
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
            // The public sees the approved version, whatever revision waits beside it.
            approval_status: ApprovalStatus::Approved,
            is_active: self.is_active,
            created_at: self.listed_at,
            deactivated_by_admin: None,
            revision: None,
            rejection_reason: None,
            approval_history: None,
        }
    }

    /// The product in its merchant's latest version, approved or not.
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
            self.pickup_instructions = draft.pickup_instructions;
        }
        self
    }

    /// The product as shown to its owner and admins.
    pub(super) fn seen_by_owner(mut self, history: Vec<ApprovalStep>) -> Product {
        let rejection_reason = self.rejection_reason.take();
        let certificate = self.certificate.take().map(|Json(certificate)| certificate);
        let (revision, approval) = (self.revision, self.approval.0);
        let deactivated_by_admin = self.deactivated_by_admin;
        Product {
            deactivated_by_admin: Some(deactivated_by_admin),
            revision: Some(revision),
            approval_status: approval,
            rejection_reason,
            organic_certificate: certificate,
            approval_history: Some(history),
            ..self.drafted().seen_from(None)
        }
    }
}

/// Loads products by their ids, whether they are public or not.
impl Keyed for ProductRow {
    async fn by_ids(connection: &mut Pooled, ids: &[Uuid]) -> Result<HashMap<Uuid, Self>, sqlx::Error> {
        let rows: Vec<Self> = sql::products(ids).fetch_all(connection).await?;
        Ok(rows.into_iter().map(|row| (row.product_id, row)).collect())
    }
}
