//! The shopper's place, and merchants with their distances from it.

use std::sync::Arc;

use postgres_kit::FromRow;
use uuid::Uuid;

use crate::model::Merchant;

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
pub(super) struct Nearby {
    /// The merchant's account id.
    pub(super) merchant_id: Uuid,
    /// The number of public products.
    pub(super) product_count: i64,
    /// The great-circle distance in miles.
    pub(super) miles: f64,
}

/// The merchants near a place.
#[derive(Clone, Debug)]
pub struct Around {
    /// The merchants whose products are shown, with their distances in miles, nearest first.
    pub merchants: Arc<[(Uuid, f64)]>,
    /// The nearest merchants, as shown to the public.
    pub shown: Vec<Merchant>,
    /// Whether a merchant within the radius has something to sell. Otherwise the nearest ones that have are shown.
    pub is_within_radius: bool,
}
