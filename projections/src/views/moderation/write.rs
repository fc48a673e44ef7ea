//! Writes a folded batch.

mod merchants;
mod products;
mod totals;

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

    fn erase_merchants(people: &[Uuid]) = include_str!("sql/erase_merchants.sql");
    fn erase_products(people: &[Uuid]) = include_str!("sql/erase_products.sql");
}

#[async_trait]
impl Folded for Changes {
    /// Erasures are written last.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        merchants::write(tx, self.merchants).await?;
        products::write(tx, self.products).await?;
        erase(tx, &self.erased, sql::erase_merchants).await?;
        erase(tx, &self.erased, sql::erase_products).await
    }
}
