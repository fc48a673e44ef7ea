//! Tries a command with an idempotency key again while something that it needs cannot be reached, so that a change of
//! the database's primary delays commands and does not fail them.

use std::time::Duration;

use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use service_kit::{extract::BODY_LIMIT, problem::Outage};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::request::{Buffered, HEADER, buffer};
use crate::App;

/// The first pause between two tries, which is doubled each time: each try counts for rate limits, so there are few. A
/// command that held its claim is tried again when the claim could be released, which waits for the database.
const FIRST_PAUSE: Duration = Duration::from_millis(200);

/// The claim's holder for all tries of a request: a try finds the claim of an earlier one, which may have died unreleased.
#[derive(Clone, Copy)]
pub(super) struct Holder(pub(super) Uuid);

/// The middleware around [`remember`](super::remember). Repeating is safe because of the key. A large or endless body
/// is not kept in memory for another try.
pub(crate) async fn wait_out_outages(State(app): State<App>, request: Request, next: Next) -> Response {
    let small = request.body().size_hint().upper().is_some_and(|size| size <= BODY_LIMIT as u64);
    if app.outage_patience.is_zero() || !request.headers().contains_key(HEADER) || !small {
        return next.run(request).await;
    }
    let deadline = Instant::now() + app.outage_patience;
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(Holder(app.ids.uuid()));
    let body = match buffer(body, BODY_LIMIT).await {
        Ok(Buffered::Whole(body)) => body,
        Ok(Buffered::TooLarge(body)) => return next.run(Request::from_parts(parts, body)).await,
        Err(problem) => return problem.into_response(),
    };
    let mut pause = FIRST_PAUSE;
    loop {
        let attempt = Request::from_parts(parts.clone(), Body::from(body.clone()));
        let response = next.clone().run(attempt).await;
        if response.extensions().get::<Outage>().is_none() || Instant::now() + pause > deadline {
            return response;
        }
        sleep(pause).await;
        pause *= 2;
    }
}
