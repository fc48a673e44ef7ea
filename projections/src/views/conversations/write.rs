//! Writes a folded batch.

use async_trait::async_trait;
use shared_events::Position;
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{Change, Changes, ConversationChanges, Message, Started};
use crate::{
    engine::{ApplyError, Folded},
    views::{
        columns::{bigint, column},
        erase::erase,
    },
};

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        write_conversations(tx, self.conversations).await?;
        upsert_readers(tx, &self.readers.into_iter().collect::<Vec<_>>()).await?;
        erase(tx, &self.erased, include_str!("sql/erase_subjects.sql")).await?;
        erase(tx, &self.erased, include_str!("sql/erase_messages.sql")).await
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
    sqlx::query(include_str!("sql/insert_conversations.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, started, _)| started.customer_id))
        .bind(column(rows, |(_, started, _)| started.merchant_id))
        .bind(column(rows, |(_, started, _)| started.product_id))
        .bind(column(rows, |(_, started, _)| started.product_name.as_str()))
        .bind(column(rows, |(_, started, _)| started.product_price))
        .bind(column(rows, |(.., change)| change.subject()))
        .bind(column(rows, |(.., change)| i64::from(change.standing.messages)))
        .bind(column(rows, |(.., change)| i64::from(change.standing.read_by_customer)))
        .bind(column(rows, |(.., change)| i64::from(change.standing.read_by_merchant)))
        .bind(column(rows, |(.., change)| change.answered))
        .bind(column(rows, |(_, started, change)| change.last_message.unwrap_or(started.at)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/update_conversations.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, change)| change.subject.is_some()))
        .bind(column(rows, |(_, change)| change.subject()))
        .bind(column(rows, |(_, change)| i64::from(change.standing.messages)))
        .bind(column(rows, |(_, change)| i64::from(change.standing.read_by_customer)))
        .bind(column(rows, |(_, change)| i64::from(change.standing.read_by_merchant)))
        .bind(column(rows, |(_, change)| change.answered))
        .bind(column(rows, |(_, change)| change.last_message))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_messages(tx: &mut PgConnection, rows: &[Message]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/insert_messages.sql"))
        .bind(column(rows, |message| message.conversation_id))
        .bind(column(rows, |message| i64::from(message.number)))
        .bind(column(rows, |message| bigint(message.position.0)))
        .bind(column(rows, |message| message.sender_id))
        .bind(column(rows, |message| message.recipient_id))
        .bind(column(rows, |message| message.content.as_deref()))
        .bind(column(rows, |message| message.starts))
        .bind(column(rows, |message| message.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn upsert_readers(tx: &mut PgConnection, rows: &[(Uuid, Position)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/upsert_readers.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, position)| bigint(position.0)))
        .execute(tx)
        .await?;
    Ok(())
}
