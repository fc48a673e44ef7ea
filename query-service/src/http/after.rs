//! Reads that see their own writes. Each operation names the views that it reads. It answers when these have reached
//! the position that the client has seen, or after two seconds with what they have. A request with a token also waits
//! for the view `sessions`, and the token is verified after that wait: a client that has seen a log-out is then
//! refused.

use axum::{
    Extension,
    extract::Request,
    http::{HeaderValue, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use service_kit::{
    Problem,
    error_answers::problem,
    position::{self, STALE},
};
use shared_events::Position;
use utoipa::openapi::{
    Response as OpenApiResponse,
    path::{Parameter, ParameterBuilder, ParameterIn},
    schema::{ObjectBuilder, Type},
};
use utoipa_axum::router::{UtoipaMethodRouter, UtoipaMethodRouterExt};

use crate::{App, Waiter, queries::sessions};

/// Registers the routes of an operation that reads these views.
pub(super) fn reading(
    views: &'static [&'static str],
    (schemas, mut paths, methods): UtoipaMethodRouter<App>,
) -> UtoipaMethodRouter<App> {
    for path in paths.paths.values_mut() {
        if let Some(operation) = path.get.as_mut() {
            operation.parameters.get_or_insert_default().push(after_parameter().into());
            let responses = &mut operation.responses.responses;
            responses.entry("503".to_owned()).or_insert_with(|| unavailable().into());
        }
    }
    (schemas, paths, methods).layer(from_fn(move |waiter, request, next| wait(views, waiter, request, next)))
}

async fn wait(
    views: &'static [&'static str],
    Extension(waiter): Extension<Waiter>,
    request: Request,
    next: Next,
) -> Response {
    let Some(position) = position::seen_by(request.headers()) else { return next.run(request).await };
    let has_token = request.headers().contains_key(header::AUTHORIZATION);
    let fresh = waiter.reached(&needed(views, has_token), position).await;
    if !fresh && has_token && misses_log_outs(&waiter, position) {
        return Problem::unavailable(&"the view sessions is behind a position that the client has seen")
            .into_response();
    }
    let mut response = next.run(request).await;
    if !fresh {
        response.headers_mut().insert(STALE, HeaderValue::from_static("true"));
    }
    response
}

fn needed(views: &'static [&'static str], has_token: bool) -> Vec<&'static str> {
    let of_tokens = has_token.then_some(sessions::VIEW);
    views.iter().copied().chain(of_tokens).collect()
}

/// Whether the view `sessions` may lack a log-out that the client has seen. A position that no view has reached may
/// belong to another log: then the client gets a stale answer and no error. On a standby that is late, all views may lack
/// it together.
fn misses_log_outs(waiter: &Waiter, position: Position) -> bool {
    let is_known = || waiter.highest() >= Some(position) || waiter.may_be_late();
    waiter.seen(sessions::VIEW).is_none_or(|at| at < position) && is_known()
}

fn after_parameter() -> Parameter {
    let text = "The highest `Greenstall-Position` that the client has seen. What cannot be read is ignored. An answer \
                that could not wait for it carries `Greenstall-Stale: true`. With the position of a log-out, the token \
                of the session that has ended is refused; without it, the token works until the view `sessions` has \
                the log-out, usually some milliseconds later. While no view at all has the position, as when the \
                projections do not run, nobody is refused: answers are stale. A standby that is late answers \
                requests with a token with 503 instead of a stale answer.";
    ParameterBuilder::new()
        .name("Greenstall-After")
        .parameter_in(ParameterIn::Header)
        .description(Some(text))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}

fn unavailable() -> OpenApiResponse {
    problem(
        "A view is being built for the first time, the database is not there, or it cannot be told whether the session \
         goes on",
    )
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use futures_util::future::join_all;
    use service_kit::position::STALE;

    use crate::{
        queries::accounts,
        testing::{Goods, Market, pluck},
    };

    #[tokio::test]
    async fn a_request_that_names_the_position_of_a_write_sees_it() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for name in ["Tomato", "Radish", "Pear", "Plum"] {
            market.product(&farm, Goods::named(name)).await;
            let after = market.seen().to_string();
            let answer =
                market.send("/products?sort=-createdAt&limit=1", &[("Greenstall-After", &after)]).await;
            assert!(!answer.headers.contains_key(STALE));
            assert_eq!(pluck(&answer.ok()["products"], "name"), [name]);
        }
    }

    #[tokio::test]
    async fn an_unreached_position_makes_the_answer_late_and_stale() {
        let market = Market::open().await;
        let asked = Instant::now();
        let answer = market.send("/products", &[("Greenstall-After", "18446744073709551615")]).await;
        assert!(asked.elapsed() >= Duration::from_secs(2), "{:?}", asked.elapsed());
        assert_eq!(answer.headers[STALE], "true");
        answer.ok();
    }

    #[tokio::test]
    async fn an_unreadable_position_is_ignored() {
        let market = Market::open().await;
        for after in ["x", "-1", "", "18446744073709551616"] {
            let answer = market.send("/products", &[("Greenstall-After", after)]).await;
            assert!(!answer.headers.contains_key(STALE), "{after:?}");
        }
    }

    #[tokio::test]
    async fn before_the_views_are_built_requests_get_503_with_retry_after() {
        let market = Market::without_views().await;
        let answer = market.send("/products", &[]).await;
        assert_eq!(answer.headers["retry-after"], "1");
        assert_eq!(answer.refusal().0, 503);
        market.send("/config", &[]).await.ok();
    }

    #[tokio::test]
    async fn an_operation_that_reads_no_view_does_not_wait() {
        let market = Market::open().await;
        let answer = market.send("/config", &[("Greenstall-After", "18446744073709551615")]).await;
        assert!(!answer.headers.contains_key(STALE));
    }

    #[tokio::test]
    async fn a_request_that_names_the_position_of_a_log_out_is_refused_while_sessions_lags() {
        let mut market = Market::with_max_wait(Duration::from_secs(60)).await;
        let ada = market.customer("Ada").await;
        let session = market.log_in(&ada).await;
        market.settled().await;
        market.pause("sessions").await;
        market.end_session(&ada, session).await;
        market.reached(&[accounts::VIEW]).await;
        let paths = ["/auth/me", "/admin/views", "/orders/customer"];
        let asking = join_all(paths.map(|path| market.send_as(&ada, path)));
        let goes_on = async {
            market.somebody_waits().await;
            market.resume("sessions").await;
        };
        let (answers, ()) = tokio::join!(asking, goes_on);
        for (answer, path) in answers.iter().zip(paths) {
            assert_eq!(answer.refusal().0, 401, "{path}");
        }
    }

    #[tokio::test]
    async fn log_outs_take_effect_on_the_next_read() {
        let mut market = Market::with_max_wait(Duration::from_secs(60)).await;
        let ada = market.customer("Ada").await;
        for round in 0..200 {
            let session = market.log_in(&ada).await;
            market.end_session(&ada, session).await;
            assert_eq!(market.send_as(&ada, "/auth/me").await.refusal().0, 401, "round {round}");
        }
    }

    #[tokio::test]
    async fn a_token_is_not_trusted_while_log_outs_that_the_client_has_seen_are_missing() {
        let mut market = Market::with_max_wait(Duration::from_millis(200)).await;
        let ada = market.customer("Ada").await;
        let session = market.log_in(&ada).await;
        market.settled().await;
        market.pause("sessions").await;
        market.end_session(&ada, session).await;
        market.reached(&[accounts::VIEW]).await;
        assert_eq!(market.send_as(&ada, "/auth/me").await.refusal().0, 503);
        market.resume("sessions").await;
        assert_eq!(market.get_as(&ada, "/auth/me").await.refusal().0, 401);
    }

    #[tokio::test]
    async fn a_token_with_a_position_beyond_the_log_gets_a_stale_answer() {
        let mut market = Market::with_max_wait(Duration::from_millis(200)).await;
        let ada = market.customer("Ada").await;
        market.settled().await;
        let token = format!("Bearer {}", market.token_of(&ada));
        let headers = [("Authorization", token.as_str()), ("Greenstall-After", "18446744073709551615")];
        let answer = market.send("/auth/me", &headers).await;
        assert_eq!(answer.headers[STALE], "true");
        answer.ok();
    }
}
