//! A batch's changes to the table `favourites`.

use std::collections::HashMap;

use shared_events::{Position, events::FavouriteEvent};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::columns::column;
use crate::engine::ApplyError;

/// A batch's changes to favourites: by account and product, the position at which it was added; `None`: removed.
#[derive(Default)]
pub(super) struct FavouriteChanges(HashMap<(Uuid, Uuid), Option<i64>>);

impl FavouriteChanges {
    pub(super) fn fold(&mut self, position: Position, event: &FavouriteEvent) {
        let (account, product, since) = match event {
            FavouriteEvent::FavouriteAdded { account_id, product_id } => {
                (account_id, product_id, Some(i64::try_from(position.0).unwrap_or(i64::MAX)))
            }
            FavouriteEvent::FavouriteRemoved { account_id, product_id } => (account_id, product_id, None),
        };
        self.0.insert((account.uuid(), product.uuid()), since);
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let all: Vec<((Uuid, Uuid), Option<i64>)> = self.0.into_iter().collect();
        if all.is_empty() {
            return Ok(());
        }
        // Also deletes those that were added again, so that they get the position of the last addition.
        sqlx::query(include_str!("delete_favourites.sql"))
            .bind(column(&all, |((account, _), _)| *account))
            .bind(column(&all, |((_, product), _)| *product))
            .execute(&mut *tx)
            .await?;
        let added: Vec<((Uuid, Uuid), i64)> =
            all.into_iter().filter_map(|(key, since)| Some((key, since?))).collect();
        sqlx::query(include_str!("insert_favourites.sql"))
            .bind(column(&added, |((account, _), _)| *account))
            .bind(column(&added, |((_, product), _)| *product))
            .bind(column(&added, |(_, since)| *since))
            .execute(tx)
            .await?;
        Ok(())
    }
}
