use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, FavouriteEvent},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    super::{erasing::erase, reading::read},
    address_book::BookChanges,
    favourites::FavouriteChanges,
    users::UserChanges,
};
use crate::engine::{ApplyError, Folded};

/// A folded batch.
#[derive(Default)]
struct Changes {
    users: UserChanges,
    books: BookChanges,
    favourites: FavouriteChanges,
    erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => {
                let event: AccountEvent = read(recorded)?;
                if let AccountEvent::AccountErased { account_id } = &event {
                    changes.erased.push(account_id.uuid());
                }
                changes.books.fold(recorded.position, &event);
                changes.users.fold(recorded.recorded_at, event);
            }
            FavouriteEvent::CATEGORY => changes.favourites.fold(recorded.position, &read(recorded)?),
            _ => {}
        }
    }
    Ok(Box::new(changes))
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        self.users.write(tx).await?;
        self.books.write(tx).await?;
        self.favourites.write(tx).await?;
        erase(tx, &self.erased, include_str!("erase_users.sql")).await
    }
}
