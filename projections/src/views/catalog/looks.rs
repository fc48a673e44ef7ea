//! A batch's product views, counted into the table `products`.

use std::collections::BTreeMap;

use shared_events::events::ViewsEvent;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::engine::ApplyError;

/// Number of views of each product in a batch.
#[derive(Default)]
pub(super) struct Looks(BTreeMap<Uuid, i64>);

impl Looks {
    pub(super) fn collect(&mut self, event: &ViewsEvent) {
        match event {
            ViewsEvent::ProductViewed { product_id, visitors } => {
                *self.0.entry(product_id.uuid()).or_default() += i64::from(*visitors);
            }
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let (products, visitors): (Vec<Uuid>, Vec<i64>) = self.0.into_iter().unzip();
        sqlx::query(include_str!("sql/add_views.sql")).bind(products).bind(visitors).execute(tx).await?;
        Ok(())
    }
}
