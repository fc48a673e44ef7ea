//! `GET /admin/views`: the state of the views.

use axum::extract::State;
use serde::Serialize;
use service_kit::{Problem, caller::Admin, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use crate::{App, operations::ViewReport};

/// All views with their state.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ViewList {
    /// The views, in the program's order.
    views: Vec<ViewReport>,
}

/// List the views
///
/// The position of each view, its distance to the end of the log, and its builds. The answer reports positions itself,
/// so it waits for no view except `sessions`.
#[utoipa::path(
    get,
    path = "/admin/views",
    tag = "admin",
    responses(
        (status = 200, body = ViewList),
        (status = 503, body = ProblemBody, description = "The database or the log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn list_views(
    State(app): State<App>,
    Admin(_admin): Admin,
) -> Result<Json<ViewList>, Problem> {
    let views = app.operations.views().await.map_err(|failure| Problem::unavailable(&failure))?;
    Ok(Json(ViewList { views }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn every_view_reports_its_position() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let views = market.get_as(&root, "/admin/views").await.ok();
        let catalog = &views["views"][0];
        assert_eq!((&catalog["name"], &catalog["state"]), (&json!("catalog"), &json!("serving")));
        assert_eq!((&catalog["lag"], &catalog["lagSeconds"]), (&json!(3), &json!(0.25)));
        assert!(catalog.get("rebuild").is_none(), "{catalog}");
        let builds = &catalog["generations"];
        assert_eq!((&builds[0]["state"], &builds[1]["state"]), (&json!("previous"), &json!("serving")));
        assert_eq!((&builds[1]["number"], &builds[1]["rows"]), (&json!(4), &json!(12)));
        assert_eq!(views["views"][1]["rebuild"]["askedBy"], "a7");
    }

    #[tokio::test]
    async fn only_admins_may_list_views() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for path in [
            "/admin/views",
            "/admin/views/catalog/parked",
            "/admin/parked",
            "/admin/managers",
            "/admin/events",
            "/admin/events/12",
            "/admin/streams/x",
            "/admin/operations",
        ] {
            assert_eq!(market.get(path).await.refusal().0, 401);
            assert_eq!(market.get_as(&farm, path).await.refusal().0, 403);
        }
    }
}
