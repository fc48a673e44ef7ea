//! `GET /locations/zip/{zip}`: the place of a ZIP code.

use places::{PlaceError, Places};
use service_kit::{
    Code, Problem,
    extract::{Json, Path},
    problem::ProblemBody,
};

use super::place::Place;

/// Find the place of a ZIP code
#[utoipa::path(
    get,
    path = "/locations/zip/{zip}",
    tag = "locations",
    params(("zip" = String, Path, description = "Five digits, or five and four; other characters are ignored", example = "90210")),
    responses(
        (status = 200, body = Place),
        (status = 400, body = ProblemBody, description = "Not a ZIP code"),
        (status = 404, body = ProblemBody, description = "The ZIP code does not exist"),
    ),
)]
pub(crate) async fn zip(Path(zip): Path<String>) -> Result<Json<Place>, Problem> {
    // Everything but the digits is ignored, as in the sign-up form.
    let mut digits: String = zip.chars().filter(char::is_ascii_digit).collect();
    if digits.len() == 9 {
        digits.truncate(5);
    }
    let found = Places::builtin().lookup(&digits);
    found.map(|place| Json(Place::from(place))).map_err(refused)
}

fn refused(error: PlaceError) -> Problem {
    let code = match error {
        PlaceError::Malformed => Code::Malformed,
        PlaceError::Unknown => Code::NotFound,
    };
    Problem::new(code, error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_zip_code_is_found_unknown_or_malformed() {
        let market = Market::open().await;
        let place = json!({
            "zipCode": "90210", "city": "Beverly Hills", "state": "CA", "stateName": "California",
            "latitude": 34.0901, "longitude": -118.4065,
        });
        assert_eq!(market.get("/locations/zip/90210").await.ok(), place);
        for zip in ["90210-1234", "902%2010", "%0990210", "ZIP%2090210"] {
            assert_eq!(market.get(&format!("/locations/zip/{zip}")).await.ok(), place, "{zip}");
        }
        assert_eq!(market.get("/locations/zip/00000").await.refusal(), (404, "Zip code not found"));
        for zip in ["9021", "902101", "abcde", "%00", "%F0%9F%8D%85"] {
            let answer = market.get(&format!("/locations/zip/{zip}")).await;
            assert_eq!(answer.refusal(), (400, "Invalid zip code format"), "{zip}");
        }
    }
}
