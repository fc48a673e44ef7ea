//! Benchmarks the real program over HTTP, on its own Postgres with fsync. Run by `make bench-http`; writes
//! `target/bench/http.json`. The client runs on the same machine.
//!
//! The markets of the catalog part are created once and kept in `target/bench`. `cargo bench --bench http -- catalog`
//! runs one part: `catalog`, `checkouts` or `streams`. `catalog small` leaves the large market out.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

mod catalog;
mod checkouts;
mod client;
mod load;
mod server;
mod streams;
mod webhooks;

use catalog::Budgets;
use server::Server;
use test_support::bench::{Budget, Figures, results_folder};

const SMALL: u32 = 10_000;
const LARGE: u32 = 1_000_000;

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[tokio::main(worker_threads = 2)]
async fn main() -> std::io::Result<()> {
    let parts: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wants = |part: &str| parts.is_empty() || parts.iter().any(|word| word == part);
    let server = Server::start()?;
    let postgres = std::fs::read_to_string(server.folder().join("postgres/cluster/PG_VERSION"))?;
    let postgres = postgres.trim().parse().expect("the cluster's version is a number");
    let mut figures = Figures::of(postgres, server.folder());
    if wants("checkouts") {
        checkouts::measure(server.address, &mut figures).await?;
    }
    if wants("streams") {
        greenstall::open_files::raise_limit();
        streams::measure(&server, &mut figures).await?;
    }
    drop(server);
    if wants("catalog") {
        let budgets = Budgets {
            searches: Budget::AtLeast(10_000.0),
            search_p99: Budget::AtMost(5.0),
            near: Budget::AtLeast(5_000.0),
            near_p99: Budget::AtMost(10.0),
        };
        let small = catalog::measure(SMALL, &budgets, &mut figures).await?;
        let budgets = Budgets {
            searches: Budget::AtLeast(1_000.0),
            search_p99: Budget::AtMost(25.0),
            near: Budget::AtLeast(1_000.0),
            near_p99: Budget::AtMost(40.0),
        };
        if !parts.iter().any(|part| part == "small") {
            let large = catalog::measure(LARGE, &budgets, &mut figures).await?;
            let growth = format!("searches: from {SMALL} to {LARGE} products");
            figures.add(&format!("{growth}: p50 grows to"), large.p50 / small.p50, "times", Budget::Free);
            figures.add(&format!("{growth}: p99 grows to"), large.p99 / small.p99, "times", Budget::Free);
        }
    }
    figures.write(&results_folder(), "http");
    println!("the programs' folders were below {}", results_folder().display());
    Ok(())
}
