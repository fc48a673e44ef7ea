//! A closed-loop load generator: each reader sends the next request as soon as it has the answer.

use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use test_support::bench::{http::Client, pgbench::Outcome};
use tokio::task::JoinSet;

/// Requests these paths for this time on this many connections. Each connection cycles through all paths, beginning at
/// a different one.
///
/// # Errors
/// When an answer is not a success.
pub(crate) async fn get(
    address: SocketAddr,
    paths: &Arc<Vec<String>>,
    connections: usize,
    time: Duration,
) -> io::Result<Outcome> {
    let began = Instant::now();
    let mut readers = JoinSet::new();
    for number in 0..connections {
        let paths = paths.clone();
        readers.spawn(async move {
            let mut client = Client::connect(address).await?;
            let mut milliseconds = Vec::new();
            // A prime step, so that readers rarely request the same path at the same time.
            let mut next = number * 7_919;
            while began.elapsed() < time {
                let path = &paths[next % paths.len()];
                let asked = Instant::now();
                let (status, body) = client.get(path).await?;
                if status != 200 {
                    return Err(io::Error::other(format!(
                        "{path}: {status} {}",
                        String::from_utf8_lossy(&body)
                    )));
                }
                milliseconds.push(asked.elapsed().as_secs_f64() * 1e3);
                next += 104_729;
            }
            Ok(milliseconds)
        });
    }
    let mut milliseconds = Vec::new();
    for reader in readers.join_all().await {
        milliseconds.extend(reader?);
    }
    Ok(Outcome { rate: milliseconds.len() as f64 / began.elapsed().as_secs_f64(), milliseconds })
}
