//! Writes the tables `orders` and `timeline`.

use shared_events::shop::OrderStatus;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json_column},
        orders::fold::orders::{Change, OrderChanges, Placed, Step},
    },
};

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
    sqlx::query(include_str!("../sql/insert_orders.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, placed, _)| placed.checkout_id))
        .bind(column(rows, |(_, placed, _)| placed.number.as_str()))
        .bind(column(rows, |(_, placed, _)| placed.parent_number.as_str()))
        .bind(column(rows, |(_, placed, _)| placed.customer_id))
        .bind(column(rows, |(_, placed, _)| placed.customer_name.as_deref()))
        .bind(column(rows, |(_, placed, _)| placed.customer_email.as_deref()))
        .bind(column(rows, |(_, placed, _)| placed.merchant_id))
        .bind(column(rows, |(_, placed, _)| placed.merchant_name.as_str()))
        .bind(json_column(rows, |(_, placed, _)| placed.merchant_address.as_ref()))
        .bind(json_column(rows, |(_, placed, _)| &placed.lines))
        .bind(column(rows, |(_, placed, _)| placed.amounts.subtotal.0))
        .bind(column(rows, |(_, placed, _)| placed.amounts.tax.0))
        .bind(column(rows, |(_, placed, _)| placed.amounts.delivery_fee.0))
        .bind(column(rows, |(_, placed, _)| placed.amounts.total.0))
        .bind(column(rows, |(_, placed, _)| placed.delivery_method.as_str()))
        .bind(json_column(rows, |(_, placed, _)| placed.shipping.as_ref()))
        .bind(json_column(rows, |(_, placed, _)| placed.billing.as_ref()))
        .bind(column(rows, |(.., change)| change.status.map(OrderStatus::as_str)))
        .bind(json_column(rows, |(.., change)| change.tracking.clone().unwrap_or_default()))
        .bind(column(rows, refund))
        .bind(column(rows, |(.., change)| change.refund_status))
        .bind(column(rows, |(.., change)| change.refund_reason.as_deref()))
        .bind(column(rows, |(_, placed, _)| placed.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/update_orders.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, change)| change.status.map(OrderStatus::as_str)))
        .bind(json_column(rows, |(_, change)| change.tracking.as_ref()))
        .bind(column(rows, |(_, change)| change.refund_amount.map(|amount| amount.0)))
        .bind(column(rows, |(_, change)| change.refund_status))
        .bind(column(rows, |(_, change)| change.refund_reason.as_deref()))
        .bind(column(rows, |(_, change)| change.recorded.map(|amount| amount.0)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_timeline(tx: &mut PgConnection, rows: &[Step]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/insert_timeline.sql"))
        .bind(column(rows, |step| step.order_id))
        .bind(column(rows, |step| step.version))
        .bind(column(rows, |step| step.status.as_str()))
        .bind(column(rows, |step| step.at))
        .bind(column(rows, |step| step.note.as_deref()))
        .bind(column(rows, |step| step.actor))
        .execute(tx)
        .await?;
    Ok(())
}
