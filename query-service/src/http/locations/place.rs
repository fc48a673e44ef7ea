//! A place in the answers of both operations.

use serde::Serialize;
use utoipa::ToSchema;

/// A ZIP code and its place.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Place {
    /// The ZIP code: five digits.
    zip_code: String,
    /// The city of the post office.
    city: String,
    /// The state, as two letters.
    state: String,
    /// The state's name.
    state_name: String,
    /// The latitude in degrees.
    latitude: f64,
    /// The longitude in degrees.
    longitude: f64,
}

impl From<places::Place> for Place {
    fn from(place: places::Place) -> Self {
        Self {
            zip_code: place.zip_code.to_owned(),
            city: place.city.to_owned(),
            state: place.state.to_owned(),
            state_name: place.state_name.to_owned(),
            latitude: place.latitude,
            longitude: place.longitude,
        }
    }
}
