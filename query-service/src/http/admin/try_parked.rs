//! `GET /admin/parked/dry-run`: what a retry of a parked item would do.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Query},
    problem::ProblemBody,
};
use utoipa::IntoParams;

use crate::{App, operations::DryRun};

/// The parked item to try.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct DryRunQuery {
    /// The name of the view or process manager that has parked it.
    #[param(required)]
    owner: String,
    /// The stream, such as `order-0199c0de-0000-7000-8000-000000000000`.
    #[param(required)]
    stream: String,
}

/// Try a parked item without changing anything
///
/// A view applies the parked event and the waiting ones to its tables, in a transaction that is rolled back. The view
/// stands still meanwhile. A process manager reads again an event that it could not read. A failed step is not tried,
/// because it would act on other systems, such as the payment provider.
#[utoipa::path(
    get,
    path = "/admin/parked/dry-run",
    tag = "admin",
    params(DryRunQuery),
    responses(
        (status = 200, body = DryRun),
        (status = 404, body = ProblemBody, description = "No such item is parked"),
        (status = 503, body = ProblemBody, description = "The database or the log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn try_parked(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<DryRunQuery>,
) -> Result<Json<DryRun>, Problem> {
    let not_parked = || Problem::new(Code::NotFound, "This is not parked");
    let stream = query.stream.parse().map_err(|_| not_parked())?;
    let tried = app.operations.try_parked(&query.owner, &stream).await;
    tried.map_err(|failure| Problem::unavailable(&failure))?.map(Json).ok_or_else(not_parked)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_dry_run_reports_the_outcome_of_a_retry() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let stream = "product-00000000-0000-0000-0000-000000000001";
        let path = format!("/admin/parked/dry-run?owner=catalog&stream={stream}");
        let answer = market.get_as(&root, &path).await.ok();
        assert_eq!(
            (&answer["outcome"], &answer["applied"], &answer["waiting"]),
            (&json!("parked"), &json!(1), &json!(6))
        );
        for query in ["", "?owner=catalog", "?owner=orders&stream=product-1", "?owner=orders&stream=x"] {
            let answer = market.get_as(&root, &format!("/admin/parked/dry-run{query}")).await;
            assert_eq!(answer.refusal(), (404, "This is not parked"), "{query}");
        }
    }
}
