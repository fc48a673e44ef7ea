//! Writes a folded batch.

mod checkouts;
mod orders;

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

    fn erase_customers(people: &[Uuid]) = include_str!("sql/erase_customers.sql");
    fn erase_notes(people: &[Uuid]) = include_str!("sql/erase_notes.sql");
    fn erase_merchants(people: &[Uuid]) = include_str!("sql/erase_merchants.sql");
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        checkouts::write(tx, self.checkouts).await?;
        orders::write(tx, self.orders).await?;
        erase(tx, &self.erased, sql::erase_customers).await?;
        erase(tx, &self.erased, sql::erase_notes).await?;
        erase(tx, &self.erased, sql::erase_merchants).await
    }
}
