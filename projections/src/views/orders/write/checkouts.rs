//! Writes the table `checkouts`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json_column},
        orders::fold::checkouts::{Change, CheckoutChanges, Started},
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn insert_checkouts(
        ids: Vec<Uuid>, customers: Vec<Uuid>, numbers: Vec<&str>, subtotals: Vec<i64>, taxes: Vec<i64>,
        delivery_fees: Vec<i64>, totals: Vec<i64>, states: Vec<Option<&str>>, refunded: Vec<i64>,
        started_at: Vec<DateTime<Utc>>, paid_at: Vec<Option<DateTime<Utc>>>,
        dispute_ids: Vec<Option<&str>>, dispute_amounts: Vec<Option<i64>>,
        dispute_reasons: Vec<Option<&str>>, dispute_statuses: Vec<Option<&str>>,
    ) = include_str!("../sql/insert_checkouts.sql");
    fn update_checkouts(
        ids: Vec<Uuid>, states: Vec<Option<&str>>, refunded: Vec<i64>,
        paid_at: Vec<Option<DateTime<Utc>>>, dispute_ids: Vec<Option<&str>>,
        dispute_amounts: Vec<Option<i64>>, dispute_reasons: Vec<Option<&str>>,
        dispute_statuses: Vec<Option<&str>>, closed: Vec<Json<&BTreeMap<String, &'static str>>>,
    ) = include_str!("../sql/update_checkouts.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: CheckoutChanges) -> Result<(), ApplyError> {
    let mut new = Vec::new();
    let mut changed = Vec::new();
    for (id, mut change) in changes.0 {
        match change.started.take() {
            Some(started) => new.push((id, started, change)),
            None => changed.push((id, change)),
        }
    }
    insert(tx, &new).await?;
    update(tx, &changed).await
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Started, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_checkouts(
        column(rows, |(id, ..)| *id),
        column(rows, |(_, started, _)| started.customer_id.uuid()),
        column(rows, |(_, started, _)| started.number.as_str()),
        column(rows, |(_, started, _)| started.amounts.subtotal.0),
        column(rows, |(_, started, _)| started.amounts.tax.0),
        column(rows, |(_, started, _)| started.amounts.delivery_fee.0),
        column(rows, |(_, started, _)| started.amounts.total.0),
        column(rows, |(.., change)| change.state),
        column(rows, |(.., change)| change.refunded),
        column(rows, |(_, started, _)| started.at),
        column(rows, |(.., change)| change.paid_at),
        column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.id.as_str())),
        column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.amount)),
        column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.reason.as_str())),
        column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.status)),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::update_checkouts(
        column(rows, |(id, _)| *id),
        column(rows, |(_, change)| change.state),
        column(rows, |(_, change)| change.refunded),
        column(rows, |(_, change)| change.paid_at),
        column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.id.as_str())),
        column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.amount)),
        column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.reason.as_str())),
        column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.status)),
        json_column(rows, |(_, change)| &change.closed),
    )
    .execute(tx)
    .await?;
    Ok(())
}
