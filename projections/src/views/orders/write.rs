//! Writes a folded batch.

mod checkouts;
mod orders;

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
        checkouts::write(tx, self.checkouts).await?;
        orders::write(tx, self.orders).await?;
        erase(tx, &self.erased, include_str!("sql/erase_customers.sql")).await?;
        erase(tx, &self.erased, include_str!("sql/erase_notes.sql")).await?;
        erase(tx, &self.erased, include_str!("sql/erase_merchants.sql")).await
    }
}
