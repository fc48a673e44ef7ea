use std::collections::HashMap;

use async_trait::async_trait;
use shared_events::{
    Event, Position, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CorrespondenceEvent},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    super::{columns::column, erasing::erase, reading::read},
    letters::{ConversationChanges, place},
};
use crate::engine::{ApplyError, Folded};

/// A folded batch.
#[derive(Default)]
struct Changes {
    conversations: ConversationChanges,
    readers: HashMap<Uuid, Position>,
    erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            ConversationEvent::CATEGORY => changes.conversations.fold(recorded, read(recorded)?),
            CorrespondenceEvent::CATEGORY => match read(recorded)? {
                CorrespondenceEvent::AllMessagesRead { account_id } => {
                    changes.readers.insert(account_id.uuid(), recorded.position);
                }
            },
            AccountEvent::CATEGORY => {
                if let AccountEvent::AccountErased { account_id } = read(recorded)? {
                    changes.erased.push(account_id.uuid());
                }
            }
            _ => {}
        }
    }
    Ok(Box::new(changes))
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        self.conversations.write(tx).await?;
        upsert_readers(tx, &self.readers.into_iter().collect::<Vec<_>>()).await?;
        erase(tx, &self.erased, include_str!("erase_subjects.sql")).await?;
        erase(tx, &self.erased, include_str!("erase_messages.sql")).await
    }
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
