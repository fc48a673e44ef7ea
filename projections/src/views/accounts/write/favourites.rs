//! Writes the table `favourites`.

use postgres_kit::statements;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{accounts::fold::favourites::FavouriteChanges, columns::column},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn delete_favourites(accounts: Vec<Uuid>, products: Vec<Uuid>) =
        include_str!("../sql/delete_favourites.sql");
    fn insert_favourites(accounts: Vec<Uuid>, products: Vec<Uuid>, since: Vec<i64>) =
        include_str!("../sql/insert_favourites.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: FavouriteChanges) -> Result<(), ApplyError> {
    let all: Vec<((Uuid, Uuid), Option<i64>)> = changes.0.into_iter().collect();
    if all.is_empty() {
        return Ok(());
    }
    // Also deletes favourites that were added again, so that they get the position of the last addition.
    sql::delete_favourites(
        column(&all, |((account, _), _)| *account),
        column(&all, |((_, product), _)| *product),
    )
    .execute(&mut *tx)
    .await?;
    let added: Vec<((Uuid, Uuid), i64)> =
        all.into_iter().filter_map(|(key, since)| Some((key, since?))).collect();
    sql::insert_favourites(
        column(&added, |((account, _), _)| *account),
        column(&added, |((_, product), _)| *product),
        column(&added, |(_, since)| *since),
    )
    .execute(tx)
    .await?;
    Ok(())
}
