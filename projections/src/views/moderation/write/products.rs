//! Writes the table `products`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use shared_events::shop::{Fulfillment, ProductDetails};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use super::totals;
use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json_column},
        moderation::fold::{
            products::{Certificate, Product, ProductChanges},
            totals::TotalChanges,
        },
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_products(ids: &[Uuid]) -> row Product = include_str!("../sql/load_products.sql");
    fn delete_products(ids: &[Uuid]) = include_str!("../sql/delete_products.sql");
    fn upsert_products(
        ids: Vec<Uuid>, merchants: Vec<Uuid>, details: Vec<Json<&ProductDetails>>, revisions: Vec<i64>,
        prices: Vec<i64>, units: Vec<&str>, fulfillment: Vec<Json<&Fulfillment>>, approvals: Vec<&str>,
        waits_since: Vec<Option<DateTime<Utc>>>, certificates: Vec<Option<Json<&Certificate>>>,
        certificate_waits_since: Vec<Option<DateTime<Utc>>>, active: Vec<bool>,
        listed_at: Vec<DateTime<Utc>>,
    ) = include_str!("../sql/upsert_products.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: ProductChanges) -> Result<(), ApplyError> {
    let ids: Vec<Uuid> = changes.products().into_iter().collect();
    if ids.is_empty() {
        return Ok(());
    }
    let rows = sql::load_products(&ids).fetch_all(&mut *tx).await?;
    let mut totals = TotalChanges::default();
    totals.add(rows.iter().map(Product::kind), -1);
    let mut products: BTreeMap<Uuid, Product> = rows.into_iter().map(|row| (row.product_id, row)).collect();
    let deleted = changes.apply(&mut products);
    totals.add(products.values().map(Product::kind), 1);
    upsert(tx, &products.into_values().collect::<Vec<_>>()).await?;
    if !deleted.is_empty() {
        sql::delete_products(&deleted).execute(&mut *tx).await?;
    }
    totals::write(tx, totals).await
}

async fn upsert(tx: &mut PgConnection, rows: &[Product]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::upsert_products(
        column(rows, |row| row.product_id),
        column(rows, |row| row.merchant_id),
        json_column(rows, |row| &row.details),
        column(rows, |row| row.revision),
        column(rows, |row| row.price),
        column(rows, |row| row.unit.as_str()),
        json_column(rows, |row| &row.fulfillment),
        column(rows, |row| row.approval.as_str()),
        column(rows, |row| row.waits_since),
        column(rows, |row| row.certificate.as_ref().map(Json)),
        column(rows, |row| row.certificate_waits_since),
        column(rows, |row| row.is_active),
        column(rows, |row| row.listed_at),
    )
    .execute(tx)
    .await?;
    Ok(())
}
