use std::collections::HashMap;

use shared_events::{
    Event, Position, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CorrespondenceEvent},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    super::{columns::column, erasing::erase, reading::read},
    letters::ConversationChanges,
};
use crate::engine::ApplyError;

pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut conversations = ConversationChanges::default();
    let mut readers = HashMap::new();
    let mut erased = Vec::new();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            ConversationEvent::CATEGORY => conversations.fold(recorded, read(recorded)?),
            CorrespondenceEvent::CATEGORY => match read(recorded)? {
                CorrespondenceEvent::AllMessagesRead { account_id } => {
                    readers.insert(account_id.uuid(), recorded.position);
                }
            },
            AccountEvent::CATEGORY => {
                if let AccountEvent::AccountErased { account_id } = read(recorded)? {
                    erased.push(account_id.uuid());
                }
            }
            _ => {}
        }
    }
    conversations.write(tx).await?;
    upsert_readers(tx, &readers.into_iter().collect::<Vec<_>>()).await?;
    erase(tx, &erased, include_str!("erase_subjects.sql")).await?;
    erase(tx, &erased, include_str!("erase_messages.sql")).await
}

async fn upsert_readers(tx: &mut PgConnection, rows: &[(Uuid, Position)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("upsert_readers.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, position)| place(*position)))
        .execute(tx)
        .await?;
    Ok(())
}

/// A position as Postgres' `bigint`.
pub(super) fn place(position: Position) -> i64 {
    i64::try_from(position.0).expect("a log has fewer than 2^63 events")
}
