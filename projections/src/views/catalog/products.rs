//! A batch's changes to the tables `products` and `decisions`.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use shared_events::{
    Cents, RawEvent, Recorded,
    events::ProductEvent,
    shop::{Fulfillment, ProductDetails},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::columns::{column, json_column};
use crate::engine::ApplyError;

/// A product that was listed in this batch.
struct Listed {
    merchant_id: Uuid,
    details: ProductDetails,
    price: Cents,
    unit: String,
    low_stock_threshold: u32,
    fulfillment: Fulfillment,
    at: DateTime<Utc>,
}

impl Listed {
    /// The words that a search weighs less than the name.
    fn keywords(&self) -> String {
        let ProductDetails { tags, category, subcategory, .. } = &self.details;
        format!("{} {category} {subcategory}", tags.join(" "))
    }
}

/// What a batch says about one product.
#[derive(Default)]
struct Change {
    listed: Option<Listed>,
    approval: Option<&'static str>,
    rejection_reason: Option<String>,
    featured: Option<bool>,
}

/// One decision about a product.
struct Decision {
    product_id: Uuid,
    version: i64,
    status: &'static str,
    reason: Option<String>,
    notes: Option<String>,
    at: DateTime<Utc>,
}

/// What a batch says about all products.
#[derive(Default)]
pub(super) struct ProductChanges {
    products: HashMap<Uuid, Change>,
    decisions: Vec<Decision>,
}

impl ProductChanges {
    pub(super) fn fold(&mut self, recorded: &Recorded<RawEvent>, event: ProductEvent) {
        let product_id = recorded.stream.id;
        let change = self.products.entry(product_id).or_default();
        let (status, reason, notes) = match event {
            ProductEvent::ProductListed {
                product_id: _,
                merchant_id,
                details,
                price,
                unit,
                low_stock_threshold,
                fulfillment,
            } => {
                change.approval = Some("pending");
                change.listed = Some(Listed {
                    merchant_id: merchant_id.uuid(),
                    details,
                    price,
                    unit,
                    low_stock_threshold,
                    fulfillment,
                    at: recorded.recorded_at,
                });
                return;
            }
            ProductEvent::ProductApproved { reason, .. } => ("approved", None, reason),
            ProductEvent::ProductRejected { reason, .. } => ("rejected", Some(reason), None),
            ProductEvent::ProductFeatured { .. } => {
                change.featured = Some(true);
                return;
            }
            ProductEvent::ProductUnfeatured { .. } => {
                change.featured = Some(false);
                return;
            }
            _ => return,
        };
        change.approval = Some(status);
        change.rejection_reason.clone_from(&reason);
        self.decisions.push(Decision {
            product_id,
            version: i64::try_from(recorded.version).expect("a stream has fewer than 2^63 events"),
            status,
            reason,
            notes,
            at: recorded.recorded_at,
        });
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut new = Vec::new();
        let mut changed = Vec::new();
        // In the order of the primary key: neighbours in it share pages.
        let products: BTreeMap<Uuid, Change> = self.products.into_iter().collect();
        for (id, mut change) in products {
            match change.listed.take() {
                Some(listed) => new.push((id, listed, change)),
                None => changed.push((id, change)),
            }
        }
        insert(tx, &new).await?;
        update(tx, &changed).await?;
        insert_decisions(tx, &self.decisions).await
    }
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Listed, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_products.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, listed, _)| listed.merchant_id))
        .bind(column(rows, |(_, listed, _)| listed.details.name.as_str()))
        .bind(column(rows, |(_, listed, _)| listed.details.description.as_str()))
        .bind(column(rows, |(_, listed, _)| listed.details.category.as_str()))
        .bind(column(rows, |(_, listed, _)| listed.details.subcategory.as_str()))
        .bind(json_column(rows, |(_, listed, _)| &listed.details.tags))
        .bind(json_column(rows, |(_, listed, _)| &listed.details.images))
        .bind(column(rows, |(_, listed, _)| listed.price.0))
        .bind(column(rows, |(_, listed, _)| listed.unit.as_str()))
        .bind(column(rows, |(_, listed, _)| i64::from(listed.low_stock_threshold)))
        .bind(column(rows, |(_, listed, _)| listed.details.is_organic))
        .bind(column(rows, |(_, listed, _)| listed.details.is_locally_sourced))
        .bind(column(rows, |(_, listed, _)| listed.details.harvest_date))
        .bind(json_column(rows, |(_, listed, _)| &listed.fulfillment))
        .bind(column(rows, |(.., change)| change.approval))
        .bind(column(rows, |(.., change)| change.rejection_reason.as_deref()))
        .bind(column(rows, |(.., change)| change.featured.unwrap_or(false)))
        .bind(column(rows, |(_, listed, _)| listed.at))
        .bind(column(rows, |(_, listed, _)| listed.keywords()))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("update_products.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, change)| change.approval))
        .bind(column(rows, |(_, change)| change.rejection_reason.as_deref()))
        .bind(column(rows, |(_, change)| change.featured))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_decisions(tx: &mut PgConnection, rows: &[Decision]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_decisions.sql"))
        .bind(column(rows, |decision| decision.product_id))
        .bind(column(rows, |decision| decision.version))
        .bind(column(rows, |decision| decision.status))
        .bind(column(rows, |decision| decision.reason.as_deref()))
        .bind(column(rows, |decision| decision.notes.as_deref()))
        .bind(column(rows, |decision| decision.at))
        .execute(tx)
        .await?;
    Ok(())
}
