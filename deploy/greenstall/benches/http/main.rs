//! How much the real program serves over HTTP, on its own Postgres with fsync. Run by `make bench-http`; writes
//! `target/bench/http.json`. The client shares the machine with it.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

mod checkouts;
mod client;
mod server;
mod streams;

use server::Server;
use test_support::bench::{Figures, results_folder};

#[tokio::main(worker_threads = 2)]
async fn main() -> std::io::Result<()> {
    let server = Server::start()?;
    let postgres = std::fs::read_to_string(server.folder().join("postgres/cluster/PG_VERSION"))?;
    let postgres = postgres.trim().parse().expect("the cluster's version is a number");
    let mut figures = Figures::of(postgres, server.folder());
    checkouts::measure(server.address, &mut figures).await?;
    greenstall::open_files::raise_limit();
    streams::measure(&server, &mut figures).await?;
    figures.write(&results_folder(), "http");
    println!("the program's folder was {}", server.folder().display());
    Ok(())
}
