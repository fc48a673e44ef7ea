//! `GET /admin/events/{position}`: one event.

use axum::extract::State;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path},
    problem::ProblemBody,
};

use crate::{App, operations::EventDetail};

/// Show an event
///
/// The event with its payload, in which personal data is masked, and with its links to other events. To find these,
/// 5,000 events before it and after it are searched.
#[utoipa::path(
    get,
    path = "/admin/events/{position}",
    tag = "admin",
    params(("position" = u64, Path, description = "The event's position in the log")),
    responses(
        (status = 200, body = EventDetail),
        (status = 404, body = ProblemBody, description = "There is no event at this position"),
        (status = 503, body = ProblemBody, description = "The log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn show_event(
    State(app): State<App>,
    Admin(_admin): Admin,
    Path(position): Path<String>,
) -> Result<Json<EventDetail>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Event not found");
    let position = position.parse().map_err(|_| not_found())?;
    let found = app.operations.event(position).await.map_err(|failure| Problem::unavailable(&failure))?;
    found.map(Json).ok_or_else(not_found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn an_event_has_its_payload_and_its_links() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let found = market.get_as(&root, "/admin/events/12").await.ok();
        assert_eq!(found["event"]["type"], "ProductListed");
        assert_eq!((&found["data"]["name"], &found["masked"]), (&json!("Tomato"), &json!(0)));
        assert_eq!(
            (&found["links"]["correlation"]["events"], &found["links"]["next"]),
            (&json!(2), &json!(13))
        );
        for position in ["13", "0", "-1", "x", "99999999999999999999"] {
            let path = format!("/admin/events/{position}");
            assert_eq!(market.get_as(&root, &path).await.refusal(), (404, "Event not found"), "{position}");
        }
    }
}
