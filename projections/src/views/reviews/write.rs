//! Writes a folded batch.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::statements;
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{Changes, Reply, Written};
use crate::{
    engine::{ApplyError, Folded},
    views::{columns::column, erase::erase},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn delete_reviews(ids: &[Uuid]) = include_str!("sql/delete_reviews.sql");
    fn insert_reviews(
        ids: Vec<Uuid>, products: Vec<Uuid>, merchants: Vec<Uuid>, customers: Vec<Uuid>,
        ratings: Vec<i64>, comments: Vec<Option<&str>>, at: Vec<DateTime<Utc>>,
    ) = include_str!("sql/insert_reviews.sql");
    fn update_replies(ids: Vec<Uuid>, replies: Vec<Option<&str>>, at: Vec<DateTime<Utc>>) =
        include_str!("sql/update_replies.sql");
    fn erase_comments(people: &[Uuid]) = include_str!("sql/erase_comments.sql");
    fn erase_replies(people: &[Uuid]) = include_str!("sql/erase_replies.sql");
}

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
        erase(tx, &self.erased, sql::erase_comments).await?;
        erase(tx, &self.erased, sql::erase_replies).await
    }
}

async fn delete(tx: &mut PgConnection, reviews: &[Uuid]) -> Result<(), ApplyError> {
    if !reviews.is_empty() {
        sql::delete_reviews(reviews).execute(tx).await?;
    }
    Ok(())
}

async fn insert(tx: &mut PgConnection, rows: &[Written]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_reviews(
        column(rows, |review| review.review_id),
        column(rows, |review| review.product_id),
        column(rows, |review| review.merchant_id),
        column(rows, |review| review.customer_id),
        column(rows, |review| i64::from(review.rating)),
        column(rows, |review| review.comment.as_deref()),
        column(rows, |review| review.at),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[Reply]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sql::update_replies(
        column(rows, |(id, ..)| *id),
        column(rows, |(_, reply, _)| reply.as_deref()),
        column(rows, |(.., at)| *at),
    )
    .execute(tx)
    .await?;
    Ok(())
}
