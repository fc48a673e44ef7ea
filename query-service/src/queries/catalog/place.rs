//! Where a shopper is, and how far the merchants are.

use postgres_kit::FromRow;
use uuid::Uuid;

/// A place on earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// A merchant with the distance to a shopper.
#[derive(Clone, Copy, Debug, PartialEq, FromRow)]
pub struct Nearby {
    /// The account.
    pub merchant_id: Uuid,
    /// Public products.
    pub product_count: i64,
    /// Great-circle miles.
    pub miles: f64,
}
