//! Writes a folded batch.

mod merchants;
mod product_views;
mod products;
mod ratings;
mod stock;

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
    fn delete_old_changes() = include_str!("sql/delete_old_changes.sql");
    fn erase_certificates(people: &[Uuid]) = include_str!("sql/erase_certificates.sql");
}

#[async_trait]
impl Folded for Changes {
    /// Merchants come first, because a product's visibility depends on its merchant. Stock comes second, so that
    /// products listed in the same batch find their counts. Erasures come last.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        merchants::write(tx, self.merchants).await?;
        stock::write(tx, self.stock).await?;
        products::write(tx, self.products).await?;
        product_views::write(tx, self.product_views).await?;
        ratings::write(tx, self.ratings).await?;
        erase(tx, &self.erased, sql::erase_merchants).await?;
        erase(tx, &self.erased, sql::erase_certificates).await?;
        sql::delete_old_changes().execute(tx).await?;
        Ok(())
    }
}
