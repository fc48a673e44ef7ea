//! Queries of the catalog's merchants.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use postgres_kit::{Pool, statements};
use service_kit::Problem;
use shared_events::{Position, ids::AccountId};
use uuid::Uuid;

use super::{
    Catalog, Point,
    merchant_row::MerchantRow,
    place::{Around, Nearby},
};
use crate::{model::Merchant, queries::failed};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn around(latitude: f64, longitude: f64, radius: f64) -> row Nearby =
        include_str!("merchants_around.sql");
    fn nearest(latitude: f64, longitude: f64, limit: i64) -> row Nearby =
        include_str!("merchants_nearest.sql");
    fn profile(merchant: Uuid) -> row MerchantRow = concat!(
        include_str!("select_merchants.sql"),
        "WHERE m.merchant_id = $1 AND m.visible"
    );
    fn by_ids(ids: &[Uuid]) -> row MerchantRow = concat!(
        include_str!("select_merchants.sql"),
        "WHERE m.merchant_id = ANY($1) ORDER BY array_position($1, m.merchant_id)"
    );
}

/// The number of nearest merchants that are shown when none is within the radius.
const FALLBACK_COUNT: i64 = 10;

/// The largest number of merchants that are shown near a place.
const MAX_SHOWN: usize = 20;

impl Catalog {
    /// The public merchants within this many miles, or else the nearest ones that have something to sell. The result
    /// may be a moment old. A client that has seen the catalog at the position `least` gets them as of then or later.
    pub async fn around(
        &self,
        place: Point,
        radius: f64,
        least: Option<Position>,
    ) -> Result<Arc<Around>, sqlx::Error> {
        let pool = self.pool.clone();
        let find = async move { around(&pool, place, radius).await.map(Arc::new) };
        let key = format!("{} {} {radius}", place.latitude, place.longitude);
        self.around.get(key, &self.waiter, least, find).await
    }

    /// The public profile of a merchant.
    pub async fn profile(&self, id: AccountId) -> Result<Option<Profile>, Problem> {
        let row: Option<MerchantRow> =
            sql::profile(id.uuid()).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(row.map(|row| Profile { opened_at: row.merchant_opened_at, merchant: row.seen_from(None) }))
    }
}

async fn around(pool: &Pool, place: Point, radius: f64) -> Result<Around, sqlx::Error> {
    let Point { latitude, longitude } = place;
    let within: Vec<Nearby> = sql::around(latitude, longitude, radius).fetch_all(pool).await?;
    let is_within_radius = within.iter().any(|merchant| merchant.product_count > 0);
    let selling = match is_within_radius {
        true => within.clone(),
        false => sql::nearest(latitude, longitude, FALLBACK_COUNT).fetch_all(pool).await?,
    };
    let shown = if within.is_empty() { &selling } else { &within };
    let ids: Vec<Uuid> = shown.iter().take(MAX_SHOWN).map(|near| near.merchant_id).collect();
    let rows: Vec<MerchantRow> = sql::by_ids(&ids).fetch_all(pool).await?;
    Ok(Around {
        merchants: selling.iter().map(|near| (near.merchant_id, near.miles)).collect(),
        shown: rows.into_iter().map(|row| row.seen_from(Some(place))).collect(),
        is_within_radius,
    })
}

/// A merchant's public profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub merchant: Merchant,
    /// When the merchant signed up.
    pub opened_at: DateTime<Utc>,
}
