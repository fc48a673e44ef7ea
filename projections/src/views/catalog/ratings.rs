//! A batch's ratings, added to the tables `products` and `merchants`.

use std::collections::HashMap;

use shared_events::events::ReviewEvent;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::columns::column;
use crate::engine::ApplyError;

/// A batch's sums of stars and numbers of reviews, by product and merchant.
#[derive(Default)]
pub(super) struct RatingChanges {
    products: HashMap<Uuid, (i64, i64)>,
    merchants: HashMap<Uuid, (i64, i64)>,
}

impl RatingChanges {
    pub(super) fn fold(&mut self, event: &ReviewEvent) {
        let counted = match event {
            ReviewEvent::ProductReviewed { product_id, merchant_id, rating, .. } => {
                Some((product_id, merchant_id, i64::from(*rating), 1))
            }
            ReviewEvent::ReviewWithdrawn { product_id, merchant_id, rating, .. } => {
                Some((product_id, merchant_id, -i64::from(*rating), -1))
            }
            _ => None,
        };
        if let Some((product_id, merchant_id, more_stars, more_reviews)) = counted {
            for (ratings, id) in
                [(&mut self.products, product_id.uuid()), (&mut self.merchants, merchant_id.uuid())]
            {
                let (stars, reviews) = ratings.entry(id).or_default();
                *stars += more_stars;
                *reviews += more_reviews;
            }
        }
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        update(tx, self.products, include_str!("sql/rate_products.sql")).await?;
        update(tx, self.merchants, include_str!("sql/rate_merchants.sql")).await
    }
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
