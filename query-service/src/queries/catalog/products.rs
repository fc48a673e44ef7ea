//! Queries of products of the catalog, and of one merchant's products.

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use serde::Serialize;
use service_kit::Problem;
use shared_events::ids::{AccountId, ProductId};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Catalog, Point, ShownProduct, product_row::ProductRow, rows::KnownProduct};
use crate::{
    model::{ApprovalStatus, ApprovalStep, Page, Product},
    queries::{Word, failed},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn visible_by_ids(ids: &[Uuid]) -> row ProductRow = concat!(
        include_str!("select_products.sql"),
        "WHERE p.product_id = ANY($1) AND p.visible ORDER BY array_position($1, p.product_id)"
    );
    fn favourites(account: Uuid) -> value Uuid = include_str!("../accounts/favourites.sql");
    fn decisions(products: &[Uuid]) -> row DecisionRow = include_str!("decisions.sql");
    fn own_products(merchant: Uuid, limit: i64, offset: i64) -> row ProductRow = concat!(
        include_str!("select_products.sql"),
        "WHERE p.merchant_id = $1 ORDER BY p.listed_at DESC, p.product_id LIMIT $2 OFFSET $3"
    );
    fn all_by_ids(ids: &[Uuid]) -> row ProductRow = concat!(
        include_str!("select_products.sql"),
        "WHERE p.product_id = ANY($1) ORDER BY array_position($1, p.product_id)"
    );
    fn product_stats(merchant: Uuid) -> row ProductStats = include_str!("product_stats.sql");
}

/// These products as shown to the public at this place, in the order of the ids. Products that were deleted meanwhile
/// are left out.
///
/// # Errors
/// When the database fails.
pub(super) async fn by_ids(
    pool: &Pool,
    ids: &[Uuid],
    place: Option<Point>,
) -> Result<Vec<Product>, sqlx::Error> {
    let rows: Vec<ProductRow> = sql::visible_by_ids(ids).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|row| row.seen_from(place)).collect())
}

/// A person's favourites that are on sale, the latest addition first.
pub async fn favourites(pool: &Pool, id: AccountId) -> Result<Vec<Product>, sqlx::Error> {
    let ids: Vec<Uuid> = sql::favourites(id.uuid()).fetch_all(pool).await?;
    by_ids(pool, &ids, None).await
}

#[derive(Debug, FromRow)]
struct DecisionRow {
    product_id: Uuid,
    status: Word<ApprovalStatus>,
    reason: Option<String>,
    notes: Option<String>,
    reviewed_at: DateTime<Utc>,
}

/// The approval decisions about each of these products, oldest first.
async fn decisions(pool: &Pool, ids: &[Uuid]) -> Result<HashMap<Uuid, Vec<ApprovalStep>>, sqlx::Error> {
    let rows: Vec<DecisionRow> = sql::decisions(ids).fetch_all(pool).await?;
    let mut steps: HashMap<Uuid, Vec<ApprovalStep>> = HashMap::new();
    for DecisionRow { product_id, status: Word(status), reason, notes, reviewed_at } in rows {
        steps.entry(product_id).or_default().push(ApprovalStep { status, reviewed_at, reason, notes });
    }
    Ok(steps)
}

impl Catalog {
    /// A product as shown to the public or, when `owns` says that the caller owns it, as shown to its owner and
    /// admins. `None` when the caller may not see the product.
    pub async fn product(
        &self,
        id: ProductId,
        owns: impl FnOnce(AccountId) -> bool,
    ) -> Result<Option<ShownProduct>, Problem> {
        let Some(known) = self.known(id.uuid()).await? else { return Ok(None) };
        if owns(AccountId::new(known.row.merchant_id())) {
            let mut steps = decisions(&self.pool, &[id.uuid()]).await.map_err(failed)?;
            let history = steps.remove(&id.uuid()).unwrap_or_default();
            return Ok(Some(known.row.clone().seen_by_owner(history).into()));
        }
        Ok(known.row.visible.then(|| ShownProduct::seen_from(known, None)))
    }

    async fn known(&self, id: Uuid) -> Result<Option<Arc<KnownProduct>>, Problem> {
        let (known, since) = self.rows.known(&[id]).unzip();
        if let Some(known) = known.and_then(|mut known| known.remove(&id)) {
            return Ok(Some(known));
        }
        let Some(row) = self.products.load(id).await? else { return Ok(None) };
        let known = Arc::new(KnownProduct::new(row));
        if let Some(since) = since {
            self.rows.keep(&known, since);
        }
        Ok(Some(known))
    }
}

/// All products of a merchant, newest first, with their approval history.
pub async fn own_products(pool: &Pool, merchant: AccountId, page: Page) -> Result<Vec<Product>, sqlx::Error> {
    let rows: Vec<ProductRow> =
        sql::own_products(merchant.uuid(), page.limit_i64(), page.offset_i64()).fetch_all(pool).await?;
    with_history(pool, rows).await
}

/// These products as shown to admins, in the order of the ids. Products that were deleted meanwhile are left out.
pub async fn seen_by_admins(pool: &Pool, ids: &[Uuid]) -> Result<Vec<Product>, sqlx::Error> {
    let rows: Vec<ProductRow> = sql::all_by_ids(ids).fetch_all(pool).await?;
    with_history(pool, rows).await
}

/// The products as shown to owners and admins, with their approval history.
pub(super) async fn with_history(pool: &Pool, rows: Vec<ProductRow>) -> Result<Vec<Product>, sqlx::Error> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.product_id).collect();
    let mut steps = decisions(pool, &ids).await?;
    let shown = |row: ProductRow| {
        let history = steps.remove(&row.product_id).unwrap_or_default();
        row.seen_by_owner(history)
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Figures over a merchant's products.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ProductStats {
    /// The number of products.
    total_products: i64,
    /// The number of active products.
    active_products: i64,
    /// The number of views of all products.
    total_views: i64,
    /// The average rating, to two decimal places; null without reviews.
    #[schema(required)]
    average_rating: Option<f64>,
}

/// Figures over a merchant's products.
pub async fn product_stats(pool: &Pool, merchant: AccountId) -> Result<ProductStats, sqlx::Error> {
    sql::product_stats(merchant.uuid()).fetch_one(pool).await
}
