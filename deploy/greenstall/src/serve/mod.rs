//! `greenstall serve`: runs the roles of this process from the start to a clean stop.

mod background;
mod leading;
mod old_snapshots;
mod port;
mod waiting;

use std::{
    io::Write,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::Router;
use command_service::{App, automation, looks};
use query_service::{Catalog, Live, Waiter, queries::catalog};
use service_kit::lifecycle::{self, BodyBudget, Edge};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use self::{
    background::Background,
    leading::lead,
    port::Port,
    waiting::{log_while_views_build, log_while_waiting},
};
use crate::{
    Outcome,
    compose::{self, Parts},
    database::Database,
    demo::{self, Filled},
    health::{Health, Queries},
    metrics, open_files,
    operate::person::finish_erasures,
    ports::Ports,
    roles::Role,
    settings::{Settings, reachable},
    signals,
    telemetry::{Traces, traced},
    web::{Site, Storefront},
};

/// How long a start waits for views that move: a rebuild may take long.
const VIEWS_READY_LIMIT: Duration = Duration::from_secs(15 * 60);

/// How long a start waits for the catalog's index, which takes half a minute for a million products.
const INDEX_READY_LIMIT: Duration = Duration::from_secs(3 * 60);

/// Serves until the process is told to stop.
///
/// # Errors
/// When a required resource is missing, or a part fails while it runs. Everything that was started is stopped first.
pub(crate) async fn run(settings: &Settings, roles: &[Role], fill: bool) -> Outcome<()> {
    let began = Instant::now();
    service_kit::telemetry::init(&settings.log.filter, settings.log.format)?;
    let traces = Traces::start(&settings.telemetry, settings.log.format, roles)?;
    let served = run_traced(settings, roles, fill, &traces, began).await;
    traces.finish().await;
    served
}

/// [`run`], while spans are sent.
async fn run_traced(
    settings: &Settings,
    roles: &[Role],
    fill: bool,
    traces: &Traces,
    began: Instant,
) -> Outcome<()> {
    open_files::raise_limit();
    let stop = signals::stop_token()?;
    // Reserve the port first, because that fails at once when another program uses it.
    let port = Port::reserve(settings.http.addr, "http.addr").await?;
    let metrics = match settings.metrics.addr {
        Some(addr) => Some(Port::reserve(addr, "metrics.addr").await?),
        None => None,
    };
    // A process with only some of the roles joins the server of the process that has started it.
    let mut database = match roles.len() == Role::ALL.len() {
        true => Database::open(settings).await?,
        false => log_while_waiting("the database", Database::open_or_join(settings)).await?,
    };
    if let Some(lock) = database.lock() {
        let stop = stop.clone();
        // After this announcement, a start on the same data folder waits until this process has ended.
        tokio::spawn(async move {
            stop.cancelled().await;
            lock.announce_stopping();
        });
    }
    let public_url = settings.public_url(port.address);
    let preparing = "the database, or for another Greenstall that prepares it";
    // Once the process is told to stop, nothing before the first request is waited for.
    let outcome = match stop
        .run_until_cancelled(log_while_waiting(preparing, Ports::open(settings, &database)))
        .await
    {
        Some(Ok(ports)) => {
            let serving = Serving { settings, roles, fill, traces, began, public_url, stop: &stop };
            let outcome = serving.run(&ports, port, metrics, &mut database).await;
            // Without a server the connections cannot be closed properly, and waiting for them takes long.
            if !database.has_failed() {
                ports.close().await;
            }
            outcome
        }
        Some(Err(error)) => Err(error),
        None => Ok(()),
    };
    let closed = database.close().await;
    outcome?;
    closed?;
    say("Stopped.")
}

struct Serving<'a> {
    settings: &'a Settings,
    roles: &'a [Role],
    fill: bool,
    traces: &'a Traces,
    began: Instant,
    public_url: String,
    stop: &'a CancellationToken,
}

/// The parts of a process that has started.
struct Started {
    router: Router,
    health: Health,
    /// The live streams and the catalog, if this process answers queries.
    queries: Option<(Live, Catalog)>,
}

impl Serving<'_> {
    async fn run(
        &self,
        ports: &Ports,
        port: Port,
        metrics: Option<Port>,
        database: &mut Database,
    ) -> Outcome<()> {
        ports.signing_key.confirm(&ports.pool, &ports.limits, self.has(Role::Command)).await?;
        let mut accounts = None;
        if self.fill {
            // Fill the shop before process managers run: they would take the demo's past checkouts for abandoned ones.
            let Some(filled) = self.stop.run_until_cancelled(demo::run(&ports.commands(), 0)).await else {
                return Ok(());
            };
            let filled = filled?;
            if filled == Filled::Written {
                automation::begin_behind(&ports.commands(), &ports.pool).await?;
            }
            accounts = (filled != Filled::Occupied).then(demo::accounts);
        }
        let mut background = Background::new();
        let requests = metrics.is_some().then(metrics::Requests::default);
        // Cancelled when the process stops accepting connections.
        let closing = CancellationToken::new();
        let starting = self.start(ports, &mut background, requests.as_ref(), database, &closing);
        let Some(started) = self.stop.run_until_cancelled(starting).await else {
            background.finish().await;
            return Ok(());
        };
        let Started { router, health, queries } = started?;
        let catalog = queries.as_ref().map(|(_, catalog)| catalog.clone());
        if let (Some(port), Some(requests)) = (metrics, requests) {
            let listener = port.listen()?;
            let router = metrics::router(self.metrics_source(ports, requests, health, queries));
            tracing::info!("metrics at http://{}/metrics", listener.local_addr()?);
            let stop = background.stop.clone();
            background.run("metrics", async move {
                if let Err(error) = lifecycle::serve(router, listener, Edge::default(), stop).await {
                    tracing::error!(%error, "metrics server stopped");
                }
            });
        }
        let outcome = tokio::select! {
            outcome = self.serve(ports, port, router, catalog, accounts, closing) => outcome,
            failure = background.failed() => Err(failure),
            () = database.failed() => Err("Postgres has ended by itself; its log is postgres/postgres.log in the data folder".into()),
        };
        match database.has_failed() {
            true => background.abandon(),
            false => background.finish().await,
        }
        outcome
    }

    fn metrics_source(
        &self,
        ports: &Ports,
        requests: metrics::Requests,
        health: Health,
        queries: Option<(Live, Catalog)>,
    ) -> metrics::Source {
        let calls = self.has(Role::Command).then(|| ports.provider_calls());
        let own = metrics::OwnParts {
            requests,
            health,
            queries,
            calls,
            traces: self.traces.counts(),
            data_dir: self.settings.data_dir.clone(),
            clock: ports.database_clock.clone(),
        };
        metrics::Source::new(ports, own)
    }

    /// Starts the background parts and builds the routers.
    async fn start(
        &self,
        ports: &Ports,
        background: &mut Background,
        requests: Option<&metrics::Requests>,
        database: &Database,
        closing: &CancellationToken,
    ) -> Outcome<Started> {
        if self.has(Role::Projections) {
            let (engine, stop) = (ports.engine.clone(), background.stop.clone());
            background.run("projections", async move { engine.run(stop).await });
            let (watch, stop) =
                (old_snapshots::watch(ports.pool.clone(), ports.limits), background.stop.clone());
            background.run("looks for old snapshots", async move {
                stop.run_until_cancelled(watch).await;
            });
        }
        ports.refuse_another_bucket().await?;
        if self.has(Role::Command) {
            automation::begin(&ports.commands(), &ports.pool).await?;
            match finish_erasures(ports).await {
                Ok(0) => {}
                Ok(people) => tracing::warn!(people, "finished interrupted erasures"),
                Err(error) => {
                    tracing::error!(%error, "cannot finish an interrupted erasure; the next start tries again");
                }
            }
        }
        let (clock, stop) = (ports.database_clock.clone(), background.stop.clone());
        let (pool, limits) = (ports.pool.clone(), ports.limits);
        background.run("measurements of the clock", async move {
            stop.run_until_cancelled(clock.follow(&pool, &limits)).await;
        });
        let commands = self.has(Role::Command).then(|| {
            let app = App { public_url: self.public_url.as_str().into(), ..ports.commands() };
            let (clock, stop) = (ports.database_clock.clone(), background.stop.clone());
            let managers = lead(app.clone(), ports.pool.clone(), ports.limits, clock, stop);
            background.run("process managers", managers);
            background.run("product views", looks::run(app.clone(), background.stop.clone()));
            background.run("ended sessions", app.sessions.clone().follow(background.stop.clone()));
            command_service::router(app).0
        });
        let query_pool = database.query_pool();
        let (queries, live, catalog) = match self.has(Role::Query) {
            false => (None, None, None),
            true => {
                let pool = query_pool.clone();
                let waiter = Waiter::start(pool.clone(), ports.limits, background.stop.clone());
                // Streams never end by themselves, so end them when the process stops accepting connections. Clients of
                // streams that ended earlier would reconnect to this process.
                let stop = closing.clone();
                let live = Live::start(pool.clone(), waiter.clone(), ports.tokens.clone(), stop);
                let folder = Some(self.settings.data_dir.join("catalog-index"));
                let catalog = Catalog::start(&pool, &waiter, folder, background.stop.clone());
                let app = query_service::App {
                    catalog: catalog.clone(),
                    live: live.clone(),
                    waiter,
                    pool,
                    tokens: ports.tokens.clone(),
                    shop: Arc::new(ports.shop()),
                    blobs: ports.blobs.clone(),
                    operations: ports.operations(),
                };
                (Some(query_service::router(app).0), Some(live), Some(catalog))
            }
        };
        let follow_callers = self.settings.telemetry.follow_callers;
        let counted = |router: Router| match requests {
            Some(requests) => traced(requests.counted(router), follow_callers),
            None => traced(router, follow_callers),
        };
        let storefront = catalog.clone().map(|catalog| Arc::new(catalog) as Arc<dyn Storefront>);
        let writes = self.has(Role::Command) || self.has(Role::Projections);
        let checked = catalog.clone().map(|catalog| Queries::new(&ports.engine, query_pool, catalog));
        let health = Health::new(writes.then(|| ports.pool.clone()), checked, self.stop.clone());
        let parts = Parts {
            commands: commands.map(counted),
            queries: queries.map(counted),
            health: Some(health.clone()),
            site: Site { guests: ports.guests(), base: self.public_url.as_str().into(), storefront },
            behind_tls: self.settings.http.is_behind_tls(),
        };
        Ok(Started { router: compose::router(parts), health, queries: live.zip(catalog) })
    }

    async fn serve(
        &self,
        ports: &Ports,
        port: Port,
        router: Router,
        catalog: Option<Catalog>,
        accounts: Option<String>,
        closing: CancellationToken,
    ) -> Outcome<()> {
        let Some(prepared) = self.stop.run_until_cancelled(self.prepare(ports, catalog)).await else {
            return Ok(());
        };
        prepared?;
        let address = reachable(port.address);
        let listener = port.listen()?;
        let http = &self.settings.http;
        let edge = Edge {
            trusted_proxies: http.trusted_proxies.clone(),
            connections_per_address: http.connections_per_address,
            bodies: BodyBudget::new(http.body_megabytes.saturating_mul(1_000_000)),
            lame_duck: self.stop.clone(),
        };
        let serving = async { Ok(lifecycle::serve(router, listener, edge, closing.clone()).await?) };
        let announced = async {
            let took = self.began.elapsed().as_secs_f64();
            say(&format!("Greenstall is ready at http://{address} (started in {took:.1} s)"))?;
            if let Some(accounts) = accounts {
                say(&accounts)?;
            }
            self.stop.cancelled().await;
            say("Stopping: requests under way are finished first.")?;
            sleep(Duration::from_secs(http.lame_duck.into())).await;
            closing.cancel();
            Outcome::Ok(())
        };
        tokio::try_join!(serving, announced).map(drop)
    }

    /// Waits until all views exist and have applied the events from before this start, and the catalog can be searched.
    /// Views that stand still are served as they are.
    async fn prepare(&self, ports: &Ports, catalog: Option<Catalog>) -> Outcome<()> {
        if let Some(catalog) = catalog {
            let (engine, head) = (&ports.engine, ports.engine.head().await?);
            let waiting = engine.wait_while_moving(head, VIEWS_READY_LIMIT);
            let behind = log_while_views_build(engine, head, waiting).await?;
            if !behind.is_empty() {
                let views: Vec<_> = behind.iter().map(ToString::to_string).collect();
                tracing::warn!("serving what there is of the views that stand still: {}", views.join("; "));
            }
            if behind.iter().any(|one| one.view == catalog::VIEW && !one.can_be_read()) {
                return Ok(());
            }
            let indexed = log_while_waiting("the catalog's index", catalog.indexed());
            if timeout(INDEX_READY_LIMIT, indexed).await.is_err() {
                tracing::warn!("the catalog cannot be searched yet; everything else is served");
            }
        }
        Ok(())
    }

    fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }
}

/// Prints to standard output, which is for people and for programs that wait for the address. Logs go to standard
/// error.
fn say(line: &str) -> Outcome<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
