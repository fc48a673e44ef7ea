//! Writes a folded batch.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::{bigint, statements};
use shared_events::Position;
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{Change, Changes, ConversationChanges, Message, Started};
use crate::{
    engine::{ApplyError, Folded},
    views::{columns::column, erase::erase},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn insert_conversations(
        ids: Vec<Uuid>, customers: Vec<Uuid>, merchants: Vec<Uuid>, products: Vec<Option<Uuid>>,
        product_names: Vec<Option<&str>>, product_prices: Vec<Option<i64>>, subjects: Vec<Option<&str>>,
        messages: Vec<i64>, read_by_customer: Vec<i64>, read_by_merchant: Vec<i64>, answered: Vec<bool>,
        last_message_at: Vec<DateTime<Utc>>,
    ) = include_str!("sql/insert_conversations.sql");
    fn update_conversations(
        ids: Vec<Uuid>, has_subject: Vec<bool>, subjects: Vec<Option<&str>>, messages: Vec<i64>,
        read_by_customer: Vec<i64>, read_by_merchant: Vec<i64>, answered: Vec<bool>,
        last_message_at: Vec<Option<DateTime<Utc>>>,
    ) = include_str!("sql/update_conversations.sql");
    fn insert_messages(
        conversations: Vec<Uuid>, numbers: Vec<i64>, positions: Vec<i64>, senders: Vec<Uuid>,
        recipients: Vec<Uuid>, contents: Vec<Option<&str>>, starts: Vec<bool>, at: Vec<DateTime<Utc>>,
    ) = include_str!("sql/insert_messages.sql");
    fn upsert_readers(accounts: Vec<Uuid>, positions: Vec<i64>) = include_str!("sql/upsert_readers.sql");
    fn erase_subjects(people: &[Uuid]) = include_str!("sql/erase_subjects.sql");
    fn erase_messages(people: &[Uuid]) = include_str!("sql/erase_messages.sql");
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        write_conversations(tx, self.conversations).await?;
        upsert_readers(tx, &self.readers.into_iter().collect::<Vec<_>>()).await?;
        erase(tx, &self.erased, sql::erase_subjects).await?;
        erase(tx, &self.erased, sql::erase_messages).await
    }
}

async fn write_conversations(tx: &mut PgConnection, changes: ConversationChanges) -> Result<(), ApplyError> {
    let mut new = Vec::new();
    let mut changed = Vec::new();
    for (id, mut change) in changes.conversations {
        match change.started.take() {
            Some(started) => new.push((id, started, change)),
            None => changed.push((id, change)),
        }
    }
    insert(tx, &new).await?;
    update(tx, &changed).await?;
    insert_messages(tx, &changes.messages).await
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Started, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_conversations(
        column(rows, |(id, ..)| *id),
        column(rows, |(_, started, _)| started.customer_id),
        column(rows, |(_, started, _)| started.merchant_id),
        column(rows, |(_, started, _)| started.product.as_ref().map(|product| product.id)),
        column(rows, |(_, started, _)| started.product.as_ref().map(|product| product.name.as_str())),
        column(rows, |(_, started, _)| started.product.as_ref().map(|product| product.price)),
        column(rows, |(.., change)| change.subject()),
        column(rows, |(.., change)| i64::from(change.standing.messages)),
        column(rows, |(.., change)| i64::from(change.standing.read_by_customer)),
        column(rows, |(.., change)| i64::from(change.standing.read_by_merchant)),
        column(rows, |(.., change)| change.answered),
        column(rows, |(_, started, change)| change.last_message.unwrap_or(started.at)),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::update_conversations(
        column(rows, |(id, _)| *id),
        column(rows, |(_, change)| change.subject.is_some()),
        column(rows, |(_, change)| change.subject()),
        column(rows, |(_, change)| i64::from(change.standing.messages)),
        column(rows, |(_, change)| i64::from(change.standing.read_by_customer)),
        column(rows, |(_, change)| i64::from(change.standing.read_by_merchant)),
        column(rows, |(_, change)| change.answered),
        column(rows, |(_, change)| change.last_message),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_messages(tx: &mut PgConnection, rows: &[Message]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_messages(
        column(rows, |message| message.conversation_id),
        column(rows, |message| i64::from(message.number)),
        column(rows, |message| bigint(message.position.0)),
        column(rows, |message| message.sender_id),
        column(rows, |message| message.recipient_id),
        column(rows, |message| message.content.as_deref()),
        column(rows, |message| message.starts),
        column(rows, |message| message.at),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn upsert_readers(tx: &mut PgConnection, rows: &[(Uuid, Position)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::upsert_readers(column(rows, |(id, _)| *id), column(rows, |(_, position)| bigint(position.0)))
        .execute(tx)
        .await?;
    Ok(())
}
