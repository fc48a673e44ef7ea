use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, FavouriteEvent},
};
use sqlx::PgConnection;

use super::{
    super::{erasing::erase, reading::read},
    address_book::BookChanges,
    favourites::FavouriteChanges,
    users::UserChanges,
};
use crate::engine::ApplyError;

pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut users = UserChanges::default();
    let mut books = BookChanges::default();
    let mut favourites = FavouriteChanges::default();
    let mut erased = Vec::new();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => {
                let event: AccountEvent = read(recorded)?;
                if let AccountEvent::AccountErased { account_id } = &event {
                    erased.push(account_id.uuid());
                }
                books.fold(recorded.position, &event);
                users.fold(recorded.recorded_at, event);
            }
            FavouriteEvent::CATEGORY => favourites.fold(recorded.position, &read(recorded)?),
            _ => {}
        }
    }
    users.write(tx).await?;
    books.write(tx).await?;
    favourites.write(tx).await?;
    erase(tx, &erased, include_str!("erase_users.sql")).await
}
