//! Benchmarks appends to and reads from our store and others, on one Postgres with the same settings, in one run. `make
//! bench-store` runs it, prints a table and writes `target/bench/store.json`. `--quick` measures one short round each,
//! `--floor` measures only our store and `pgbench`.
//!
//! Machines drift, so the contestants take turns: each round of a measure measures every contestant once, in rotating
//! order, and the median of the rounds counts. A ratio is our rate divided by theirs, so we are faster if it is above
//! 1.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints, and fails by panicking")]

mod contestant;
mod event;
mod ours;
mod peer;
mod pgbench;
mod report;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use embedded_postgres::{EmbeddedPostgres, Options};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};
use test_support::bench::{machine, median};

use crate::{
    contestant::{Contestant, Measure, Sample},
    ours::Ours,
    peer::Peer,
    pgbench::Pgbench,
    report::Outcome,
};

/// Folders below `deploy/bench/peers`.
const PEERS: [&str; 4] = ["emmett", "eventsourcing", "disintegrate", "umadb"];
/// The length of a first round that does not count, in which programs load, code compiles and caches fill.
const WARM_UP: Duration = Duration::from_secs(1);

/// Our store, `pgbench` and the peers. An error is the reason why a contestant does not take part.
type Contestants = Vec<(String, Result<Box<dyn Contestant>, String>)>;

/// The lowest acceptable ratio of our rate to a peer's rate.
fn budget(measure: Measure, peer: &str) -> Option<f64> {
    match (measure, peer) {
        (Measure::Append { writers: 1, events: 1 }, "pgbench") => Some(1.0 / 1.3),
        (Measure::Append { writers: 64, events: 1 }, "pgbench") => Some(2.0),
        (Measure::Append { writers: 64, events: 1 }, "emmett" | "disintegrate") => Some(4.0),
        (Measure::Append { writers: 64, events: 1 }, "umadb") => Some(1.0),
        _ => None,
    }
}

fn measures() -> Vec<Measure> {
    let appends =
        [1, 10].iter().flat_map(|&events| [1, 8, 64].map(|writers| Measure::Append { writers, events }));
    appends.chain([Measure::ReadAll, Measure::ReadStream]).collect()
}

#[tokio::main]
async fn main() {
    let began = Instant::now();
    let asked_for = |option: &str| std::env::args().any(|argument| argument == option);
    let (rounds, time) =
        if asked_for("--quick") { (1, Duration::from_secs(1)) } else { (3, Duration::from_secs(2)) };
    let folder = results_folder();
    let home = tempfile::Builder::new().prefix("store-").tempdir_in(&folder).unwrap();
    let server = EmbeddedPostgres::start(&Options::new(home.path().join("postgres"))).await.unwrap();
    let mut admin = PgConnection::connect(&server.url("postgres")).await.unwrap();

    let mut context = context(&mut admin, home.path()).await;
    let mut field = field(&server, home.path(), if asked_for("--floor") { &[] } else { &PEERS }).await;
    context["contestants"] = field.iter().map(who).collect();
    print_about(&context, &field);
    let mut results = Vec::new();
    report::print_heading();
    for measure in measures() {
        // Start every measurement at the same distance to the server's next checkpoint.
        admin.execute("CHECKPOINT").await.unwrap();
        let (outcomes, fsync) = take_turns(&mut field, measure, rounds, time, home.path()).await;
        let mut outcomes = outcomes.into_iter();
        let ours = outcomes.next().unwrap();
        let keys = field.iter().skip(1).map(|(key, _)| budget(measure, key));
        results.extend(report::rows(measure, &ours, &outcomes.zip(keys).collect::<Vec<_>>(), fsync));
    }
    context["load_average_at_the_end"] = json!(machine::load());
    context["seconds"] = json!(began.elapsed().as_secs());
    println!("\n{:.0} s, load average at the end {:.2}", began.elapsed().as_secs_f64(), machine::load());
    results.insert(0, context);
    fs::write(folder.join("store.json"), serde_json::to_string_pretty(&results).unwrap()).unwrap();
    drop(field);
    admin.close().await.unwrap();
    server.stop().await.unwrap();
}

/// Runs all rounds of a measure. Returns an outcome for each contestant, and the median fsync time of the disk.
async fn take_turns(
    field: &mut Contestants,
    measure: Measure,
    rounds: usize,
    time: Duration,
    folder: &Path,
) -> (Vec<Outcome>, f64) {
    let mut samples: Vec<Result<Vec<Sample>, String>> = field
        .iter()
        .map(|(_, contestant)| contestant.as_ref().map(|_| Vec::new()).map_err(Clone::clone))
        .collect();
    let mut fsyncs = Vec::new();
    for round in 0..=rounds {
        let time = if round == 0 { WARM_UP } else { time };
        for turn in 0..field.len() {
            let turn = (turn + round) % field.len();
            let ((_, Ok(contestant)), Ok(taken)) = (&mut field[turn], &mut samples[turn]) else { continue };
            match contestant.measure(measure, time).await {
                Ok(sample) if round > 0 => taken.push(sample),
                Ok(_) => {}
                Err(reason) => samples[turn] = Err(reason),
            }
        }
        fsyncs.push(machine::fsync_time(folder));
    }
    let outcomes = field.iter().zip(samples).map(|((key, contestant), rounds)| {
        Outcome::of(contestant.as_ref().map_or_else(|_| key.clone(), |contestant| contestant.name()), rounds)
    });
    (outcomes.collect(), median(&mut fsyncs))
}

/// All contestants, each with its own database.
async fn field(server: &EmbeddedPostgres, home: &Path, peers: &[&str]) -> Contestants {
    let url = async |name: &str| {
        server.ensure_database(name).await.unwrap();
        server.url(name)
    };
    let boxed = |contestant| Box::new(contestant) as Box<dyn Contestant>;
    let mut field: Contestants =
        vec![("greenstall".into(), Ok(boxed(Ours::start(&url("greenstall").await).await)))];
    let pgbench = Pgbench::start(&url("pgbench").await).await;
    field.push(("pgbench".into(), pgbench.map(|pgbench| Box::new(pgbench) as Box<dyn Contestant>)));
    for &name in peers {
        let peer = Peer::start(name, &url(name).await, &event::data(), home).await;
        field.push((name.to_owned(), peer.map(|peer| Box::new(peer) as Box<dyn Contestant>)));
    }
    field
}

async fn context(admin: &mut PgConnection, folder: &Path) -> Value {
    let postgres: String = sqlx::query_scalar("SHOW server_version").fetch_one(admin).await.unwrap();
    let fsyncs: &mut [f64] = &mut [0; 3].map(|_| machine::fsync_time(folder));
    let mut context = machine::describe();
    context["name"] = json!("context");
    context["load_average"] = json!(machine::load());
    context["postgres"] = json!(postgres);
    context["fsync_microseconds"] = json!(median(fsyncs).round());
    context["event_bytes"] = json!(event::data().to_string().len());
    context
}

fn who((key, contestant): &(String, Result<Box<dyn Contestant>, String>)) -> Value {
    match contestant {
        Ok(contestant) => json!({ "name": contestant.name(), "about": contestant.about() }),
        Err(reason) => json!({ "name": key, "not_run": reason }),
    }
}

fn print_about(context: &Value, field: &Contestants) {
    println!(
        "{} × {}, load average {}, Postgres {}, fsync {} µs, {} bytes of JSON an event",
        context["cpus"],
        context["processor"].as_str().unwrap_or("?"),
        context["load_average"],
        context["postgres"].as_str().unwrap_or("?"),
        context["fsync_microseconds"],
        context["event_bytes"],
    );
    for (key, contestant) in field {
        match contestant {
            Ok(contestant) => println!("  {:<32} {}", contestant.name(), contestant.about()),
            Err(reason) => println!("  {key:<32} not run: {reason}"),
        }
    }
}

/// `target/bench` in cargo's build folder.
fn results_folder() -> PathBuf {
    let target = std::env::current_exe().unwrap().ancestors().nth(3).unwrap().to_owned();
    let folder = target.join("bench");
    fs::create_dir_all(&folder).unwrap();
    folder
}
