//! Writes the table `checkouts`.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{
        columns::{column, json_column},
        orders::fold::checkouts::{Change, CheckoutChanges, Started},
    },
};

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
    sqlx::query(include_str!("../sql/insert_checkouts.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, started, _)| started.customer_id.uuid()))
        .bind(column(rows, |(_, started, _)| started.number.as_str()))
        .bind(column(rows, |(_, started, _)| started.amounts.subtotal.0))
        .bind(column(rows, |(_, started, _)| started.amounts.tax.0))
        .bind(column(rows, |(_, started, _)| started.amounts.delivery_fee.0))
        .bind(column(rows, |(_, started, _)| started.amounts.total.0))
        .bind(column(rows, |(.., change)| change.state))
        .bind(column(rows, |(.., change)| change.refunded))
        .bind(column(rows, |(_, started, _)| started.at))
        .bind(column(rows, |(.., change)| change.paid_at))
        .bind(column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.id.as_str())))
        .bind(column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.amount)))
        .bind(column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.reason.as_str())))
        .bind(column(rows, |(.., change)| change.disputed.as_ref().map(|latest| latest.status)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("../sql/update_checkouts.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, change)| change.state))
        .bind(column(rows, |(_, change)| change.refunded))
        .bind(column(rows, |(_, change)| change.paid_at))
        .bind(column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.id.as_str())))
        .bind(column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.amount)))
        .bind(column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.reason.as_str())))
        .bind(column(rows, |(_, change)| change.disputed.as_ref().map(|latest| latest.status)))
        .bind(json_column(rows, |(_, change)| &change.closed))
        .execute(tx)
        .await?;
    Ok(())
}
