//! Adds product views to the table `products`.

use postgres_kit::statements;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{engine::ApplyError, views::catalog::fold::product_views::ProductViewChanges};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn add_views(products: Vec<Uuid>, visitors: Vec<i64>) = include_str!("../sql/add_views.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: ProductViewChanges) -> Result<(), ApplyError> {
    if changes.0.is_empty() {
        return Ok(());
    }
    let (products, visitors): (Vec<Uuid>, Vec<i64>) = changes.0.into_iter().unzip();
    sql::add_views(products, visitors).execute(tx).await?;
    Ok(())
}
