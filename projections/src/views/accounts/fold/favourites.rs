//! A batch's changes to the table `favourites`.

use std::collections::HashMap;

use postgres_kit::bigint;
use shared_events::{Position, events::FavouriteEvent};
use uuid::Uuid;

/// A batch's changes to favourites: by account and product, the position at which it was added; `None`: removed.
#[derive(Default)]
pub(crate) struct FavouriteChanges(pub(crate) HashMap<(Uuid, Uuid), Option<i64>>);

impl FavouriteChanges {
    pub(super) fn fold(&mut self, position: Position, event: &FavouriteEvent) {
        let (account, product, since) = match event {
            FavouriteEvent::FavouriteAdded { account_id, product_id } => {
                (account_id, product_id, Some(bigint(position.0)))
            }
            FavouriteEvent::FavouriteRemoved { account_id, product_id } => (account_id, product_id, None),
        };
        self.0.insert((account.uuid(), product.uuid()), since);
    }
}
