//! Queries of the catalog's merchants.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use postgres_kit::{Pool, statements};
use service_kit::Problem;
use shared_events::{Position, ids::AccountId};
use uuid::Uuid;

use super::{Catalog, Nearby, Point, merchant_row::MerchantRow};
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

impl Catalog {
    /// The public merchants within this many miles, nearest first. The result may be a moment old. A client that has
    /// seen the catalog at the position `least` gets them as of then or later.
    pub async fn around(
        &self,
        place: Point,
        radius: f64,
        least: Option<Position>,
    ) -> Result<Arc<[Nearby]>, sqlx::Error> {
        let Point { latitude, longitude } = place;
        let pool = self.pool.clone();
        let find = async move {
            let merchants: Vec<Nearby> = sql::around(latitude, longitude, radius).fetch_all(&pool).await?;
            Ok(merchants.into())
        };
        self.around.get(format!("{latitude} {longitude} {radius}"), &self.waiter, least, find).await
    }

    /// The nearest public merchants that have something to sell, at any distance.
    pub async fn nearest(&self, place: Point) -> Result<Arc<[Nearby]>, sqlx::Error> {
        let merchants: Vec<Nearby> =
            sql::nearest(place.latitude, place.longitude, FALLBACK_COUNT).fetch_all(&self.pool).await?;
        Ok(merchants.into())
    }

    /// The public profile of a merchant.
    pub async fn profile(&self, id: AccountId) -> Result<Option<Profile>, Problem> {
        let row: Option<MerchantRow> =
            sql::profile(id.uuid()).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(row.map(|row| Profile { opened_at: row.merchant_opened_at, merchant: row.seen_from(None) }))
    }
}

/// These merchants with their distances from this place, in the order of the ids.
pub async fn by_ids(pool: &Pool, ids: &[Uuid], place: Point) -> Result<Vec<Merchant>, sqlx::Error> {
    let rows: Vec<MerchantRow> = sql::by_ids(ids).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|row| row.seen_from(Some(place))).collect())
}

/// A merchant's public profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub merchant: Merchant,
    /// When the merchant signed up.
    pub opened_at: DateTime<Utc>,
}
