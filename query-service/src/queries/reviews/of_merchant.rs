//! Searches among the reviews of a merchant's products: a page of them, and how many wait for a reply.

use postgres_kit::{FromRow, Pool, statements};
use serde::Serialize;
use shared_events::ids::AccountId;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ReviewRow;
use crate::model::{Page, Review, ReviewedProduct};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn counts(merchant: Uuid, text: Option<&str>, critical: i64) -> row ReviewCounts = concat!(
        include_str!("matching_of_merchant.sql"),
        "SELECT count(*) AS all, count(*) FILTER (WHERE unanswered) AS unanswered,
                count(*) FILTER (WHERE critical) AS critical
         FROM matching"
    );
    fn page(
        merchant: Uuid, text: Option<&str>, critical: i64, only_unanswered: bool, only_critical: bool, limit: i64,
        offset: i64,
    ) -> row ReceivedRow = concat!(
        include_str!("matching_of_merchant.sql"),
        "SELECT review_id, product_id, customer_id, rating, comment, reviewed_at, reply, replied_at, customer_name,
                product_name, product_image
         FROM matching WHERE (unanswered OR NOT $4) AND (critical OR NOT $5)
         ORDER BY reviewed_at DESC, review_id LIMIT $6 OFFSET $7"
    );
}

/// Reviews with at most this many stars are critical.
const MAX_CRITICAL_STARS: i64 = 3;

/// A restriction of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewFilter {
    /// Reviews without a reply.
    Unanswered,
    /// Reviews with three stars or fewer.
    Critical,
}

impl ReviewFilter {
    /// The restriction with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "unanswered" => Some(Self::Unanswered),
            "critical" => Some(Self::Critical),
            _ => None,
        }
    }
}

/// How many reviews match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, FromRow)]
pub struct ReviewCounts {
    /// With or without a reply.
    all: i64,
    /// Without a reply.
    unanswered: i64,
    /// With three stars or fewer.
    critical: i64,
}

impl ReviewCounts {
    /// The number of reviews that the filter leaves.
    pub const fn of(self, filter: Option<ReviewFilter>) -> u64 {
        match filter {
            None => self.all,
            Some(ReviewFilter::Unanswered) => self.unanswered,
            Some(ReviewFilter::Critical) => self.critical,
        }
        .unsigned_abs()
    }
}

#[derive(Debug, FromRow)]
struct ReceivedRow {
    #[row(flatten)]
    review: ReviewRow,
    product_name: Option<String>,
    product_image: Option<String>,
}

impl From<ReceivedRow> for Review {
    fn from(row: ReceivedRow) -> Self {
        let id = row.review.product_id;
        let (name, image) = (row.product_name.unwrap_or_default(), row.product_image);
        let product = ReviewedProduct { underscore_id: id, id, name, image };
        Self { product: Some(product), ..Self::from(row.review) }
    }
}

/// Counts the matching reviews of a merchant's products.
pub async fn count_received(
    pool: &Pool,
    merchant: AccountId,
    text: Option<&str>,
) -> Result<ReviewCounts, sqlx::Error> {
    sql::counts(merchant.uuid(), text, MAX_CRITICAL_STARS).fetch_one(pool).await
}

/// A page of the matching reviews, newest first.
pub async fn received(
    pool: &Pool,
    merchant: AccountId,
    text: Option<&str>,
    filter: Option<ReviewFilter>,
    page: Page,
) -> Result<Vec<Review>, sqlx::Error> {
    let only = |one| filter == Some(one);
    let (unanswered, critical) = (only(ReviewFilter::Unanswered), only(ReviewFilter::Critical));
    let (limit, offset) = (page.limit_i64(), page.offset_i64());
    let rows: Vec<ReceivedRow> =
        sql::page(merchant.uuid(), text, MAX_CRITICAL_STARS, unanswered, critical, limit, offset)
            .fetch_all(pool)
            .await?;
    Ok(rows.into_iter().map(Review::from).collect())
}
