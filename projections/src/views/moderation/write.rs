//! Writes a folded batch.

mod merchants;
mod products;
mod totals;

use async_trait::async_trait;
use sqlx::PgConnection;

use super::fold::Changes;
use crate::{
    engine::{ApplyError, Folded},
    views::erase::erase,
};

#[async_trait]
impl Folded for Changes {
    /// Erasures are written last.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        merchants::write(tx, self.merchants).await?;
        products::write(tx, self.products).await?;
        erase(tx, &self.erased, include_str!("sql/erase_merchants.sql")).await?;
        erase(tx, &self.erased, include_str!("sql/erase_products.sql")).await
    }
}
