//! Benchmarks the catalog: searches, lists and single products, compared with the same statements sent by `pgbench` and
//! with an axum handler that answers a constant.

use std::{
    fs, io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Router, routing::get};
use serde_json::Value;
use test_support::bench::{
    Budget, Figures,
    http::Client,
    machine, percentile,
    pgbench::{Outcome, Pgbench},
    results_folder,
};
use tokio::net::TcpListener;

use super::{
    load,
    server::Server,
    statements::{Statements, as_scripts},
};

const MEASURED_TIME: Duration = Duration::from_secs(10);
const WARM_UP: Duration = Duration::from_secs(3);
/// The number of connections that search, and of those that read single products.
const SEARCH_CONNECTIONS: usize = 16;
const PRODUCT_CONNECTIONS: usize = 64;
/// The number of products that are read in turn.
const PRODUCTS: usize = 500;
/// The most paths whose statements `pgbench` sends: with more, its clients would spend most of the time planning.
const SCRIPTS: usize = 12;
/// The search texts with which the query service's search quality is measured, too.
const SEARCHES: &str = include_str!("../../../../query-service/src/queries/catalog/quality.txt");

/// Query strings of lists without a search text, as the UI requests them.
const LISTS: [&str; 10] = [
    "",
    "category=produce",
    "category=dairy&sort=price",
    "category=bakery&sort=-rating.average",
    "sort=-views,-rating.average,-createdAt",
    "inStock=true&maxPrice=10",
    "isOrganic=true",
    "category=produce&fulfillment=delivery&sort=-price",
    "sort=name&page=3",
    "featured=true&limit=8",
];

/// The shoppers' places, as query parameters.
const PLACES: [&str; 6] = [
    "zip=97205",
    "zip=11201&category=produce",
    "zip=60614",
    "zip=78702&radius=10",
    "zip=98101&inStock=true",
    "zip=97205&search=bread",
];

/// The targets for a market with a given number of products.
pub(crate) struct Budgets {
    /// 99th percentile of searches, in milliseconds.
    pub(crate) search_p99: Budget,
    /// Searches per second.
    pub(crate) searches: Budget,
}

/// Search latencies, for comparing different numbers of products.
pub(crate) struct Searched {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
}

pub(crate) async fn measure(products: u32, budgets: &Budgets, figures: &mut Figures) -> io::Result<Searched> {
    let began = Instant::now();
    let server = Server::with_products(products)?;
    let name = |figure: &str| format!("{products} products: {figure}");
    figures.add(&name("made, if need be, and ready"), began.elapsed().as_secs_f64(), "s", Budget::Free);

    let searches: Arc<Vec<String>> =
        Arc::new(searches().map(|words| list_path(&format!("search={words}"))).collect());
    let outcome =
        beside_sql(&server, &searches, SEARCH_CONNECTIONS, figures, &name("searches"), budgets.searches)
            .await?;
    let mut milliseconds = outcome.milliseconds;
    let searched =
        Searched { p50: percentile(&mut milliseconds, 50), p99: percentile(&mut milliseconds, 99) };
    figures.add(&name("searches: p50"), searched.p50, "ms", Budget::Free);
    figures.add(&name("searches: p99"), searched.p99, "ms", budgets.search_p99);

    for (what, queries) in [("lists", &LISTS[..]), ("lists near a place", &PLACES[..])] {
        let paths = Arc::new(queries.iter().map(|query| list_path(query)).collect());
        let outcome =
            beside_sql(&server, &paths, SEARCH_CONNECTIONS, figures, &name(what), Budget::Free).await?;
        let mut milliseconds = outcome.milliseconds;
        figures.add(&name(&format!("{what}: p50")), percentile(&mut milliseconds, 50), "ms", Budget::Free);
        figures.add(
            &name(&format!("{what}: p99")),
            percentile(&mut milliseconds, 99),
            "ms",
            budgets.search_p99,
        );
    }

    let ids = some_products(server.address).await?;
    let details: Arc<Vec<String>> = Arc::new(ids.iter().map(|id| format!("/api/products/{id}")).collect());
    let outcome = beside_sql(
        &server,
        &details,
        PRODUCT_CONNECTIONS,
        figures,
        &name("single products"),
        Budget::AtLeast(20_000.0),
    )
    .await?;
    let mut milliseconds = outcome.milliseconds;
    figures.add(&name("single products: p50"), percentile(&mut milliseconds, 50), "ms", Budget::Free);
    figures.add(&name("single products: p99"), percentile(&mut milliseconds, 99), "ms", Budget::Free);
    beside_constant(&server, &details[0], outcome.rate, figures, &name("single products")).await?;
    explain(&server, products, &details[0]).await?;
    Ok(searched)
}

fn list_path(query: &str) -> String {
    format!("/api/products?{query}")
}

/// The search texts, encoded for a URL.
fn searches() -> impl Iterator<Item = String> {
    let lines = SEARCHES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.filter_map(|line| line.split('|').nth(1)).map(|words| {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        };
        words.trim().bytes().map(byte).collect()
    })
}

/// Measures the paths over HTTP, after requesting each once. Then compares a sample of them with the same statements
/// sent by `pgbench` from as many clients.
async fn beside_sql(
    server: &Server,
    paths: &Arc<Vec<String>>,
    connections: usize,
    figures: &mut Figures,
    name: &str,
    budget: Budget,
) -> io::Result<Outcome> {
    let mut client = Client::connect(server.address).await?;
    for path in paths.iter() {
        client.get(path).await?;
    }
    load::get(server.address, paths, connections, WARM_UP).await?;
    let outcome = load::get(server.address, paths, connections, MEASURED_TIME).await?;
    figures.add(&format!("{name}, {connections} connections"), outcome.rate, "reads/s", budget);
    let mut statements = Statements::of(server).await?;
    let mut lists = Vec::new();
    let sample: Vec<String> = paths.iter().step_by(paths.len().div_ceil(SCRIPTS)).cloned().collect();
    for path in &sample {
        lists.push(statements.for_path(path).await?);
    }
    statements.end().await?;
    let (scripts, variables) = as_scripts(&lists);
    let pgbench = Pgbench::of(&server.database()?).await.map_err(io::Error::other)?;
    let clients = u32::try_from(connections).expect("a few");
    let bare = pgbench.run(&scripts, &variables, clients, MEASURED_TIME).await.map_err(io::Error::other)?;
    let ours = load::get(server.address, &Arc::new(sample), connections, MEASURED_TIME).await?;
    let peer = format!("{}, the same statements", pgbench.version());
    // Reads by id are batched across concurrent requests, so the program may send fewer statements than `pgbench` and
    // exceed a ratio of one.
    let ratio = if connections == SEARCH_CONNECTIONS { Budget::Ratio(0.7) } else { Budget::Free };
    let name_of_both = format!("{name}: of {} of them, beside SQL", lists.len());
    figures.beside(&name_of_both, ours.rate, "reads/s", Some((&peer, bare.rate)), ratio);
    figures.add(&format!("{name}: load"), machine::load(), "", Budget::Free);
    Ok(outcome)
}

/// The ids of the first products in several sort orders.
async fn some_products(address: SocketAddr) -> io::Result<Vec<String>> {
    let mut client = Client::connect(address).await?;
    let mut ids = Vec::new();
    for page in 1..=PRODUCTS / 100 {
        let (_, body) = client.get(&list_path(&format!("sort=name&limit=100&page={page}"))).await?;
        let body: Value = serde_json::from_slice(&body)?;
        let list = body["products"].as_array().into_iter().flatten();
        ids.extend(list.filter_map(|product| product["id"].as_str().map(str::to_owned)));
    }
    Ok(ids)
}

/// Compares with a handler that returns the same bytes and does nothing else.
async fn beside_constant(
    server: &Server,
    path: &str,
    rate: f64,
    figures: &mut Figures,
    name: &str,
) -> io::Result<()> {
    let (_, body) = Client::connect(server.address).await?.get(path).await?;
    let body: &'static [u8] = body.leak();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let constant = tokio::spawn(async move {
        axum::serve(listener, Router::new().route("/", get(move || async move { body }))).await
    });
    let paths = Arc::new(vec!["/".to_owned()]);
    load::get(address, &paths, PRODUCT_CONNECTIONS, WARM_UP).await?;
    let outcome = load::get(address, &paths, PRODUCT_CONNECTIONS, MEASURED_TIME).await?;
    constant.abort();
    figures.beside(
        &format!("{name}: beside a constant"),
        rate,
        "reads/s",
        Some(("axum, a constant of the same bytes", outcome.rate)),
        Budget::Free,
    );
    Ok(())
}

/// Writes the query plans of the most important reads.
async fn explain(server: &Server, products: u32, detail: &str) -> io::Result<()> {
    let folder = results_folder().join(format!("plans-{products}"));
    fs::create_dir_all(&folder)?;
    let mut statements = Statements::of(server).await?;
    let reads = [
        ("search", "/api/products?search=tomato".to_owned()),
        // An unusual price, so that the counts are not cached.
        (
            "counts",
            format!("/api/products?search=tomato&limit=0&maxPrice={}", 1_000_000 + std::process::id()),
        ),
        ("category", "/api/products?category=produce".to_owned()),
        ("near", "/api/products?zip=97205".to_owned()),
        ("product", detail.to_owned()),
    ];
    for (name, path) in reads {
        let mut text = format!("GET {path}\n");
        for statement in statements.for_path(&path).await? {
            let plan = statements.explain(&statement).await?;
            text.push_str(&format!("\n{}\n\n{plan}\n", statement.sql.trim()));
        }
        fs::write(folder.join(format!("{name}.txt")), text)?;
    }
    statements.end().await
}
