//! Queries for merchants of the catalog.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use postgres_kit::Pool;
use service_kit::{Problem, places::distance_miles};
use shared_events::{Position, ids::AccountId, shop::BusinessProfile};
use sqlx::{FromRow, types::Json};
use uuid::Uuid;

use super::{Catalog, Point, tenths};
use crate::{
    http::shapes::{DELETED_USER, Merchant, PublicAddress, Rating},
    queries::failed,
};

/// How many of the nearest merchants are shown when none is in range.
const FALLBACK: i64 = 10;

#[derive(Clone, Debug, FromRow)]
pub(super) struct MerchantRow {
    pub(super) merchant_id: Uuid,
    merchant_name: Option<String>,
    pub(super) business: Json<BusinessProfile>,
    city: String,
    state: String,
    zip_code: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
    product_count: i64,
    merchant_rating_average: f64,
    merchant_rating_count: i64,
    merchant_opened_at: DateTime<Utc>,
}

impl MerchantRow {
    /// The merchant with its distance from this place.
    pub(super) fn seen_from(self, place: Option<Point>) -> Merchant {
        let own = self.latitude.zip(self.longitude);
        let distance = place.zip(own).map(|(from, (latitude, longitude))| {
            tenths(distance_miles(from.latitude, from.longitude, latitude, longitude))
        });
        Merchant {
            underscore_id: self.merchant_id,
            id: self.merchant_id,
            name: self.merchant_name.unwrap_or_else(|| DELETED_USER.to_owned()),
            business_info: self.business.0.into(),
            address: PublicAddress { city: self.city, state: self.state, zip_code: self.zip_code, distance },
            product_count: self.product_count,
            rating: Rating::new(self.merchant_rating_average, self.merchant_rating_count),
        }
    }
}

/// A merchant with its distance from the shopper.
#[derive(Clone, Copy, Debug, PartialEq, FromRow)]
pub struct Nearby {
    /// The account's id.
    pub merchant_id: Uuid,
    /// The number of its public products.
    pub product_count: i64,
    /// Great-circle distance in miles.
    pub miles: f64,
}

impl Catalog {
    /// The public merchants within this many miles, nearest first; the result may be a moment old. A client that has
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
            let merchants: Vec<Nearby> = sqlx::query_as(include_str!("merchants_around.sql"))
                .bind(latitude)
                .bind(longitude)
                .bind(radius)
                .fetch_all(&pool)
                .await?;
            Ok(merchants.into())
        };
        self.around.get(format!("{latitude} {longitude} {radius}"), &self.waiter, least, find).await
    }

    /// The nearest public merchants that have something to sell, at any distance.
    pub async fn nearest(&self, place: Point) -> Result<Arc<[Nearby]>, sqlx::Error> {
        let merchants: Vec<Nearby> = sqlx::query_as(include_str!("merchants_nearest.sql"))
            .bind(place.latitude)
            .bind(place.longitude)
            .bind(FALLBACK)
            .fetch_all(&self.pool)
            .await?;
        Ok(merchants.into())
    }

    /// The public profile of a merchant.
    pub async fn profile(&self, id: AccountId) -> Result<Option<Profile>, Problem> {
        let row: Option<MerchantRow> = sqlx::query_as(concat!(
            include_str!("select_merchants.sql"),
            "WHERE m.merchant_id = $1 AND m.visible"
        ))
        .bind(id.uuid())
        .fetch_optional(&self.pool)
        .await
        .map_err(failed)?;
        Ok(row.map(|row| Profile { opened_at: row.merchant_opened_at, merchant: row.seen_from(None) }))
    }
}

/// These merchants with their distances from this place, in the order of the ids.
pub async fn by_ids(pool: &Pool, ids: &[Uuid], place: Point) -> Result<Vec<Merchant>, sqlx::Error> {
    let rows: Vec<MerchantRow> = sqlx::query_as(concat!(
        include_str!("select_merchants.sql"),
        "WHERE m.merchant_id = ANY($1) ORDER BY array_position($1, m.merchant_id)"
    ))
    .bind(ids)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| row.seen_from(Some(place))).collect())
}

/// A merchant's public profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The merchant.
    pub merchant: Merchant,
    /// When the merchant signed up.
    pub opened_at: DateTime<Utc>,
}
