//! `GET /admin/streams/{stream}`: the events of a stream, with the state after each.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Path, Query},
    problem::ProblemBody,
};
use utoipa::IntoParams;

use super::events_query::{number, stream};
use crate::{
    App,
    http::{lenient::NumberOrText, page_query::MAX_PAGE_SIZE},
    operations::StreamPage,
};

/// All parameters are optional.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct StepQuery {
    /// Events after the event with this number.
    #[param(value_type = Option<NumberOrText>, inline)]
    after: Option<String>,
    /// The largest number of events: 1 to 100, 100 by default.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

/// Show a stream event by event
///
/// The events of a stream, oldest first, with their payloads and the state after each. Accounts, checkouts, orders,
/// products, reviews and stock have a state. Personal data is masked.
#[utoipa::path(
    get,
    path = "/admin/streams/{stream}",
    tag = "admin",
    params(("stream" = String, Path, description = "The stream, such as order-0199c0de-0000-7000-8000-000000000000"), StepQuery),
    responses(
        (status = 200, body = StreamPage),
        (status = 404, body = ProblemBody, description = "The stream has no events"),
        (status = 422, body = ProblemBody, description = "A number is invalid"),
        (status = 503, body = ProblemBody, description = "The log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn step_stream(
    State(app): State<App>,
    Admin(_admin): Admin,
    Path(name): Path<String>,
    Query(query): Query<StepQuery>,
) -> Result<Json<StreamPage>, Problem> {
    let not_found = || Problem::new(Code::NotFound, "Stream not found");
    let stream = stream(&name).map_err(|_| not_found())?;
    let after = number("after", &query.after)?.unwrap_or(0);
    let limit = number("limit", &query.limit)?.unwrap_or(MAX_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE);
    let limit = usize::try_from(limit).unwrap_or(1);
    let found = app.operations.stream(&stream, after, limit).await;
    found.map_err(|failure| Problem::unavailable(&failure))?.map(Json).ok_or_else(not_found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn each_event_has_the_state_after_it() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let of = |id: u8| format!("/admin/streams/product-00000000-0000-0000-0000-00000000000{id}");
        let found = market.get_as(&root, &format!("{}?after=3&limit=5000", of(1))).await.ok();
        assert_eq!((&found["events"][0]["state"], &found["end"]), (&json!({ "after": 3 }), &json!(true)));
        assert_eq!(found["events"][0]["event"]["type"], "ProductListed");
        for path in [of(2), "/admin/streams/product".to_owned(), "/admin/streams/x-1".to_owned()] {
            assert_eq!(market.get_as(&root, &path).await.refusal(), (404, "Stream not found"), "{path}");
        }
        assert_eq!(market.get_as(&root, &format!("{}?after=x", of(1))).await.refusal().0, 422);
    }
}
