//! `GET /locations/zip/{zip}`: where a ZIP code is.

use service_kit::{
    Code, Problem,
    extract::{Json, Path},
    places::{PlaceError, Places},
    problem::ProblemBody,
};

use super::Place;

/// Where a ZIP code is
#[utoipa::path(
    get,
    path = "/locations/zip/{zip}",
    tag = "locations",
    params(("zip" = String, Path, description = "Five digits, or five and four", example = "90210")),
    responses(
        (status = 200, body = Place),
        (status = 400, body = ProblemBody, description = "Not a ZIP code"),
        (status = 404, body = ProblemBody, description = "Nobody has this ZIP code"),
    ),
)]
pub(crate) async fn zip(Path(zip): Path<String>) -> Result<Json<Place>, Problem> {
    let found = Places::builtin().lookup(&zip);
    found.map(|place| Json(Place::from(place))).map_err(refused)
}

fn refused(error: PlaceError) -> Problem {
    let code = match error {
        PlaceError::Malformed => Code::Malformed,
        PlaceError::Unknown => Code::NotFound,
    };
    Problem::new(code, error.to_string())
}
