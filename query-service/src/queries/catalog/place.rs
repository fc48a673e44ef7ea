//! The shopper's place, and merchants with their distances from it.

use postgres_kit::FromRow;
use uuid::Uuid;

/// A place on earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The latitude in degrees.
    pub latitude: f64,
    /// The longitude in degrees.
    pub longitude: f64,
}

/// A merchant with its distance from the shopper.
#[derive(Clone, Copy, Debug, PartialEq, FromRow)]
pub struct Nearby {
    /// The merchant's account id.
    pub merchant_id: Uuid,
    /// The number of public products.
    pub product_count: i64,
    /// The great-circle distance in miles.
    pub miles: f64,
}
