//! Adds ratings to the tables `products` and `merchants`.

use std::collections::HashMap;

use postgres_kit::{Query, statements};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::{catalog::fold::ratings::RatingChanges, columns::column},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn rate_products(ids: Vec<Uuid>, stars: Vec<i64>, reviews: Vec<i64>) =
        include_str!("../sql/rate_products.sql");
    fn rate_merchants(ids: Vec<Uuid>, stars: Vec<i64>, reviews: Vec<i64>) =
        include_str!("../sql/rate_merchants.sql");
}

pub(super) async fn write(tx: &mut PgConnection, changes: RatingChanges) -> Result<(), ApplyError> {
    update(tx, changes.products, sql::rate_products).await?;
    update(tx, changes.merchants, sql::rate_merchants).await
}

async fn update(
    tx: &mut PgConnection,
    ratings: HashMap<Uuid, (i64, i64)>,
    statement: fn(Vec<Uuid>, Vec<i64>, Vec<i64>) -> Query,
) -> Result<(), ApplyError> {
    if ratings.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = ratings.into_iter().collect();
    statement(
        column(&rows, |(id, _)| *id),
        column(&rows, |(_, (stars, _))| *stars),
        column(&rows, |(_, (_, reviews))| *reviews),
    )
    .execute(tx)
    .await?;
    Ok(())
}
