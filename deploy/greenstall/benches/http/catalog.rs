//! Benchmarks the catalog: searches, lists and single products, compared with an axum handler that answers constants of
//! the same bytes. Each load is closed first (every reader waits for its answer), and then open, at half of that rate:
//! requests are due at fixed times, and their latency counts from then.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Router, body::Bytes, http::Uri, routing::get};
use serde_json::Value;
use test_support::bench::{
    Budget, Figures,
    catalog::{LISTS, PLACES, searches},
    http::Client,
    machine, percentile,
    pgbench::Outcome,
};
use tokio::net::TcpListener;

use super::{load, server::Server};

const MEASURED_TIME: Duration = Duration::from_secs(10);
const WARM_UP: Duration = Duration::from_secs(3);
/// The number of connections that search, and of those that read single products.
const SEARCH_CONNECTIONS: usize = 16;
const PRODUCT_CONNECTIONS: usize = 64;
/// The number of products that are read in turn.
const PRODUCTS: usize = 500;

/// The targets for a market with a given number of products.
pub(crate) struct Budgets {
    /// Searches per second.
    pub(crate) searches: Budget,
    /// 99th percentile of searches, in milliseconds.
    pub(crate) search_p99: Budget,
    /// Lists near a place per second.
    pub(crate) near: Budget,
    /// 99th percentile of lists near a place, in milliseconds.
    pub(crate) near_p99: Budget,
}

/// Latencies in milliseconds, for comparing different numbers of products.
pub(crate) struct Latencies {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

pub(crate) async fn measure(
    products: u32,
    budgets: &Budgets,
    figures: &mut Figures,
) -> io::Result<Latencies> {
    let began = Instant::now();
    let server = Server::with_products(products)?;
    let name = |figure: &str| format!("{products} products: {figure}");
    figures.add(&name("made, if need be, and ready"), began.elapsed().as_secs_f64(), "s", Budget::Free);
    first_counts(&server, figures, &name("first counts of a broad filter")).await?;

    let searches: Vec<String> = searches().map(|words| list_path(&format!("search={words}"))).collect();
    let measured =
        Measured { connections: SEARCH_CONNECTIONS, budget: budgets.searches, p99: budgets.search_p99 };
    let searched = of_paths(&server, searches, measured, figures, &name("searches")).await?;
    for (what, queries, budget, p99) in [
        ("lists", &LISTS[..], Budget::Free, budgets.near_p99),
        ("lists near a place", &PLACES[..], budgets.near, budgets.near_p99),
    ] {
        let paths = queries.iter().map(|query| list_path(query)).collect();
        let measured = Measured { connections: SEARCH_CONNECTIONS, budget, p99 };
        of_paths(&server, paths, measured, figures, &name(what)).await?;
    }
    let paths = some_products(server.address).await?;
    let measured =
        Measured { connections: PRODUCT_CONNECTIONS, budget: Budget::AtLeast(60_000.0), p99: Budget::Free };
    of_paths(&server, paths, measured, figures, &name("single products")).await?;
    Ok(searched)
}

/// The longest of several answers to filters that were not used before.
async fn first_counts(server: &Server, figures: &mut Figures, name: &str) -> io::Result<()> {
    let mut client = Client::connect(server.address).await?;
    let mut longest: f64 = 0.0;
    for cents in 0..10 {
        // Every product costs less.
        let path = list_path(&format!("maxPrice={}&inStock=true", 1_000_000 + cents));
        let asked = Instant::now();
        client.get(&path).await?;
        longest = longest.max(asked.elapsed().as_secs_f64() * 1e3);
    }
    figures.add(&format!("{name}: longest of ten"), longest, "ms", Budget::AtMost(50.0));
    Ok(())
}

fn list_path(query: &str) -> String {
    format!("/api/products?{query}")
}

/// How many connections request paths, and the targets of the closed load.
#[derive(Clone, Copy)]
struct Measured {
    connections: usize,
    budget: Budget,
    p99: Budget,
}

/// Measures these paths, after requesting each once.
async fn of_paths(
    server: &Server,
    paths: Vec<String>,
    measured: Measured,
    figures: &mut Figures,
    name: &str,
) -> io::Result<Latencies> {
    let Measured { connections, budget, p99 } = measured;
    let paths = Arc::new(paths);
    let mut client = Client::connect(server.address).await?;
    let mut bodies = Vec::new();
    for path in paths.iter() {
        bodies.push(client.get(path).await?.1);
    }
    load::get(server.address, &paths, connections, WARM_UP).await?;
    let closed = load::get(server.address, &paths, connections, MEASURED_TIME).await?;
    let constants = constants(bodies, &paths, connections).await?;
    let peer = Some(("axum, constants of the same bytes", constants.rate));
    figures.beside(&format!("{name}, {connections} connections"), closed.rate, "reads/s", peer, budget);
    let latencies = report(closed.milliseconds, p99, figures, name);
    let rate = closed.rate / 2.0;
    let open = load::open(server.address, &paths, connections, rate, MEASURED_TIME).await?;
    report(open.milliseconds, Budget::Free, figures, &format!("{name}, open load of {rate:.0}/s"));
    figures.add(&format!("{name}: load"), machine::load(), "", Budget::Free);
    Ok(latencies)
}

fn report(mut milliseconds: Vec<f64>, p99: Budget, figures: &mut Figures, name: &str) -> Latencies {
    let latencies =
        Latencies { p50: percentile(&mut milliseconds, 50), p99: percentile(&mut milliseconds, 99) };
    figures.add(&format!("{name}: p50"), latencies.p50, "ms", Budget::Free);
    figures.add(&format!("{name}: p99"), latencies.p99, "ms", p99);
    milliseconds.sort_unstable_by(f64::total_cmp);
    let place = milliseconds.len() - 1 - milliseconds.len() / 1_000;
    figures.add(&format!("{name}: p99.9"), milliseconds[place], "ms", Budget::Free);
    latencies
}

/// The paths of the first products by name, each as often as Zipf's law has it: the second half as often as the first,
/// the third a third as often.
async fn some_products(address: SocketAddr) -> io::Result<Vec<String>> {
    let mut client = Client::connect(address).await?;
    let mut ids = Vec::new();
    for page in 1..=PRODUCTS / 100 {
        let (_, body) = client.get(&list_path(&format!("sort=name&limit=100&page={page}"))).await?;
        let body: Value = serde_json::from_slice(&body)?;
        let list = body["products"].as_array().into_iter().flatten();
        ids.extend(list.filter_map(|product| product["id"].as_str().map(str::to_owned)));
    }
    let paths = (1..)
        .zip(&ids)
        .flat_map(|(rank, id)| std::iter::repeat_n(format!("/api/products/{id}"), (ids.len() / rank).max(1)));
    Ok(paths.collect())
}

/// The rate at which handlers answer that return these bytes and do nothing else.
async fn constants(
    bodies: Vec<Vec<u8>>,
    paths: &Arc<Vec<String>>,
    connections: usize,
) -> io::Result<Outcome> {
    let known: HashMap<String, Bytes> =
        paths.iter().cloned().zip(bodies.into_iter().map(Bytes::from)).collect();
    let known = Arc::new(known);
    let answer = move |uri: Uri| {
        let body = known.get(&uri.to_string()).cloned();
        async move { body.unwrap_or_default() }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let serving =
        tokio::spawn(async move { axum::serve(listener, Router::new().fallback(get(answer))).await });
    load::get(address, paths, connections, WARM_UP).await?;
    let outcome = load::get(address, paths, connections, MEASURED_TIME).await;
    serving.abort();
    outcome
}
