//! A batch's changes to the tables `conversations` and `messages`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Position, RawEvent, Recorded,
    events::{ConversationEvent, Standing},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{columns::column, reading::known};
use crate::engine::ApplyError;

/// A conversation that was started in this batch.
struct Started {
    customer_id: Uuid,
    merchant_id: Uuid,
    product_id: Uuid,
    product_name: String,
    product_price: i64,
    at: DateTime<Utc>,
}

/// A batch's changes to one conversation.
struct Change {
    started: Option<Started>,
    /// The new subject, if there is one; `Some(None)` when its customer has been erased.
    subject: Option<Option<String>>,
    standing: Standing,
    answered: bool,
    last_message: Option<DateTime<Utc>>,
}

/// One message.
struct Message {
    conversation_id: Uuid,
    number: u32,
    position: i64,
    sender_id: Uuid,
    recipient_id: Uuid,
    content: Option<String>,
    starts: bool,
    at: DateTime<Utc>,
}

/// A batch's changes to all conversations.
#[derive(Default)]
pub(super) struct ConversationChanges {
    conversations: HashMap<Uuid, Change>,
    messages: Vec<Message>,
}

impl ConversationChanges {
    pub(super) fn fold(&mut self, recorded: &Recorded<RawEvent>, event: ConversationEvent) {
        let standing = *event.standing();
        let new = Change { started: None, subject: None, standing, answered: false, last_message: None };
        let change = self.conversations.entry(recorded.stream.id).or_insert(new);
        change.standing = standing;
        match event {
            ConversationEvent::ConversationStarted {
                conversation_id: _,
                customer_id,
                merchant_id,
                product_id,
                product_name,
                product_price,
                subject,
                standing: _,
            } => {
                change.subject = Some(subject.into_inner());
                change.started = Some(Started {
                    customer_id: customer_id.uuid(),
                    merchant_id: merchant_id.uuid(),
                    product_id: product_id.uuid(),
                    product_name,
                    product_price: product_price.0,
                    at: recorded.recorded_at,
                });
            }
            ConversationEvent::MessageSent {
                message_id, sender_id, recipient_id, subject, content, ..
            } => {
                let starts = message_id.number == 1 || subject.is_some();
                if subject.is_some() {
                    change.subject = Some(known(subject));
                }
                change.answered |= sender_id == standing.merchant_id;
                change.last_message = Some(recorded.recorded_at);
                self.messages.push(Message {
                    conversation_id: recorded.stream.id,
                    number: message_id.number,
                    position: place(recorded.position),
                    sender_id: sender_id.uuid(),
                    recipient_id: recipient_id.uuid(),
                    content: content.into_inner(),
                    starts,
                    at: recorded.recorded_at,
                });
            }
            ConversationEvent::MessagesRead { .. } => {}
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut new = Vec::new();
        let mut changed = Vec::new();
        for (id, mut change) in self.conversations {
            match change.started.take() {
                Some(started) => new.push((id, started, change)),
                None => changed.push((id, change)),
            }
        }
        insert(tx, &new).await?;
        update(tx, &changed).await?;
        insert_messages(tx, &self.messages).await
    }
}

impl Change {
    fn subject(&self) -> Option<&str> {
        self.subject.as_ref()?.as_deref()
    }
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Started, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_conversations.sql"))
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
    sqlx::query(include_str!("update_conversations.sql"))
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
    sqlx::query(include_str!("insert_messages.sql"))
        .bind(column(rows, |message| message.conversation_id))
        .bind(column(rows, |message| i64::from(message.number)))
        .bind(column(rows, |message| message.position))
        .bind(column(rows, |message| message.sender_id))
        .bind(column(rows, |message| message.recipient_id))
        .bind(column(rows, |message| message.content.as_deref()))
        .bind(column(rows, |message| message.starts))
        .bind(column(rows, |message| message.at))
        .execute(tx)
        .await?;
    Ok(())
}

/// A position as Postgres' `bigint`.
pub(super) fn place(position: Position) -> i64 {
    i64::try_from(position.0).expect("a log has fewer than 2^63 events")
}
