//! `GET /locations/near`: the ZIP code nearest to a device's position.

use places::Places;
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    extract::{Json, Query},
    problem::ProblemBody,
};
use utoipa::IntoParams;

use super::place::Place;

/// A position in degrees. Both coordinates are required.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct Position {
    /// The latitude in degrees.
    #[param(value_type = Option<f64>)]
    lat: Option<String>,
    /// Another name of `lat`.
    #[param(value_type = Option<f64>)]
    latitude: Option<String>,
    /// The longitude in degrees.
    #[param(value_type = Option<f64>)]
    lon: Option<String>,
    /// Another name of `lon`.
    #[param(value_type = Option<f64>)]
    longitude: Option<String>,
}

/// Find the ZIP code nearest to a position
#[utoipa::path(
    get,
    path = "/locations/near",
    tag = "locations",
    params(Position),
    responses(
        (status = 200, body = Place),
        (status = 400, body = ProblemBody, description = "Not a position on earth"),
    ),
)]
pub(crate) async fn near(Query(position): Query<Position>) -> Result<Json<Place>, Problem> {
    let degrees = |text: Option<String>, most: f64| {
        text?.trim().parse::<f64>().ok().filter(|degrees| degrees.abs() <= most)
    };
    let latitude = degrees(position.lat.or(position.latitude), 90.0);
    let longitude = degrees(position.lon.or(position.longitude), 180.0);
    let (Some(latitude), Some(longitude)) = (latitude, longitude) else {
        return Err(Problem::new(Code::Malformed, "Please give a latitude and a longitude in degrees"));
    };
    Ok(Json(Place::from(Places::builtin().nearest(latitude, longitude))))
}

#[cfg(test)]
mod tests {
    use crate::testing::Market;

    #[tokio::test]
    async fn a_position_has_a_nearest_zip_code() {
        let market = Market::open().await;
        for query in ["lat=44.48&lon=-73.22", "latitude=44.48&longitude=-73.22"] {
            let place = market.get(&format!("/locations/near?{query}")).await.ok();
            assert_eq!((&place["city"], &place["state"]), (&"Burlington".into(), &"VT".into()));
        }
    }

    #[tokio::test]
    async fn an_invalid_position_is_malformed() {
        let market = Market::open().await;
        for query in
            ["", "lat=1", "lat=x&lon=1", "lat=91&lon=0", "lat=0&lon=181", "lat=NaN&lon=inf", "lat=&lon="]
        {
            assert_eq!(market.get(&format!("/locations/near?{query}")).await.refusal().0, 400, "{query}");
        }
    }
}
