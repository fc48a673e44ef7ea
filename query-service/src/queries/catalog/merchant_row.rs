//! A merchant as the view has it, and as the answers show it.

use chrono::{DateTime, Utc};
use places::distance_miles;
use postgres_kit::FromRow;
use shared_events::shop::BusinessProfile;
use sqlx::types::Json;
use uuid::Uuid;

use super::Point;
use crate::model::{DELETED_USER, Merchant, PublicAddress, Rating};

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
    pub(super) merchant_opened_at: DateTime<Utc>,
}

impl MerchantRow {
    /// Miles from this place, to a tenth; `None` when the merchant's place is unknown.
    pub(super) fn distance_from(&self, place: Point) -> Option<f64> {
        let (latitude, longitude) = self.latitude.zip(self.longitude)?;
        Some(tenths(distance_miles(place.latitude, place.longitude, latitude, longitude)))
    }

    /// The merchant as shown to a shopper at this place.
    pub(super) fn seen_from(self, place: Option<Point>) -> Merchant {
        let distance = place.and_then(|place| self.distance_from(place));
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

/// Rounds a distance for people: miles to a tenth.
fn tenths(miles: f64) -> f64 {
    (miles * 10.0).round() / 10.0
}
