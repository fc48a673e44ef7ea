//! A batch's changes to the table `checkouts`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    events::{CheckoutEvent, DisputeOutcome},
    ids::AccountId,
    shop::Amounts,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::columns::column;
use crate::engine::ApplyError;

/// A checkout that was started in this batch.
struct Started {
    customer_id: AccountId,
    number: String,
    amounts: Amounts,
    at: DateTime<Utc>,
}

/// What a batch says about one checkout.
#[derive(Default)]
struct Change {
    started: Option<Started>,
    state: Option<&'static str>,
    refunded: i64,
    paid_at: Option<DateTime<Utc>>,
    dispute_amount: Option<i64>,
    dispute_reason: Option<String>,
    dispute_status: Option<&'static str>,
}

/// What a batch says about all checkouts.
#[derive(Default)]
pub(super) struct CheckoutChanges(HashMap<Uuid, Change>);

impl CheckoutChanges {
    pub(super) fn fold(&mut self, at: DateTime<Utc>, event: CheckoutEvent) {
        match event {
            CheckoutEvent::CheckoutStarted { checkout_id, customer_id, number, amounts, .. } => {
                let change = self.of(checkout_id.uuid());
                change.started = Some(Started { customer_id, number, amounts, at });
                change.state = Some("started");
            }
            CheckoutEvent::PaymentRequested { checkout_id, .. } => {
                self.of(checkout_id.uuid()).state = Some("requested");
            }
            CheckoutEvent::PaymentReceived { checkout_id, received_at, .. } => {
                let change = self.of(checkout_id.uuid());
                change.state = Some("paid");
                change.paid_at = Some(received_at);
            }
            CheckoutEvent::CheckoutCompleted { checkout_id } => {
                self.of(checkout_id.uuid()).state = Some("completed");
            }
            CheckoutEvent::CheckoutAbandoned { checkout_id, .. } => {
                self.of(checkout_id.uuid()).state = Some("abandoned");
            }
            CheckoutEvent::CheckoutUnfulfillable { checkout_id, .. } => {
                self.of(checkout_id.uuid()).state = Some("unfulfillable");
            }
            CheckoutEvent::RefundIssued { checkout_id, amount, .. }
            | CheckoutEvent::RefundedElsewhere { checkout_id, amount, .. } => {
                self.of(checkout_id.uuid()).refunded += amount.0;
            }
            CheckoutEvent::RefundFailed { checkout_id, amount, .. } => {
                self.of(checkout_id.uuid()).refunded -= amount.0;
            }
            CheckoutEvent::ChargeDisputed { checkout_id, amount, reason, .. } => {
                let change = self.of(checkout_id.uuid());
                change.dispute_amount = Some(amount.0);
                change.dispute_reason = Some(reason);
                change.dispute_status = Some("open");
            }
            CheckoutEvent::ChargeDisputeClosed { checkout_id, outcome, .. } => {
                self.of(checkout_id.uuid()).dispute_status = Some(match outcome {
                    DisputeOutcome::Won => "won",
                    DisputeOutcome::Lost => "lost",
                    DisputeOutcome::Withdrawn => "withdrawn",
                });
            }
            CheckoutEvent::RefundDecided { .. } => {}
        }
    }

    fn of(&mut self, checkout: Uuid) -> &mut Change {
        self.0.entry(checkout).or_default()
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut new = Vec::new();
        let mut changed = Vec::new();
        for (id, mut change) in self.0 {
            match change.started.take() {
                Some(started) => new.push((id, started, change)),
                None => changed.push((id, change)),
            }
        }
        insert(tx, &new).await?;
        update(tx, &changed).await
    }
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Started, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_checkouts.sql"))
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
        .bind(column(rows, |(.., change)| change.dispute_amount))
        .bind(column(rows, |(.., change)| change.dispute_reason.as_deref()))
        .bind(column(rows, |(.., change)| change.dispute_status))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("update_checkouts.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, change)| change.state))
        .bind(column(rows, |(_, change)| change.refunded))
        .bind(column(rows, |(_, change)| change.paid_at))
        .bind(column(rows, |(_, change)| change.dispute_amount))
        .bind(column(rows, |(_, change)| change.dispute_reason.as_deref()))
        .bind(column(rows, |(_, change)| change.dispute_status))
        .execute(tx)
        .await?;
    Ok(())
}
