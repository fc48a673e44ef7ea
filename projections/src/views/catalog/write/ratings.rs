//! Adds ratings to the tables `products` and `merchants`.

use std::collections::HashMap;

use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{catalog::fold::ratings::RatingChanges, columns::column},
};

pub(super) async fn write(tx: &mut PgConnection, changes: RatingChanges) -> Result<(), ApplyError> {
    update(tx, changes.products, include_str!("../sql/rate_products.sql")).await?;
    update(tx, changes.merchants, include_str!("../sql/rate_merchants.sql")).await
}

async fn update(
    tx: &mut PgConnection,
    ratings: HashMap<Uuid, (i64, i64)>,
    statement: &'static str,
) -> Result<(), ApplyError> {
    if ratings.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = ratings.into_iter().collect();
    sqlx::query(statement)
        .bind(column(&rows, |(id, _)| *id))
        .bind(column(&rows, |(_, (stars, _))| *stars))
        .bind(column(&rows, |(_, (_, reviews))| *reviews))
        .execute(tx)
        .await?;
    Ok(())
}
