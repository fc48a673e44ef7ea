//! Adds product views to the table `products`.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::{engine::ApplyError, views::catalog::fold::product_views::ProductViewChanges};

pub(super) async fn write(tx: &mut PgConnection, changes: ProductViewChanges) -> Result<(), ApplyError> {
    if changes.0.is_empty() {
        return Ok(());
    }
    let (products, visitors): (Vec<Uuid>, Vec<i64>) = changes.0.into_iter().unzip();
    sqlx::query(include_str!("../sql/add_views.sql")).bind(products).bind(visitors).execute(tx).await?;
    Ok(())
}
