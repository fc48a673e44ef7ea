//! Writes deliveries.

use chrono::{DateTime, Utc};
use postgres_kit::statements;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::fold::{Attempt, Deliveries, Delivery};
use crate::{engine::ApplyError, views::columns::column};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn delete_deliveries(webhooks: &[Uuid]) = include_str!("../sql/delete_deliveries.sql");
    fn delete_deliveries_of(accounts: &[Uuid]) = include_str!("../sql/delete_deliveries_of.sql");
    fn insert_deliveries(
        ids: Vec<Uuid>, webhooks: Vec<Uuid>, accounts: Vec<Uuid>, messages: Vec<Uuid>, message_types: Vec<&str>,
        requested_at: Vec<DateTime<Utc>>, numbers: Vec<i64>,
    ) = include_str!("../sql/insert_deliveries.sql");
    fn update_deliveries(
        ids: Vec<Uuid>, attempts: Vec<i32>, attempted_at: Vec<DateTime<Utc>>, statuses: Vec<Option<i32>>,
        failures: Vec<Option<&str>>, retry_at: Vec<Option<DateTime<Utc>>>, states: Vec<&str>,
    ) = include_str!("../sql/update_deliveries.sql");
    fn give_up_deliveries(ids: &[Uuid]) = include_str!("../sql/give_up_deliveries.sql");
    fn delete_ended_deliveries(ids: &[Uuid]) = include_str!("../sql/delete_ended_deliveries.sql");
    fn delete_old_deliveries(webhooks: Vec<Uuid>, listed_since: Vec<DateTime<Utc>>) =
        include_str!("../sql/delete_old_deliveries.sql");
}

pub(super) async fn write(deliveries: Deliveries, tx: &mut PgConnection) -> Result<(), ApplyError> {
    let Deliveries { of_removed, of_erased, requested, attempted, listed_since, given_up, ended } =
        deliveries;
    if !of_removed.is_empty() {
        sql::delete_deliveries(&of_removed).execute(&mut *tx).await?;
    }
    if !of_erased.is_empty() {
        sql::delete_deliveries_of(&of_erased).execute(&mut *tx).await?;
    }
    let requested: Vec<(Uuid, Delivery)> = requested.into_iter().collect();
    if !requested.is_empty() {
        sql::insert_deliveries(
            column(&requested, |(id, _)| *id),
            column(&requested, |(_, delivery)| delivery.webhook),
            column(&requested, |(_, delivery)| delivery.account),
            column(&requested, |(_, delivery)| delivery.message),
            column(&requested, |(_, delivery)| delivery.message_type.as_str()),
            column(&requested, |(_, delivery)| delivery.at),
            column(&requested, |(_, delivery)| delivery.number),
        )
        .execute(&mut *tx)
        .await?;
    }
    let attempted: Vec<(Uuid, Attempt)> = attempted.into_iter().collect();
    if !attempted.is_empty() {
        sql::update_deliveries(
            column(&attempted, |(id, _)| *id),
            column(&attempted, |(_, attempt)| attempt.number),
            column(&attempted, |(_, attempt)| attempt.at),
            column(&attempted, |(_, attempt)| attempt.status),
            column(&attempted, |(_, attempt)| attempt.failure.as_deref()),
            column(&attempted, |(_, attempt)| attempt.retry_at),
            column(&attempted, |(_, attempt)| attempt.state()),
        )
        .execute(&mut *tx)
        .await?;
    }
    if !given_up.is_empty() {
        sql::give_up_deliveries(&given_up).execute(&mut *tx).await?;
    }
    if !ended.is_empty() {
        sql::delete_ended_deliveries(&ended).execute(&mut *tx).await?;
    }
    let listed_since: Vec<(Uuid, DateTime<Utc>)> = listed_since.into_iter().collect();
    if !listed_since.is_empty() {
        sql::delete_old_deliveries(
            column(&listed_since, |(webhook, _)| *webhook),
            column(&listed_since, |(_, since)| *since),
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
