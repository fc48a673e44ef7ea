//! `GET /metrics` for Prometheus. It has an address of its own (setting `metrics.addr`), because metrics are not
//! public.

mod requests;
mod state;

use std::{path::PathBuf, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use command_service::{automation, payments::ProviderCalls};
use event_store::EventLog;
use postgres_kit::Pool;
use projections::engine::Engine;
use prometheus_client::{
    encoding::prometheus_text::{CONTENT_TYPE, encode},
    registry::Registry,
};
use query_service::{Catalog, Live};
use service_kit::Clock;
use tokio::time::timeout;

use crate::{Outcome, database_clock::DatabaseClock, health::Health, ports::Ports, telemetry::Counts};

pub(crate) use self::requests::Requests;

/// Shorter than Prometheus' default scrape timeout of ten seconds.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub(crate) struct Source {
    engine: Engine,
    log: EventLog,
    pool: Pool,
    clock: Arc<dyn Clock>,
    own: OwnParts,
}

/// The parts of this process that have metrics of their own.
#[derive(Clone)]
pub(crate) struct OwnParts {
    pub(crate) requests: Requests,
    pub(crate) health: Health,
    /// Set when this process answers queries.
    pub(crate) queries: Option<(Live, Catalog)>,
    /// Set when this process calls the payment provider.
    pub(crate) calls: Option<ProviderCalls>,
    /// Set when this process makes traces.
    pub(crate) traces: Option<Arc<Counts>>,
    pub(crate) data_dir: PathBuf,
    pub(crate) clock: Arc<DatabaseClock>,
}

impl Source {
    pub(crate) fn new(ports: &Ports, own: OwnParts) -> Self {
        let Ports { engine, log, pool, clock, .. } = ports;
        let (engine, log, pool) = (engine.clone(), log.clone(), pool.clone());
        Self { engine, log, pool, clock: clock.clone(), own }
    }

    /// Metrics from the database. Every process of an instance reports the same values.
    async fn shared(&self) -> Outcome<Registry> {
        let mut registry = Registry::default();
        state::head(&mut registry, self.engine.end().await?.position);
        state::held_back(&mut registry, self.log.held_back().as_ref());
        state::views(&mut registry, &self.engine.status().await?);
        state::managers(&mut registry, &automation::backlog(&self.pool, self.clock.now()).await?);
        Ok(registry)
    }
}

impl OwnParts {
    async fn register(&self, registry: &mut Registry) {
        self.requests.register(registry);
        let is_ready = self.health.is_ready().await;
        state::count(
            registry,
            "greenstall_ready",
            "1: a readiness probe is answered with 200",
            is_ready.into(),
        );
        if let Some(delay) = self.health.standby_delay().await {
            let help = "How far the server that answers queries is behind its primary";
            state::measure(registry, "greenstall_standby_delay_seconds", help, delay);
        }
        state::disk(registry, &self.data_dir);
        let help = "How far the clock of this machine is ahead of Postgres's";
        state::measure(registry, "greenstall_clock_skew_seconds", help, self.clock.skew_seconds());
        if let Some(calls) = &self.calls {
            state::provider_calls(registry, calls);
        }
        if let Some((live, catalog)) = &self.queries {
            state::streams(registry, live.open_streams());
            state::index(registry, catalog.index_status());
        }
        if let Some(counts) = &self.traces {
            state::traces(registry, counts);
        }
    }
}

pub(crate) fn router(source: Source) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(source)
}

/// Without the database, the answer still has the metrics of this process, and one that says that the database is
/// missing.
async fn metrics(State(source): State<Source>) -> Response {
    let shared = timeout(DATABASE_TIMEOUT, source.shared()).await.unwrap_or_else(|late| Err(late.into()));
    if let Err(error) = &shared {
        tracing::warn!(%error, "cannot read the metrics of views and process managers");
    }
    let is_up = shared.is_ok();
    let mut registry = shared.unwrap_or_default();
    state::count(&mut registry, "greenstall_database_up", "1: log and views can be read", is_up.into());
    source.own.register(&mut registry).await;
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], encoded(&registry)).into_response()
}

fn encoded(registry: &Registry) -> String {
    let mut text = String::new();
    encode(&mut text, registry).expect("a string takes everything");
    text
}

#[cfg(test)]
mod tests {
    use automation::Backlog;
    use axum::{
        body::{Body, to_bytes},
        http::{Method, Request, StatusCode},
    };
    use event_store::memory::{MemoryEventStore, MemoryKeyring};
    use projections::engine::{GenerationStatus, State, ViewStatus};
    use service_kit::SystemClock;
    use shared_events::Position;
    use sqlx::postgres::PgPoolOptions;
    use tokio_util::sync::CancellationToken;
    use tower::ServiceExt;

    use super::*;

    fn everything() -> String {
        let generation = GenerationStatus {
            number: 2,
            code_version: 1,
            state: State::Building,
            position: Position(40),
            lag: 2,
            seconds_behind: Some(0.5),
            events: 30,
            events_per_second: 7.0,
            time_left: Some(Duration::from_secs(3)),
            parked: 1,
            skipped: 0,
            rows: 12,
            created_at: chrono::DateTime::UNIX_EPOCH,
            asked_by: None,
            held: false,
            reviewed_at: None,
            running: true,
            last_error: None,
            failed_at: None,
        };
        let view = ViewStatus {
            name: "catalog",
            code_version: 1,
            paused: None,
            rolled_back_from: None,
            generations: vec![generation],
        };
        let manager = Backlog {
            manager: "settle".into(),
            position: Position(41),
            entries: 4,
            overdue: 3,
            failing: 2,
            parked: 1,
        };
        let requests = Requests::default();
        requests.answered("/products", &Method::GET, 200, Duration::from_millis(1));
        let mut registry = Registry::default();
        state::head(&mut registry, Position(42));
        state::views(&mut registry, &[view]);
        state::managers(&mut registry, &[manager]);
        requests.register(&mut registry);
        state::streams(&mut registry, 5);
        encoded(&registry)
    }

    #[test]
    fn views_and_managers_have_their_labels() {
        let text = everything();
        for line in [
            "greenstall_log_head_position 42",
            "greenstall_view_paused{view=\"catalog\"} 0",
            "greenstall_view_lag_events{view=\"catalog\",generation=\"2\",state=\"building\"} 2",
            "greenstall_view_lag_seconds{view=\"catalog\",generation=\"2\",state=\"building\"} 0.5",
            "greenstall_view_build_seconds_left{view=\"catalog\",generation=\"2\",state=\"building\"} 3.0",
            "greenstall_process_manager_agenda_overdue{manager=\"settle\"} 3",
            "greenstall_open_streams 5",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} is not in {text}");
        }
    }

    #[tokio::test]
    async fn without_a_database_the_process_reports_its_own_metrics() {
        let nowhere = "postgres://nobody@127.0.0.1:1/nothing";
        let briefly = PgPoolOptions::new().acquire_timeout(Duration::from_millis(100));
        let pool = Pool::from(briefly.connect_lazy(nowhere).unwrap());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let log = EventLog::new(Arc::new(MemoryEventStore::default()), Arc::new(MemoryKeyring::default()));
        let engine = Engine::new(pool.clone(), log.clone(), clock.clone(), Vec::new());
        let requests = Requests::default();
        requests.answered("/products", &Method::GET, 200, Duration::from_millis(1));
        let health = Health::new(Some(pool.clone()), None, CancellationToken::new());
        let own = OwnParts {
            requests,
            health,
            queries: None,
            calls: Some(ProviderCalls::default()),
            traces: Some(Arc::default()),
            data_dir: "/".into(),
            clock: Arc::new(DatabaseClock::new(clock.clone())),
        };
        let router = router(Source { engine, log, pool, clock, own });
        let answer = router.oneshot(Request::get("/metrics").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(
            (answer.status(), &answer.headers()[header::CONTENT_TYPE]),
            (StatusCode::OK, &CONTENT_TYPE.parse().unwrap())
        );
        let text = String::from_utf8(to_bytes(answer.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap();
        assert!(text.contains("greenstall_database_up 0\n"), "{text}");
        assert!(!text.contains("greenstall_view"), "{text}");
        assert!(text.contains("_total{route=\"/products\",method=\"GET\",status=\"200\"} 1\n"), "{text}");
        assert!(text.contains("greenstall_ready 0\n"), "{text}");
        let refund = "greenstall_provider_calls_total{call=\"refund\",outcome=\"unavailable\"} 0\n";
        assert!(text.contains(refund) && text.contains("greenstall_trace_spans_dropped_total 0\n"), "{text}");
        let free =
            text.lines().find_map(|line| line.strip_prefix("greenstall_data_dir_free_bytes ")).unwrap();
        assert!(free.parse::<f64>().unwrap() > 0.0, "{text}");
    }
}
