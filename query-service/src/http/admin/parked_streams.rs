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

/// The parked streams of a view.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ParkedStreams {
    /// The streams, in order of position.
    parked: Vec<ParkedStream>,
}

/// List the parked streams of a view
///
/// Each stream contains an event that the view cannot apply. `greenstall parked` retries the stream, or skips the
/// event.
#[utoipa::path(
    get,
    path = "/admin/views/{name}/parked",
    tag = "admin",
    params(("name" = String, Path, description = "The view's name")),
    responses(
        (status = 200, body = ParkedStreams),
        (status = 404, body = ProblemBody, description = "The view does not exist"),
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
