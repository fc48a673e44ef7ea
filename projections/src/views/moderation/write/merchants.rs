//! Writes the table `merchants`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use shared_events::shop::{Address, BusinessProfile};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json_column},
        moderation::fold::merchants::{Merchant, MerchantChanges},
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_merchants(accounts: &[Uuid]) -> row Merchant = include_str!("../sql/load_merchants.sql");
    fn upsert_merchants(
        ids: Vec<Uuid>, names: Vec<Option<&str>>, emails: Vec<Option<&str>>, phones: Vec<Option<&str>>,
        home_addresses: Vec<Option<Uuid>>, addresses: Vec<Option<Json<&Address>>>,
        businesses: Vec<Json<&BusinessProfile>>, approvals: Vec<&str>,
        approval_reasons: Vec<Option<&str>>, opened_at: Vec<DateTime<Utc>>,
        approved_names: Vec<Option<&str>>, renamed_at: Vec<Option<DateTime<Utc>>>,
    ) = include_str!("../sql/upsert_merchants.sql");
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
        column(rows, |row| row.email.as_deref()),
        column(rows, |row| row.phone.as_deref()),
        column(rows, |row| row.home_address),
        column(rows, |row| row.address.as_ref().map(Json)),
        json_column(rows, |row| &row.business),
        column(rows, |row| row.approval.as_str()),
        column(rows, |row| row.approval_reason.as_deref()),
        column(rows, |row| row.opened_at),
        column(rows, |row| row.approved_name.as_deref()),
        column(rows, |row| row.renamed_at),
    )
    .execute(tx)
    .await?;
    Ok(())
}
