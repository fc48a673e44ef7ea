//! Writes the table `merchants`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use service_kit::words::folded;
use shared_events::shop::BusinessProfile;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        catalog::fold::merchants::{Merchant, MerchantChanges},
        columns::{column, json_column},
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_merchants(accounts: &[Uuid]) -> row Merchant = include_str!("../sql/load_merchants.sql");
    fn upsert_merchants(
        ids: Vec<Uuid>, names: Vec<Option<&str>>, businesses: Vec<Json<&BusinessProfile>>,
        home_addresses: Vec<Option<Uuid>>, cities: Vec<&str>, states: Vec<&str>, zip_codes: Vec<&str>,
        latitudes: Vec<Option<f64>>, longitudes: Vec<Option<f64>>, approved: Vec<bool>, active: Vec<bool>,
        visible: Vec<bool>, opened_at: Vec<DateTime<Utc>>, folded_names: Vec<String>,
    ) = include_str!("../sql/upsert_merchants.sql");
    fn show_merchants(ids: Vec<Uuid>, visible: Vec<bool>) = include_str!("../sql/show_merchants.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: MerchantChanges) -> Result<(), ApplyError> {
    let accounts = changes.accounts();
    if accounts.is_empty() {
        return Ok(());
    }
    let rows = sql::load_merchants(&accounts).fetch_all(&mut *tx).await?;
    let mut merchants: BTreeMap<Uuid, Merchant> =
        rows.into_iter().map(|row| (row.merchant_id, row)).collect();
    changes.apply(&mut merchants);
    upsert(tx, &merchants.into_values().collect::<Vec<_>>()).await
}

async fn upsert(tx: &mut PgConnection, rows: &[Merchant]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::upsert_merchants(
        column(rows, |row| row.merchant_id),
        column(rows, |row| row.name.as_deref()),
        json_column(rows, |row| &row.business),
        column(rows, |row| row.home_address),
        column(rows, |row| row.city.as_str()),
        column(rows, |row| row.state.as_str()),
        column(rows, |row| row.zip_code.as_str()),
        column(rows, |row| row.latitude),
        column(rows, |row| row.longitude),
        column(rows, |row| row.approved),
        column(rows, |row| row.is_active),
        column(rows, Merchant::is_visible),
        column(rows, |row| row.opened_at),
        column(rows, |row| folded(&row.business.business_name)),
    )
    .execute(&mut *tx)
    .await?;
    let changed: Vec<&Merchant> =
        rows.iter().filter(|row| !row.is_new && row.was_visible != row.is_visible()).collect();
    if changed.is_empty() {
        return Ok(());
    }
    sql::show_merchants(column(&changed, |row| row.merchant_id), column(&changed, |row| row.is_visible()))
        .execute(tx)
        .await?;
    Ok(())
}
