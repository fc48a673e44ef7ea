//! Load generators: closed, where each reader sends the next request as soon as it has the answer, and open, where
//! requests are due at fixed times.

use std::{
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use test_support::bench::{http::Client, pgbench::Outcome};
use tokio::{task::JoinSet, time::sleep_until};

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

/// Requests these paths at this rate (per second). Latencies count from the time at which a request is due, so that a
/// slow answer makes those behind it late, too.
///
/// # Errors
/// When an answer is not a success.
pub(crate) async fn open(
    address: SocketAddr,
    paths: &Arc<Vec<String>>,
    connections: usize,
    rate: f64,
    time: Duration,
) -> io::Result<Outcome> {
    let began = Instant::now();
    let mut readers = JoinSet::new();
    for number in 0..connections {
        let paths = paths.clone();
        readers.spawn(async move {
            let mut client = Client::connect(address).await?;
            let mut milliseconds = Vec::new();
            for round in 0_usize.. {
                let request = round * connections + number;
                let due = began + Duration::from_secs_f64(request as f64 / rate);
                if due > began + time {
                    break;
                }
                sleep_until(due.into()).await;
                let path = &paths[request.wrapping_mul(104_729) % paths.len()];
                let (status, _) = client.get(path).await?;
                if status != 200 {
                    return Err(io::Error::other(format!("{path}: {status}")));
                }
                milliseconds.push(due.elapsed().as_secs_f64() * 1e3);
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
