//! `GET /health/live` and `GET /health/ready`, for supervisors and load balancers. They are not part of the HTTP
//! interface below `/api`.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use postgres_kit::{Pool, statements};
use projections::engine::Engine;
use query_service::Catalog;
use serde::Serialize;
use service_kit::extract::Json;
use shared_events::Position;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use tokio_util::sync::CancellationToken;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn ping() = "SELECT 1";
    fn replay_delay() -> value f64 = "SELECT CASE
        WHEN pg_is_in_recovery() AND pg_last_wal_replay_lsn() < pg_last_wal_receive_lsn()
        THEN extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 ELSE 0 END";
    fn is_cut_off() -> value bool = "SELECT pg_is_in_recovery()
        AND NOT EXISTS (SELECT FROM pg_stat_wal_receiver WHERE pid IS NOT NULL)";
}

/// The path that load balancers probe.
pub(crate) const READY_PATH: &str = "/health/ready";
/// The answer of a process that is stopping to a readiness probe.
pub(crate) const STOPPING_ANSWER: &str = r#"{"status":"stopping"}"#;

/// The database must answer within this time.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);
/// A process whose requests have waited in vain for a connection is not ready for this long.
const SHORTAGE: Duration = Duration::from_secs(10);
/// How long the database's last answer is reused, so that a flood of probes is not a flood of queries.
const RESULT_LIFETIME: Duration = Duration::from_secs(1);

/// The health checks of a process. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Health(Arc<Checks>);

/// A standby whose replay is later than this is not ready: it does not know for too long that a session has ended.
const MAX_REPLAY_DELAY_SECONDS: f64 = 10.0;

/// A standby that has not heard of a primary for this long is not ready, for the same reason. Another primary takes over
/// sooner.
const LONGEST_CUT: Duration = Duration::from_secs(60);

/// The parts that answer queries.
pub(crate) struct Queries {
    engine: Engine,
    pool: Pool,
    catalog: Catalog,
    /// Since when the standby hears of no primary.
    cut_off_since: Mutex<Option<Instant>>,
}

struct Checks {
    /// The primary. `None` when this process only answers queries: a standby can do so without the primary.
    pool: Option<Pool>,
    queries: Option<Queries>,
    /// Cancelled when the process is told to stop.
    stop: CancellationToken,
    /// The time and the obstacles of the last check.
    last: Mutex<Option<(Instant, Vec<String>)>>,
}

#[derive(Serialize)]
struct Answer {
    /// `live`, `ready`, `not ready` or `stopping`.
    status: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<String>,
}

impl Health {
    pub(crate) fn new(pool: Option<Pool>, queries: Option<Queries>, stop: CancellationToken) -> Self {
        Self(Arc::new(Checks { pool, queries, stop, last: Mutex::default() }))
    }

    /// Whether a readiness probe would be answered with 200.
    pub(crate) async fn is_ready(&self) -> bool {
        !self.0.stop.is_cancelled() && self.0.obstacles().await.is_empty()
    }

    /// How many seconds the server that answers queries is behind its primary; `None` when this process answers none, or
    /// the server does not answer.
    pub(crate) async fn standby_delay(&self) -> Option<f64> {
        let queries = self.0.queries.as_ref()?;
        timeout(CHECK_TIMEOUT, sql::replay_delay().fetch_one(&queries.pool)).await.ok()?.ok()
    }
}

impl Checks {
    /// The reasons why the process cannot serve. It reuses the last check's result for [`RESULT_LIFETIME`].
    async fn obstacles(&self) -> Vec<String> {
        let mut last = self.last.lock().await;
        if let Some((at, reasons)) = &*last
            && at.elapsed() < RESULT_LIFETIME
        {
            return reasons.clone();
        }
        let found = timeout(CHECK_TIMEOUT, self.ask()).await;
        let reasons = match found {
            Ok(Ok(unready)) => unready,
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready: cannot read the database");
                vec!["the database cannot be read".to_owned()]
            }
            Err(_) => vec![format!("the database has not answered within {} s", CHECK_TIMEOUT.as_secs())],
        };
        *last = Some((Instant::now(), reasons.clone()));
        reasons
    }

    async fn ask(&self) -> Result<Vec<String>, sqlx::Error> {
        if let Some(pool) = &self.pool {
            sql::ping().execute(pool).await?;
        }
        let mut found = match &self.queries {
            Some(queries) => queries.obstacles().await?,
            None => Vec::new(),
        };
        let mut pools = self.pool.iter().chain(self.queries.as_ref().map(|queries| &queries.pool));
        if pools.any(|pool| pool.was_short_within(SHORTAGE)) {
            found.push("there are too few connections to the database".to_owned());
        }
        Ok(found)
    }
}

impl Queries {
    /// `pool` leads to the server that answers queries, which may be a standby.
    pub(crate) fn new(engine: &Engine, pool: Pool, catalog: Catalog) -> Self {
        let engine = engine.reading_from(pool.clone());
        Self { engine, pool, catalog, cut_off_since: Mutex::default() }
    }

    async fn obstacles(&self) -> Result<Vec<String>, sqlx::Error> {
        let behind = self.engine.behind(Position::START).await?;
        // Without a paused view the rest is served, for as long as the operator wants.
        let missing = behind.into_iter().filter(|one| !one.is_paused);
        let mut found: Vec<_> =
            missing.map(|one| format!("the view {} cannot be read yet", one.view)).collect();
        if self.catalog.index_status().is_none() {
            found.push("the catalog's index is being built".to_owned());
        }
        let delay = sql::replay_delay().fetch_one(&self.pool).await?;
        if delay > MAX_REPLAY_DELAY_SECONDS {
            found.push(format!("the standby is {delay:.0} s behind the primary"));
        }
        let cut = self.time_cut_off().await?;
        if cut > LONGEST_CUT {
            found.push(format!("the standby has not heard of a primary for {} s", cut.as_secs()));
        }
        Ok(found)
    }

    /// How long the standby has not heard of a primary.
    async fn time_cut_off(&self) -> Result<Duration, sqlx::Error> {
        let is_cut_off = sql::is_cut_off().fetch_one(&self.pool).await?;
        let mut since = self.cut_off_since.lock().await;
        *since = is_cut_off.then(|| since.unwrap_or_else(Instant::now));
        Ok(since.map_or(Duration::ZERO, |since| since.elapsed()))
    }
}

pub(crate) fn router(health: Health) -> Router {
    Router::new().route("/health/live", get(live)).route(READY_PATH, get(ready)).with_state(health)
}

async fn live() -> Response {
    answer(StatusCode::OK, "live", Vec::new())
}

async fn ready(State(Health(checks)): State<Health>) -> Response {
    if checks.stop.is_cancelled() {
        return answer(StatusCode::SERVICE_UNAVAILABLE, "stopping", Vec::new());
    }
    match checks.obstacles().await {
        reasons if reasons.is_empty() => answer(StatusCode::OK, "ready", reasons),
        reasons => answer(StatusCode::SERVICE_UNAVAILABLE, "not ready", reasons),
    }
}

fn answer(status: StatusCode, word: &'static str, reasons: Vec<String>) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], Json(Answer { status: word, reasons })).into_response()
}

#[cfg(test)]
mod tests {
    use axum::{
        body::{Body, to_bytes},
        http::Request,
    };
    use sqlx::postgres::PgPoolOptions;
    use tower::ServiceExt;

    use super::*;

    async fn ask(path: &str, stop: &CancellationToken) -> (StatusCode, String) {
        let briefly = PgPoolOptions::new().acquire_timeout(Duration::from_millis(100));
        let pool = briefly.connect_lazy("postgres://nobody@127.0.0.1:1/nothing").unwrap().into();
        let router = router(Health::new(Some(pool), None, stop.clone()));
        let answer = router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        let status = answer.status();
        let body = to_bytes(answer.into_body(), 1 << 16).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn without_a_database_a_process_is_live_and_not_ready() {
        let stop = CancellationToken::new();
        assert_eq!(ask("/health/live", &stop).await, (StatusCode::OK, r#"{"status":"live"}"#.to_owned()));
        let (status, body) = ask(READY_PATH, &stop).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(body.contains(r#""status":"not ready""#) && body.contains("database"), "{body}");
    }

    #[tokio::test]
    async fn a_stopping_process_is_live_and_reports_stopping() {
        let stop = CancellationToken::new();
        stop.cancel();
        assert_eq!(ask("/health/live", &stop).await.0, StatusCode::OK);
        assert_eq!(
            ask(READY_PATH, &stop).await,
            (StatusCode::SERVICE_UNAVAILABLE, STOPPING_ANSWER.to_owned())
        );
    }
}
