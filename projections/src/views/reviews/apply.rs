use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ReviewEvent},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{columns::column, erasing::erase, reading::read};
use crate::engine::{ApplyError, Folded};

/// A review that was written in this batch.
struct Written {
    review_id: Uuid,
    product_id: Uuid,
    merchant_id: Uuid,
    customer_id: Uuid,
    rating: u8,
    comment: Option<String>,
    at: DateTime<Utc>,
}

/// A review, the merchant's reply, and its time.
type Reply = (Uuid, Option<String>, DateTime<Utc>);

/// A batch's changes to one review.
#[derive(Default)]
struct Change {
    /// The review from before the batch was withdrawn.
    withdrawn: bool,
    written: Option<Written>,
    reply: Option<Reply>,
}

/// A folded batch.
#[derive(Default)]
struct Changes {
    reviews: BTreeMap<Uuid, Change>,
    erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            ReviewEvent::CATEGORY => changes.review(recorded.recorded_at, read(recorded)?),
            AccountEvent::CATEGORY => {
                if let AccountEvent::AccountErased { account_id } = read(recorded)? {
                    changes.erased.push(account_id.uuid());
                }
            }
            _ => {}
        }
    }
    Ok(Box::new(changes))
}

impl Changes {
    fn review(&mut self, at: DateTime<Utc>, event: ReviewEvent) {
        match event {
            ReviewEvent::PurchaseDelivered { .. } | ReviewEvent::PurchaseReturned { .. } => {}
            ReviewEvent::ProductReviewed {
                review_id,
                customer_id,
                product_id,
                merchant_id,
                rating,
                comment,
            } => {
                let written = Written {
                    review_id: review_id.uuid(),
                    product_id: product_id.uuid(),
                    merchant_id: merchant_id.uuid(),
                    customer_id: customer_id.uuid(),
                    rating,
                    comment: comment.into_inner(),
                    at,
                };
                self.reviews.entry(review_id.uuid()).or_default().written = Some(written);
            }
            ReviewEvent::ReviewWithdrawn { review_id, .. } => {
                let gone = Change { withdrawn: true, written: None, reply: None };
                self.reviews.insert(review_id.uuid(), gone);
            }
            ReviewEvent::ReviewAnswered { review_id, merchant_id: _, text } => {
                let reply = (review_id.uuid(), text.into_inner(), at);
                self.reviews.entry(review_id.uuid()).or_default().reply = Some(reply);
            }
        }
    }
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
        erase(tx, &self.erased, include_str!("erase_comments.sql")).await?;
        erase(tx, &self.erased, include_str!("erase_replies.sql")).await
    }
}

async fn delete(tx: &mut PgConnection, reviews: &[Uuid]) -> Result<(), ApplyError> {
    if !reviews.is_empty() {
        let delete = "DELETE FROM reviews WHERE review_id = ANY($1)";
        sqlx::query(delete).bind(reviews).execute(tx).await?;
    }
    Ok(())
}

async fn insert(tx: &mut PgConnection, rows: &[Written]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_reviews.sql"))
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
    sqlx::query(include_str!("update_replies.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, reply, _)| reply.as_deref()))
        .bind(column(rows, |(.., at)| *at))
        .execute(tx)
        .await?;
    Ok(())
}
