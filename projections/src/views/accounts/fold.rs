//! Folds events into changes to the tables.

pub(super) mod addresses;
pub(super) mod favourites;
pub(super) mod users;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, FavouriteEvent},
};
use uuid::Uuid;

use self::{addresses::AddressChanges, favourites::FavouriteChanges, users::UserChanges};
use crate::{engine::ApplyError, views::decode::read};

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) users: UserChanges,
    pub(super) addresses: AddressChanges,
    pub(super) favourites: FavouriteChanges,
    pub(super) erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => {
                let event: AccountEvent = read(recorded)?;
                if let AccountEvent::AccountErased { account_id } = &event {
                    changes.erased.push(account_id.uuid());
                }
                changes.addresses.fold(recorded, &event);
                changes.users.fold(recorded, event);
            }
            FavouriteEvent::CATEGORY => changes.favourites.fold(recorded.position, &read(recorded)?),
            _ => {}
        }
    }
    Ok(changes)
}
