//! `GET /admin/parked`: everything that is parked until an operator decides, grouped by error.

use axum::extract::State;
use service_kit::{Problem, caller::Admin, extract::Json, problem::ProblemBody};

use crate::{App, operations::ParkedGroups};

/// List everything that is parked
///
/// The events that views cannot apply, and the steps that process managers have given up, grouped by error. When
/// several builds of a view have parked a stream, the serving one is shown. `POST /admin/parked/retry` retries an
/// item, and `POST /admin/parked/skip` skips it.
#[utoipa::path(
    get,
    path = "/admin/parked",
    tag = "admin",
    responses(
        (status = 200, body = ParkedGroups),
        (status = 503, body = ProblemBody, description = "The database or the log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn parked(
    State(app): State<App>,
    Admin(_admin): Admin,
) -> Result<Json<ParkedGroups>, Problem> {
    app.operations.all_parked().await.map(Json).map_err(|failure| Problem::unavailable(&failure))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn items_parked_for_the_same_reason_form_one_group() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let parked = market.get_as(&root, "/admin/parked").await.ok();
        assert_eq!((&parked["total"], &parked["more"]), (&json!(1), &json!(false)));
        let group = &parked["groups"][0];
        assert_eq!((&group["error"], &group["owners"]), (&json!("a bug"), &json!(["catalog"])));
        let item = &group["items"][0];
        assert_eq!((&item["kind"], &item["event"]), (&json!("view"), &json!("ProductListed")));
        assert_eq!((&item["waiting"], &item["moreWait"]), (&json!(1_000), &json!(true)));
    }
}
