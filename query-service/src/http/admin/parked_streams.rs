//! `GET /admin/views/{name}/parked`: the parked streams of a view.

use axum::extract::State;
use serde::Serialize;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};
use utoipa::ToSchema;

use crate::{App, operations::ParkedStream};

/// What a view leaves out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ParkedStreams {
    /// In the order of the log.
    parked: Vec<ParkedStream>,
}

/// What a view leaves out
///
/// The streams with an event that the view cannot apply. `greenstall parked` tries them again, or skips the event.
#[utoipa::path(
    get,
    path = "/admin/views/{name}/parked",
    tag = "admin",
    params(("name" = String, Path, description = "The view")),
    responses(
        (status = 200, body = ParkedStreams),
        (status = 404, body = ProblemBody, description = "There is no such view"),
        (status = 503, body = ProblemBody, description = "The database cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn parked_streams(
    State(app): State<App>,
    Admin(_admin): Admin,
    Path(name): Path<String>,
) -> Result<Json<ParkedStreams>, Problem> {
    let found = app.operations.parked(&name).await.map_err(|failure| Problem::unavailable(&failure))?;
    let parked = found.ok_or_else(|| Problem::new(Code::NotFound, "View not found"))?;
    Ok(Json(ParkedStreams { parked }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn each_parked_stream_reports_its_error() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let parked = market.get_as(&root, "/admin/views/catalog/parked").await.ok();
        assert_eq!(parked["parked"][0]["event"], "ProductListed");
        assert_eq!(parked["parked"][0]["attempts"], 2);
        assert_eq!(market.get_as(&root, "/admin/views/orders/parked").await.ok(), json!({ "parked": [] }));
        for name in ["katalog", "%00", "CATALOG", "..%2fcatalog"] {
            let path = format!("/admin/views/{name}/parked");
            assert_eq!(market.get_as(&root, &path).await.refusal(), (404, "View not found"), "{name}");
        }
    }
}
