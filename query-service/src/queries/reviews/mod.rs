//! Queries over the view `reviews`. The authors come from `accounts`.

mod of_merchant;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::ids::{AccountId, ProductId};
use uuid::Uuid;

use crate::model::{DELETED_USER, Page, Review, ReviewReply, Reviewer};
pub use of_merchant::{ReviewCounts, ReviewFilter, count_received, received};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn of_product(product: Uuid, limit: i64, offset: i64) -> row ReviewRow = concat!(
        include_str!("select_reviews.sql"),
        "WHERE r.product_id = $1 ORDER BY r.reviewed_at DESC, r.review_id LIMIT $2 OFFSET $3"
    );
    fn by_customer(customer: Uuid) -> row ReviewRow = concat!(
        include_str!("select_reviews.sql"),
        "WHERE r.customer_id = $1 ORDER BY r.reviewed_at DESC, r.review_id"
    );
    fn replies_of(merchant: Uuid) -> row ReplyRow = include_str!("replies_of.sql");
}

/// The view's name.
pub const VIEW: &str = "reviews";

#[derive(Debug, FromRow)]
struct ReviewRow {
    review_id: Uuid,
    product_id: Uuid,
    customer_id: Uuid,
    rating: i64,
    comment: Option<String>,
    reviewed_at: DateTime<Utc>,
    reply: Option<String>,
    replied_at: Option<DateTime<Utc>>,
    customer_name: Option<String>,
}

impl From<ReviewRow> for Review {
    fn from(row: ReviewRow) -> Self {
        let text = row.reply.unwrap_or_default();
        Self {
            underscore_id: row.review_id,
            id: row.review_id,
            product_id: row.product_id,
            customer: Reviewer {
                underscore_id: row.customer_id,
                id: row.customer_id,
                name: row.customer_name.unwrap_or_else(|| DELETED_USER.to_owned()),
            },
            rating: row.rating,
            comment: row.comment.unwrap_or_default(),
            created_at: row.reviewed_at,
            reply: row.replied_at.map(|created_at| ReviewReply { text, created_at }),
            product: None,
        }
    }
}

/// The reviews of a product, newest first.
pub async fn of_product(pool: &Pool, product: ProductId, page: Page) -> Result<Vec<Review>, sqlx::Error> {
    let rows: Vec<ReviewRow> =
        sql::of_product(product.uuid(), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Review::from).collect())
}

/// All reviews by a customer, newest first.
pub async fn by_customer(pool: &Pool, customer: AccountId) -> Result<Vec<Review>, sqlx::Error> {
    let rows: Vec<ReviewRow> = sql::by_customer(customer.uuid()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Review::from).collect())
}

/// A merchant's reply to a review.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ReplyRow {
    pub review_id: Uuid,
    pub product_id: Uuid,
    /// The text; `None` after the erasure of the merchant.
    pub reply: Option<String>,
    /// When it was written.
    pub replied_at: DateTime<Utc>,
}

/// A merchant's replies to reviews, newest first.
pub async fn replies_of(pool: &Pool, merchant: AccountId) -> Result<Vec<ReplyRow>, sqlx::Error> {
    sql::replies_of(merchant.uuid()).fetch_all(pool).await
}
