//! Writes the tables `orders` and `timeline`.

use chrono::{DateTime, NaiveDate, Utc};
use postgres_kit::statements;
use shared_events::shop::{Address, BillingDetails, Line, OrderStatus, ShippingDetails, Tracking};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json_column},
        orders::fold::orders::{Change, OrderChanges, Placed, Step},
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn insert_orders(
        ids: Vec<Uuid>, checkouts: Vec<Uuid>, numbers: Vec<&str>, parent_numbers: Vec<&str>,
        customers: Vec<Uuid>, customer_names: Vec<Option<&str>>, customer_emails: Vec<Option<&str>>,
        merchants: Vec<Uuid>, merchant_names: Vec<&str>, merchant_addresses: Vec<Json<Option<&Address>>>,
        lines: Vec<Json<&Vec<Line>>>, subtotals: Vec<i64>, taxes: Vec<i64>, delivery_fees: Vec<i64>,
        totals: Vec<i64>, delivery_methods: Vec<&str>, shipping: Vec<Json<Option<&ShippingDetails>>>,
        billing: Vec<Json<Option<&BillingDetails>>>, statuses: Vec<Option<&str>>,
        tracking: Vec<Json<Tracking>>, refunds: Vec<Option<i64>>, refund_statuses: Vec<Option<&str>>,
        refund_reasons: Vec<Option<&str>>, placed_at: Vec<DateTime<Utc>>, promised_for: Vec<Option<NaiveDate>>,
    ) = include_str!("../sql/insert_orders.sql");
    fn update_orders(
        ids: Vec<Uuid>, statuses: Vec<Option<&str>>, tracking: Vec<Json<Option<&Tracking>>>,
        refund_amounts: Vec<Option<i64>>, refund_statuses: Vec<Option<&str>>,
        refund_reasons: Vec<Option<&str>>, recorded: Vec<Option<i64>>,
    ) = include_str!("../sql/update_orders.sql");
    fn insert_timeline(
        orders: Vec<Uuid>, versions: Vec<i64>, statuses: Vec<&str>, at: Vec<DateTime<Utc>>,
        notes: Vec<Option<&str>>, actors: Vec<&str>,
    ) = include_str!("../sql/insert_timeline.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: OrderChanges) -> Result<(), ApplyError> {
    let mut new = Vec::new();
    let mut changed = Vec::new();
    for (id, mut change) in changes.orders {
        match change.placed.take() {
            Some(placed) => new.push((id, placed, change)),
            None => changed.push((id, change)),
        }
    }
    insert(tx, &new).await?;
    update(tx, &changed).await?;
    insert_timeline(tx, &changes.timeline).await
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Placed, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    let refund = |(_, placed, change): &(Uuid, Placed, Change)| {
        change.refund_status.map(|_| change.refund_amount.unwrap_or(placed.amounts.total).0)
    };
    sql::insert_orders(
        column(rows, |(id, ..)| *id),
        column(rows, |(_, placed, _)| placed.checkout_id),
        column(rows, |(_, placed, _)| placed.number.as_str()),
        column(rows, |(_, placed, _)| placed.parent_number.as_str()),
        column(rows, |(_, placed, _)| placed.customer_id),
        column(rows, |(_, placed, _)| placed.customer_name.as_deref()),
        column(rows, |(_, placed, _)| placed.customer_email.as_deref()),
        column(rows, |(_, placed, _)| placed.merchant_id),
        column(rows, |(_, placed, _)| placed.merchant_name.as_str()),
        json_column(rows, |(_, placed, _)| placed.merchant_address.as_ref()),
        json_column(rows, |(_, placed, _)| &placed.lines),
        column(rows, |(_, placed, _)| placed.amounts.subtotal.0),
        column(rows, |(_, placed, _)| placed.amounts.tax.0),
        column(rows, |(_, placed, _)| placed.amounts.delivery_fee.0),
        column(rows, |(_, placed, _)| placed.amounts.total.0),
        column(rows, |(_, placed, _)| placed.delivery_method.as_str()),
        json_column(rows, |(_, placed, _)| placed.shipping.as_ref()),
        json_column(rows, |(_, placed, _)| placed.billing.as_ref()),
        column(rows, |(.., change)| change.status.map(OrderStatus::as_str)),
        json_column(rows, |(.., change)| change.tracking.clone().unwrap_or_default()),
        column(rows, refund),
        column(rows, |(.., change)| change.refund_status),
        column(rows, |(.., change)| change.refund_reason.as_deref()),
        column(rows, |(_, placed, _)| placed.at),
        column(rows, |(_, placed, _)| placed.promised_for),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::update_orders(
        column(rows, |(id, _)| *id),
        column(rows, |(_, change)| change.status.map(OrderStatus::as_str)),
        json_column(rows, |(_, change)| change.tracking.as_ref()),
        column(rows, |(_, change)| change.refund_amount.map(|amount| amount.0)),
        column(rows, |(_, change)| change.refund_status),
        column(rows, |(_, change)| change.refund_reason.as_deref()),
        column(rows, |(_, change)| change.recorded.map(|amount| amount.0)),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_timeline(tx: &mut PgConnection, rows: &[Step]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_timeline(
        column(rows, |step| step.order_id),
        column(rows, |step| step.version),
        column(rows, |step| step.status.as_str()),
        column(rows, |step| step.at),
        column(rows, |step| step.note.as_deref()),
        column(rows, |step| step.actor),
    )
    .execute(tx)
    .await?;
    Ok(())
}
