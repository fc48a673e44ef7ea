//! Writes a folded batch.

mod addresses;
mod favourites;
mod users;

use async_trait::async_trait;
use postgres_kit::statements;
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::Changes;
use crate::{
    engine::{ApplyError, Folded},
    views::erase::erase,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn erase_users(people: &[Uuid]) = include_str!("sql/erase_users.sql");
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        users::write(tx, self.users).await?;
        addresses::write(tx, self.addresses).await?;
        favourites::write(tx, self.favourites).await?;
        erase(tx, &self.erased, sql::erase_users).await
    }
}
