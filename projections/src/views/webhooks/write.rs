//! Writes a folded batch.

mod deliveries;
mod hooks;

use async_trait::async_trait;
use sqlx::PgConnection;

use super::fold::Changes;
use crate::engine::{ApplyError, Folded};

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        hooks::write(self.hooks, tx).await?;
        deliveries::write(self.deliveries, tx).await
    }
}
