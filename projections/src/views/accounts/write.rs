//! Writes a folded batch.

mod addresses;
mod favourites;
mod users;

use async_trait::async_trait;
use sqlx::PgConnection;

use super::fold::Changes;
use crate::{
    engine::{ApplyError, Folded},
    views::erase::erase,
};

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        users::write(tx, self.users).await?;
        addresses::write(tx, self.addresses).await?;
        favourites::write(tx, self.favourites).await?;
        erase(tx, &self.erased, include_str!("sql/erase_users.sql")).await
    }
}
