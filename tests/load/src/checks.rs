//! What must hold after the load: money, orders, stock and views.

use std::{
    fs, io,
    path::PathBuf,
    process::{Command, Output},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{
    site::Site,
    watch::{INTERVAL, Watch},
};

/// Within this time after the last journey all views and process managers must have caught up.
const CAUGHT_UP_WITHIN: Duration = Duration::from_secs(120);

/// Rows that must not exist, by what they would mean. Only completed checkouts of captured payments make orders, and
/// every checkout of the load has one merchant.
const NONE_OF_THESE: [(&str, &str); 4] = [
    (
        "captured payments without exactly one completed checkout",
        "SELECT count(*) FROM sandbox.intents WHERE intent->>'status' = 'succeeded' AND 1 <> (
             SELECT count(*) FROM event_store.events WHERE category = 'checkout'
             AND stream_id = (intent->>'checkout_id')::uuid AND event_type = 'CheckoutCompleted')",
    ),
    (
        "completed checkouts without exactly one captured payment",
        "SELECT count(*) FROM event_store.events WHERE event_type = 'CheckoutCompleted' AND 1 <> (
             SELECT count(*) FROM sandbox.intents
             WHERE intent->>'checkout_id' = stream_id::text AND intent->>'status' = 'succeeded')",
    ),
    (
        "placed orders that the orders view lacks, and rows of it without a placed order",
        "SELECT count(*) FROM read.orders_orders AS rows FULL JOIN (
             SELECT stream_id FROM event_store.events WHERE event_type = 'OrderPlaced') AS placed
         ON rows.order_id = placed.stream_id WHERE rows.order_id IS NULL OR placed.stream_id IS NULL",
    ),
    (
        "products with less than no stock",
        "SELECT count(*) FROM read.catalog_stock WHERE on_hand < 0 OR held < 0",
    ),
];

/// The number of events, and the bytes of the log, of all views and of the whole database.
const SIZES: &str = "SELECT (SELECT count(*) FROM event_store.events), \
    pg_total_relation_size('event_store.events'), \
    (SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE starts_with(schemaname, 'rm_')), \
    pg_database_size(current_database())";

/// Counts for the report.
const PAYMENTS: &str = "SELECT count(*) FROM sandbox.intents WHERE intent->>'status' = 'succeeded'";
const CHECKOUTS: &str = "SELECT count(*) FROM event_store.events WHERE event_type = 'CheckoutCompleted'";

/// A check with its outcome.
pub(crate) struct Check {
    pub(crate) what: String,
    /// `None`: it could not be made, and `found` says why.
    pub(crate) holds: Option<bool>,
    pub(crate) found: String,
}

impl Check {
    fn new(what: &str, holds: bool, found: impl Into<String>) -> Self {
        Self { what: what.to_owned(), holds: Some(holds), found: found.into() }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "what": self.what, "holds": self.holds, "found": self.found })
    }
}

/// How large the shop has become, in megabytes.
pub(crate) struct Sizes {
    pub(crate) events: f64,
    pub(crate) log: f64,
    pub(crate) views: f64,
    pub(crate) database: f64,
}

/// The sizes of the shop; `None` without `psql`.
pub(crate) fn sizes(site: &Site) -> io::Result<Option<Sizes>> {
    let Some(psql) = psql(site)? else { return Ok(None) };
    let row = psql.ask(SIZES)?;
    let numbers: Vec<f64> = row.split('|').filter_map(|number| number.parse().ok()).collect();
    let [events, log, views, database] = numbers[..] else {
        return Err(io::Error::other(format!("{row} are not four numbers")));
    };
    let megabytes = |bytes: f64| bytes / 1e6;
    Ok(Some(Sizes { events, log: megabytes(log), views: megabytes(views), database: megabytes(database) }))
}

/// Makes all checks on a shop that nobody uses any more.
pub(crate) async fn make(site: &mut Site, watch: &Watch) -> io::Result<Vec<Check>> {
    let mut checks = Vec::new();
    let ended = site.program.exit_status()?;
    let found = ended.map_or("runs".to_owned(), |status| status.to_string());
    checks.push(Check::new("the program still runs", ended.is_none(), found));
    if ended.is_some() {
        return Ok(checks);
    }
    checks.push(caught_up(watch).await?);
    match psql(site)? {
        Some(psql) => {
            let count = |statement| psql.ask(statement).map(|text| text.parse::<u64>().unwrap_or(u64::MAX));
            let (payments, checkouts) = (count(PAYMENTS)?, count(CHECKOUTS)?);
            let found = format!("{payments} captured, {checkouts} completed");
            checks.push(Check::new("as many payments as checkouts", payments == checkouts, found));
            for (what, statement) in NONE_OF_THESE {
                let rows = count(statement)?;
                checks.push(Check::new(&format!("no {what}"), rows == 0, format!("{rows} found")));
            }
        }
        None => checks.push(Check {
            what: "payments, orders and stock agree".to_owned(),
            holds: None,
            found: "not run: there is no psql".to_owned(),
        }),
    }
    let began = Instant::now();
    let verified = site.operate(&["views", "verify"]).output()?;
    let found = format!("{:.0} s; {}", began.elapsed().as_secs_f64(), last_line(&verified));
    checks.push(Check::new("every view equals one that is built anew", verified.status.success(), found));
    Ok(checks)
}

async fn caught_up(watch: &Watch) -> io::Result<Check> {
    let began = Instant::now();
    loop {
        let metrics = watch.look().await?.metrics;
        let (waited, at_end) = (began.elapsed(), metrics.lag_events == 0.0);
        if at_end || waited > CAUGHT_UP_WITHIN {
            let found = format!(
                "{} events behind after {:.0} s, {} parked",
                metrics.lag_events,
                waited.as_secs_f64(),
                metrics.parked
            );
            return Ok(Check::new(
                "views have caught up, nothing is parked",
                at_end && metrics.parked == 0.0,
                found,
            ));
        }
        sleep(INTERVAL / 5).await;
    }
}

fn last_line(output: &Output) -> String {
    let text = [&*output.stdout, &*output.stderr].map(String::from_utf8_lossy).concat();
    text.lines().last().unwrap_or_default().trim().to_owned()
}

/// Postgres' own client, and where the server is.
struct Psql {
    program: PathBuf,
    socket: PathBuf,
}

/// `None` if this machine has no `psql`.
fn psql(site: &Site) -> io::Result<Option<Psql>> {
    let (_, socket) = site.postgres()?;
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin/psql")).filter(|program| program.exists());
    let program = debian.max().unwrap_or_else(|| "psql".into());
    match Command::new(&program).arg("--version").output() {
        Ok(_) => Ok(Some(Psql { program, socket })),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Psql {
    fn ask(&self, statement: &str) -> io::Result<String> {
        let output = Command::new(&self.program)
            .args([
                "--no-psqlrc",
                "--tuples-only",
                "--no-align",
                "--username=greenstall",
                "--dbname=greenstall",
            ])
            .arg("--host")
            .arg(&self.socket)
            .args(["--command", statement])
            .output()?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
            false => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned())),
        }
    }
}
