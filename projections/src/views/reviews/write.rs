//! Writes a folded batch.

use async_trait::async_trait;
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{Changes, Reply, Written};
use crate::{
    engine::{ApplyError, Folded},
    views::{columns::column, erase::erase},
};

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let (mut withdrawn, mut written, mut replies) = (Vec::new(), Vec::new(), Vec::new());
        for (id, change) in self.reviews {
            withdrawn.extend(change.withdrawn.then_some(id));
            written.extend(change.written);
            replies.extend(change.reply);
        }
        delete(tx, &withdrawn).await?;
        insert(tx, &written).await?;
        update(tx, &replies).await?;
        erase(tx, &self.erased, include_str!("sql/erase_comments.sql")).await?;
        erase(tx, &self.erased, include_str!("sql/erase_replies.sql")).await
    }
}

async fn delete(tx: &mut PgConnection, reviews: &[Uuid]) -> Result<(), ApplyError> {
    if !reviews.is_empty() {
        sqlx::query(include_str!("sql/delete_reviews.sql")).bind(reviews).execute(tx).await?;
    }
    Ok(())
}

async fn insert(tx: &mut PgConnection, rows: &[Written]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/insert_reviews.sql"))
        .bind(column(rows, |review| review.review_id))
        .bind(column(rows, |review| review.product_id))
        .bind(column(rows, |review| review.merchant_id))
        .bind(column(rows, |review| review.customer_id))
        .bind(column(rows, |review| i64::from(review.rating)))
        .bind(column(rows, |review| review.comment.as_deref()))
        .bind(column(rows, |review| review.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[Reply]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/update_replies.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, reply, _)| reply.as_deref()))
        .bind(column(rows, |(.., at)| *at))
        .execute(tx)
        .await?;
    Ok(())
}
