//! Products as the index needs them, read from the view.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use catalog_index::Document;
use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use sqlx::types::Json;
use uuid::Uuid;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn visible_after(id: Uuid, limit: i64) -> row DocumentRow = concat!(
        include_str!("select_documents.sql"),
        "WHERE p.visible AND p.product_id > $1 ORDER BY p.product_id LIMIT $2"
    );
    fn visible_by_ids(ids: &[Uuid]) -> row DocumentRow =
        concat!(include_str!("select_documents.sql"), "WHERE p.visible AND p.product_id = ANY($1)");
}

/// The number of products that one statement reads.
pub(super) const PAGE_SIZE: usize = 2_000;

#[derive(Hash, FromRow)]
struct DocumentRow {
    product_id: Uuid,
    name: String,
    description: String,
    category: String,
    subcategory: String,
    tags: Json<Vec<String>>,
    merchant_id: Uuid,
    price: i64,
    organic: bool,
    in_stock: bool,
    can_pickup: bool,
    can_deliver: bool,
    featured: bool,
    /// Days since 1970.
    harvested_on: Option<i64>,
    listed_at: DateTime<Utc>,
    views: i64,
    rating_count: i64,
    /// The average rating in hundredths of a star.
    rating: i64,
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        let mut content = DefaultHasher::new();
        row.hash(&mut content);
        Self {
            id: row.product_id,
            version: content.finish(),
            name: row.name,
            description: row.description,
            category: row.category,
            subcategory: row.subcategory,
            tags: row.tags.0,
            merchant: row.merchant_id,
            price: row.price,
            organic: row.organic,
            in_stock: row.in_stock,
            can_pickup: row.can_pickup,
            can_deliver: row.can_deliver,
            featured: row.featured,
            harvested_on: row.harvested_on.unwrap_or_default(),
            listed_at: row.listed_at.timestamp_micros(),
            views: row.views,
            // A review counts for more than a view.
            popularity: row.views + 10 * row.rating_count,
            #[expect(clippy::cast_precision_loss, reason = "an average has at most 500 hundredths")]
            rating: row.rating as f64 / 100.0,
        }
    }
}

/// The visible products whose ids follow this one, at most [`PAGE_SIZE`], in the order of the ids. The version of each
/// document is a hash of its content.
pub(super) async fn visible_after(pool: &Pool, id: Uuid) -> sqlx::Result<Vec<Document>> {
    let limit = i64::try_from(PAGE_SIZE).unwrap_or(i64::MAX);
    let rows = sql::visible_after(id, limit).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Document::from).collect())
}

/// The visible products among these.
pub(super) async fn visible(pool: &Pool, ids: &[Uuid]) -> sqlx::Result<Vec<Document>> {
    let rows = sql::visible_by_ids(ids).fetch_all(pool).await?;
    Ok(rows.into_iter().map(Document::from).collect())
}
