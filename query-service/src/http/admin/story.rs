//! `GET /admin/story`: all events that a request has caused.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Admin,
    extract::{Json, Query},
    problem::ProblemBody,
};
use utoipa::IntoParams;

use super::events_query::{id, number};
use crate::{
    App,
    http::lenient::NumberOrText,
    operations::{Story, StoryOf, StoryWanted},
};

/// The number of events that are searched on each side when the request gives no `reach`.
const DEFAULT_REACH: u64 = 20_000;
/// The largest `reach`.
const MAX_REACH: u64 = 1_000_000;

/// Either `position` or `correlation` is required.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct StoryQuery {
    /// The position of any event of the story.
    #[param(value_type = Option<NumberOrText>, inline)]
    position: Option<String>,
    /// The correlation id of the story. Ignored when `position`, which is faster, is given.
    correlation: Option<String>,
    /// The number of events that are searched on each side of the position, or back from the end of the log: 1 to
    /// 1,000,000, 20,000 by default.
    #[param(value_type = Option<NumberOrText>, inline)]
    reach: Option<String>,
}

impl StoryQuery {
    fn wanted(&self) -> Result<StoryWanted, Problem> {
        let position = number("position", &self.position)?.map(StoryOf::Event);
        let correlation = id("correlation", &self.correlation)?.map(StoryOf::Correlation);
        let of = position.or(correlation);
        let of = of.ok_or_else(|| Problem::field("position", "position or correlation is needed"))?;
        let reach = number("reach", &self.reach)?.unwrap_or(DEFAULT_REACH).clamp(1, MAX_REACH);
        Ok(StoryWanted { of, reach })
    }
}

/// Show everything that a request has caused
///
/// The events that a request has caused, directly or through other events; how many of them each view has applied; and
/// what process managers have done because of them or have still to do. `complete` says whether the whole log was
/// searched: if not, repeat the request with a larger `reach`. Personal data is masked.
#[utoipa::path(
    get,
    path = "/admin/story",
    tag = "admin",
    params(StoryQuery),
    responses(
        (status = 200, body = Story),
        (status = 404, body = ProblemBody, description = "No event of the request was found"),
        (status = 422, body = ProblemBody, description = "A parameter is invalid"),
        (status = 503, body = ProblemBody, description = "The log cannot be read"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn story(
    State(app): State<App>,
    Admin(_admin): Admin,
    Query(query): Query<StoryQuery>,
) -> Result<Json<Story>, Problem> {
    let wanted = query.wanted()?;
    let found = app.operations.story(wanted).await.map_err(|failure| Problem::unavailable(&failure))?;
    found.map(Json).ok_or_else(|| Problem::new(Code::NotFound, "No event of this request was found"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Market;

    #[tokio::test]
    async fn a_request_is_shown_with_everything_it_caused() {
        let mut market = Market::open().await;
        let root = market.admin().await;
        let id = "00000000-0000-0000-0000-000000000001";
        let found = market.get_as(&root, "/admin/story?position=12&reach=5").await.ok();
        assert_eq!((&found["correlationId"], &found["to"]), (&json!(id), &json!(17)));
        assert_eq!(found["events"][0]["sentence"], "The merchant listed the product.");
        assert_eq!(found["views"][0]["name"], "catalog");
        let far = market.get_as(&root, &format!("/admin/story?correlation={id}&reach=99999999")).await.ok();
        assert_eq!(far["to"], 1_000_012);
        let nothing = market.get_as(&root, "/admin/story?position=13").await;
        assert_eq!(nothing.refusal(), (404, "No event of this request was found"));
        for query in ["", "?position=x", "?correlation=7", "?position=12&reach=far"] {
            assert_eq!(
                market.get_as(&root, &format!("/admin/story{query}")).await.refusal().0,
                422,
                "{query}"
            );
        }
    }
}
