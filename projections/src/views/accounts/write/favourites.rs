//! Writes the table `favourites`.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{accounts::fold::favourites::FavouriteChanges, columns::column},
};

pub(super) async fn write(tx: &mut PgConnection, changes: FavouriteChanges) -> Result<(), ApplyError> {
    let all: Vec<((Uuid, Uuid), Option<i64>)> = changes.0.into_iter().collect();
    if all.is_empty() {
        return Ok(());
    }
    // Also deletes favourites that were added again, so that they get the position of the last addition.
    sqlx::query(include_str!("../sql/delete_favourites.sql"))
        .bind(column(&all, |((account, _), _)| *account))
        .bind(column(&all, |((_, product), _)| *product))
        .execute(&mut *tx)
        .await?;
    let added: Vec<((Uuid, Uuid), i64)> =
        all.into_iter().filter_map(|(key, since)| Some((key, since?))).collect();
    sqlx::query(include_str!("../sql/insert_favourites.sql"))
        .bind(column(&added, |((account, _), _)| *account))
        .bind(column(&added, |((_, product), _)| *product))
        .bind(column(&added, |(_, since)| *since))
        .execute(tx)
        .await?;
    Ok(())
}
