//! Writes the table `merchants`.

use std::collections::BTreeMap;

use service_kit::words::folded;
use sqlx::{FromRow, PgConnection, Row as _, postgres::PgRow};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        catalog::fold::merchants::{Merchant, MerchantChanges},
        columns::{column, json, json_column},
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
            business: json(row, "business")?,
            home_address: row.try_get("home_address")?,
            city: row.try_get("city")?,
            state: row.try_get("state")?,
            zip_code: row.try_get("zip_code")?,
            latitude: row.try_get("latitude")?,
            longitude: row.try_get("longitude")?,
            approved: row.try_get("approved")?,
            is_active: row.try_get("is_active")?,
            was_visible: row.try_get("visible")?,
            opened_at: row.try_get("opened_at")?,
            is_new: false,
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
        .bind(json_column(rows, |row| &row.business))
        .bind(column(rows, |row| row.home_address))
        .bind(column(rows, |row| row.city.as_str()))
        .bind(column(rows, |row| row.state.as_str()))
        .bind(column(rows, |row| row.zip_code.as_str()))
        .bind(column(rows, |row| row.latitude))
        .bind(column(rows, |row| row.longitude))
        .bind(column(rows, |row| row.approved))
        .bind(column(rows, |row| row.is_active))
        .bind(column(rows, Merchant::is_visible))
        .bind(column(rows, |row| row.opened_at))
        .bind(column(rows, |row| folded(&row.business.business_name)))
        .execute(&mut *tx)
        .await?;
    let changed: Vec<&Merchant> =
        rows.iter().filter(|row| !row.is_new && row.was_visible != row.is_visible()).collect();
    if changed.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/show_merchants.sql"))
        .bind(column(&changed, |row| row.merchant_id))
        .bind(column(&changed, |row| row.is_visible()))
        .execute(tx)
        .await?;
    Ok(())
}
