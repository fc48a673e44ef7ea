//! A batch's changes to the table `checkouts`.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use shared_events::{
    events::{CheckoutEvent, DisputeOutcome},
    ids::AccountId,
    shop::Amounts,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::columns::{column, json_column};
use crate::engine::ApplyError;

/// A checkout that was started in this batch.
struct Started {
    customer_id: AccountId,
    number: String,
    amounts: Amounts,
    at: DateTime<Utc>,
}

/// A batch's changes to one checkout.
#[derive(Default)]
struct Change {
    started: Option<Started>,
    state: Option<&'static str>,
    refunded: i64,
    paid_at: Option<DateTime<Utc>>,
    disputed: Option<Disputed>,
    /// How disputes from earlier batches were closed, by id: one may be the latest.
    closed: BTreeMap<String, &'static str>,
}

/// The latest dispute.
struct Disputed {
    id: String,
    amount: i64,
    reason: String,
    status: &'static str,
}

/// A batch's changes to all checkouts.
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
            CheckoutEvent::ChargeDisputed { checkout_id, dispute_id: id, amount, reason } => {
                let disputed = Disputed { id, amount: amount.0, reason, status: "open" };
                self.of(checkout_id.uuid()).disputed = Some(disputed);
            }
            CheckoutEvent::ChargeDisputeClosed { checkout_id, dispute_id, outcome } => {
                let status = match outcome {
                    DisputeOutcome::Won => "won",
                    DisputeOutcome::Lost => "lost",
                    DisputeOutcome::Withdrawn => "withdrawn",
                };
                let change = self.of(checkout_id.uuid());
                match &mut change.disputed {
                    Some(latest) if latest.id == dispute_id => latest.status = status,
                    // An earlier dispute: it is not shown.
                    Some(_) => {}
                    None => {
                        change.closed.insert(dispute_id, status);
                    }
                }
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
    sqlx::query(include_str!("update_checkouts.sql"))
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
