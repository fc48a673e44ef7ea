//! A batch's changes to the table `products`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Cents,
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
    fulfillment: Fulfillment,
    at: DateTime<Utc>,
}

/// What a batch says about one product.
#[derive(Default)]
struct Change {
    listed: Option<Listed>,
    approval: Option<&'static str>,
}

/// What a batch says about all products.
#[derive(Default)]
pub(super) struct ProductChanges(HashMap<Uuid, Change>);

impl ProductChanges {
    pub(super) fn fold(&mut self, at: DateTime<Utc>, event: ProductEvent) {
        match event {
            ProductEvent::ProductListed {
                product_id,
                merchant_id,
                details,
                price,
                unit,
                low_stock_threshold: _,
                fulfillment,
            } => {
                let merchant_id = merchant_id.uuid();
                let listed = Listed { merchant_id, details, price, unit, fulfillment, at };
                let change = Change { listed: Some(listed), approval: Some("pending") };
                self.0.insert(product_id.uuid(), change);
            }
            ProductEvent::ProductApproved { product_id, .. } => {
                self.0.entry(product_id.uuid()).or_default().approval = Some("approved");
            }
            ProductEvent::ProductRejected { product_id, .. } => {
                self.0.entry(product_id.uuid()).or_default().approval = Some("rejected");
            }
            _ => {}
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut new = Vec::new();
        let mut decided = Vec::new();
        for (id, change) in self.0 {
            match (change.listed, change.approval) {
                (Some(listed), approval) => new.push((id, listed, approval)),
                (None, Some(approval)) => decided.push((id, approval)),
                (None, None) => {}
            }
        }
        insert(tx, &new).await?;
        update(tx, &decided).await
    }
}

async fn insert(
    tx: &mut PgConnection,
    rows: &[(Uuid, Listed, Option<&'static str>)],
) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_products.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, listed, _)| listed.merchant_id))
        .bind(json_column(rows, |(_, listed, _)| &listed.details))
        .bind(column(rows, |(_, listed, _)| listed.price.0))
        .bind(column(rows, |(_, listed, _)| listed.unit.as_str()))
        .bind(json_column(rows, |(_, listed, _)| &listed.fulfillment))
        .bind(column(rows, |(.., approval)| *approval))
        .bind(column(rows, |(_, listed, _)| listed.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, &'static str)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("update_products.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, approval)| *approval))
        .execute(tx)
        .await?;
    Ok(())
}
