//! Writes the table `products`.

use std::collections::BTreeMap;

use sqlx::{FromRow, PgConnection, Row as _, postgres::PgRow, types::Json};
use uuid::Uuid;

use super::totals;
use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json, json_column, optional_json},
        moderation::fold::{
            products::{Product, ProductChanges},
            totals::TotalChanges,
        },
    },
};

pub(super) async fn write(tx: &mut PgConnection, changes: ProductChanges) -> Result<(), ApplyError> {
    let ids: Vec<Uuid> = changes.products().into_iter().collect();
    if ids.is_empty() {
        return Ok(());
    }
    let rows: Vec<Product> =
        sqlx::query_as(include_str!("../sql/load_products.sql")).bind(ids).fetch_all(&mut *tx).await?;
    let mut totals = TotalChanges::default();
    totals.add(rows.iter().map(Product::kind), -1);
    let mut products: BTreeMap<Uuid, Product> = rows.into_iter().map(|row| (row.product_id, row)).collect();
    let deleted = changes.apply(&mut products);
    totals.add(products.values().map(Product::kind), 1);
    upsert(tx, &products.into_values().collect::<Vec<_>>()).await?;
    if !deleted.is_empty() {
        sqlx::query(include_str!("../sql/delete_products.sql")).bind(deleted).execute(&mut *tx).await?;
    }
    totals::write(tx, totals).await
}

impl FromRow<'_, PgRow> for Product {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            product_id: row.try_get("product_id")?,
            merchant_id: row.try_get("merchant_id")?,
            details: json(row, "details")?,
            revision: row.try_get("revision")?,
            price: row.try_get("price")?,
            unit: row.try_get("unit")?,
            fulfillment: json(row, "fulfillment")?,
            approval: row.try_get("approval")?,
            waits_since: row.try_get("waits_since")?,
            certificate: optional_json(row, "certificate")?,
            certificate_waits_since: row.try_get("certificate_waits_since")?,
            is_active: row.try_get("is_active")?,
            listed_at: row.try_get("listed_at")?,
        })
    }
}

async fn upsert(tx: &mut PgConnection, rows: &[Product]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/upsert_products.sql"))
        .bind(column(rows, |row| row.product_id))
        .bind(column(rows, |row| row.merchant_id))
        .bind(json_column(rows, |row| &row.details))
        .bind(column(rows, |row| row.revision))
        .bind(column(rows, |row| row.price))
        .bind(column(rows, |row| row.unit.as_str()))
        .bind(json_column(rows, |row| &row.fulfillment))
        .bind(column(rows, |row| row.approval.as_str()))
        .bind(column(rows, |row| row.waits_since))
        .bind(column(rows, |row| row.certificate.as_ref().map(Json)))
        .bind(column(rows, |row| row.certificate_waits_since))
        .bind(column(rows, |row| row.is_active))
        .bind(column(rows, |row| row.listed_at))
        .execute(tx)
        .await?;
    Ok(())
}
