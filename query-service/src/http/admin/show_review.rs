//! `GET /admin/views/{name}/review`: the differences between a held build and the serving generation.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};

use crate::{App, operations::BuildReview};

/// Show the differences of a held build
///
/// The differences between the serving generation and a complete build that was requested with `POST
/// /admin/views/{name}/review`: the number of differing rows of each table, and some of these rows with their fields
/// before and after. Texts that may be personal are masked. Differences are often the reason for the rebuild. `POST
/// /admin/views/{name}/swap` lets the build serve; `cancel` drops it.
#[utoipa::path(
    get,
    path = "/admin/views/{name}/review",
    tag = "admin",
    params(("name" = String, Path, description = "The view's name")),
    responses(
        (status = 200, body = BuildReview),
        (status = 404, body = ProblemBody, description = "No build of this view is held"),
        (status = 503, body = ProblemBody, description = "The database cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn show_review(
    State(app): State<App>,
    Admin(_admin): Admin,
    Path(name): Path<String>,
) -> Result<Json<BuildReview>, Problem> {
    let found = app.operations.review(&name).await.map_err(|failure| Problem::unavailable(&failure))?;
    let none = || Problem::new(Code::NotFound, "No build of this view waits for a decision");
    found.map(Json).ok_or_else(none)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_held_build_is_shown_with_its_differences() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let review = market.get_as(&root, "/admin/views/catalog/review").await.ok();
        let table = &review["tables"][0];
        assert_eq!((&table["changed"], &table["examples"][0]["kind"]), (&json!(1), &json!("changed")));
        let field = &table["examples"][0]["fields"][0];
        assert_eq!((&field["before"], &field["after"]), (&json!("350"), &json!("400")));
        for name in ["orders", "katalog", "%00"] {
            let path = format!("/admin/views/{name}/review");
            let expected = (404, "No build of this view waits for a decision");
            assert_eq!(market.get_as(&root, &path).await.refusal(), expected, "{name}");
        }
    }
}
