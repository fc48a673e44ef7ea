//! `GET /admin/operations`: the state of the whole shop, in a sentence and in figures.

use axum::extract::State;
use service_kit::{Problem, caller::Admin, extract::Json, problem::ProblemBody};

use crate::{App, operations::Overview};

/// Show the state of the shop
///
/// A sentence, the figures behind it, and the leases: which process writes what. `greenstall operations` prints the
/// same.
#[utoipa::path(
    get,
    path = "/admin/operations",
    tag = "admin",
    responses(
        (status = 200, body = Overview),
        (status = 503, body = ProblemBody, description = "The database or the log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn overview(
    State(app): State<App>,
    Admin(_admin): Admin,
) -> Result<Json<Overview>, Problem> {
    app.operations.overview().await.map(Json).map_err(|failure| Problem::unavailable(&failure))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn the_overview_has_a_sentence_and_its_figures() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let overview = market.get_as(&root, "/admin/operations").await.ok();
        let sentence = "All views current (1 being rebuilt); 1 event parked; 1 refund waits for the provider";
        assert_eq!(overview["sentence"], sentence);
        assert_eq!((&overview["views"]["total"], &overview["parked"]["events"]), (&json!(2), &json!(1)));
        assert_eq!(
            (&overview["refunds"]["amount"], &overview["leases"][0]["kind"]),
            (&json!(12.5), &json!("managers"))
        );
    }
}
