//! `GET /admin/events`: the events of the log, newest first.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Admin,
    extract::{Json, Query},
    problem::ProblemBody,
};

use super::events_query::EventsQuery;
use crate::{App, operations::EventPage};

/// List the events of the log
///
/// The events, newest first, without payloads. A request scans at most 20,000 events, or for one second. `scannedTo`
/// is the position that the scan has reached: repeat the request with `before=scannedTo` until `end` is true. For
/// later events, request `after=head`. The filters by stream and by category use an index; other filters scan the log.
#[utoipa::path(
    get,
    path = "/admin/events",
    tag = "admin",
    params(EventsQuery),
    responses(
        (status = 200, body = EventPage),
        (status = 422, body = ProblemBody, description = "A filter is invalid"),
        (status = 503, body = ProblemBody, description = "The log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn list_events(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<EventsQuery>,
) -> Result<Json<EventPage>, Problem> {
    let (filter, span) = (query.filter()?, query.span()?);
    let page = app.operations.events(&filter, span).await;
    page.map(Json).map_err(|failure| Problem::unavailable(&failure))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn the_answer_says_how_far_back_it_has_searched() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let found = market.get_as(&root, "/admin/events?type=ProductListed&before=40").await.ok();
        assert_eq!(
            (&found["scannedTo"], &found["end"], &found["head"]),
            (&json!(7), &json!(false), &json!(42))
        );
        let event = &found["events"][0];
        assert_eq!((&event["type"], &event["position"]), (&json!("ProductListed"), &json!(12)));
        assert_eq!(event["actor"], json!({ "kind": "system", "name": "a test" }));
        for query in ["category=ordr", "stream=order", "correlation=7", "from=yesterday", "after=-1"] {
            let path = format!("/admin/events?{query}");
            assert_eq!(market.get_as(&root, &path).await.refusal().0, 422, "{query}");
        }
    }
}
