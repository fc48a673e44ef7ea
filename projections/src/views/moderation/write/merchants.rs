//! Writes the table `merchants`.

use std::collections::BTreeMap;

use sqlx::{FromRow, PgConnection, Row as _, postgres::PgRow, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json, json_column, optional_json},
        moderation::fold::merchants::{Merchant, MerchantChanges},
    },
};

pub(super) async fn write(tx: &mut PgConnection, changes: MerchantChanges) -> Result<(), ApplyError> {
    let accounts = changes.accounts();
    if accounts.is_empty() {
        return Ok(());
    }
    let rows: Vec<Merchant> =
        sqlx::query_as(include_str!("../sql/load_merchants.sql")).bind(accounts).fetch_all(&mut *tx).await?;
    let mut merchants: BTreeMap<Uuid, Merchant> =
        rows.into_iter().map(|row| (row.merchant_id, row)).collect();
    changes.apply(&mut merchants);
    upsert(tx, &merchants.into_values().collect::<Vec<_>>()).await
}

impl FromRow<'_, PgRow> for Merchant {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            merchant_id: row.try_get("merchant_id")?,
            name: row.try_get("name")?,
            email: row.try_get("email")?,
            phone: row.try_get("phone")?,
            home_address: row.try_get("home_address")?,
            address: optional_json(row, "address")?,
            business: json(row, "business")?,
            approval: row.try_get("approval")?,
            approval_reason: row.try_get("approval_reason")?,
            opened_at: row.try_get("opened_at")?,
            approved_name: row.try_get("approved_name")?,
            renamed_at: row.try_get("renamed_at")?,
        })
    }
}

async fn upsert(tx: &mut PgConnection, rows: &[Merchant]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/upsert_merchants.sql"))
        .bind(column(rows, |row| row.merchant_id))
        .bind(column(rows, |row| row.name.as_deref()))
        .bind(column(rows, |row| row.email.as_deref()))
        .bind(column(rows, |row| row.phone.as_deref()))
        .bind(column(rows, |row| row.home_address))
        .bind(column(rows, |row| row.address.as_ref().map(Json)))
        .bind(json_column(rows, |row| &row.business))
        .bind(column(rows, |row| row.approval.as_str()))
        .bind(column(rows, |row| row.approval_reason.as_deref()))
        .bind(column(rows, |row| row.opened_at))
        .bind(column(rows, |row| row.approved_name.as_deref()))
        .bind(column(rows, |row| row.renamed_at))
        .execute(tx)
        .await?;
    Ok(())
}
