//! Shared by the peers that are written in Rust: the protocol of the benchmark (../../README.md), and the loop that
//! measures concurrent writers.

use std::{
    io::{BufRead, Write},
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// An error. Its text is printed in the benchmark's table.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The measurements of a peer. Each returns the answer that the protocol prescribes.
pub trait Peer {
    /// `writers` writers append `events` events at a time, each append to a new stream.
    fn append(
        &mut self,
        writers: usize,
        events: usize,
        time: Duration,
    ) -> impl Future<Output = Result<Value, Failure>>;
    /// Reads the log from its start, at most `events` events.
    fn read_all(&mut self, events: usize) -> impl Future<Output = Result<Value, Failure>>;
    /// One reader reads a stream of 100 events repeatedly.
    fn read_stream(&mut self, time: Duration) -> impl Future<Output = Result<Value, Failure>>;
}

/// The version of a crate that the peers are built with.
pub fn version(name: &str) -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let entry = lock.split("[[package]]").find(|entry| entry.contains(&format!("name = \"{name}\"\n")));
    entry.and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next()).unwrap_or_default()
}

/// Prints `about`, and then one line for each line on standard input, until the input ends.
pub async fn serve(mut peer: impl Peer, about: Value) {
    say(&about);
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let answer = match serde_json::from_str(&line) {
            Ok(request) => answer(&mut peer, &request).await,
            Err(error) => Err(error.into()),
        };
        say(&answer.unwrap_or_else(|error| json!({ "error": error.to_string() })));
    }
}

async fn answer(peer: &mut impl Peer, request: &Value) -> Result<Value, Failure> {
    let number = |name: &str| request[name].as_u64().unwrap_or_default() as usize;
    let time = Duration::from_secs_f64(request["seconds"].as_f64().unwrap_or(1.0));
    match request["measure"].as_str() {
        Some("append") => peer.append(number("writers"), number("events"), time).await,
        Some("read_all") => peer.read_all(number("events")).await,
        Some("read_stream") => peer.read_stream(time).await,
        _ => Err(format!("cannot measure {request}").into()),
    }
}

fn say(answer: &Value) {
    println!("{answer}");
    // If the benchmark has ended, standard input ends, too.
    let _ = std::io::stdout().flush();
}

type Step = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send>>;

/// Runs `tasks` tasks, each of which repeats `step` until the time is over. Returns the latencies of all steps.
pub async fn concurrently(
    tasks: usize,
    time: Duration,
    step: impl Fn() -> Step + Send + Sync + 'static,
) -> Result<Value, Failure> {
    let step = Arc::new(step);
    let start = Instant::now();
    let running: Vec<_> = (0..tasks)
        .map(|_| {
            let step = Arc::clone(&step);
            tokio::spawn(async move {
                let mut latencies = Vec::new();
                while start.elapsed() < time {
                    let sent = Instant::now();
                    step().await?;
                    latencies.push(sent.elapsed().as_secs_f64() * 1e3);
                }
                Ok::<_, Failure>(latencies)
            })
        })
        .collect();
    let mut latencies = Vec::new();
    for task in running {
        latencies.append(&mut task.await??);
    }
    Ok(sample(latencies, start.elapsed()))
}

/// The answer for operations with these latencies in milliseconds.
pub fn sample(mut latencies: Vec<f64>, elapsed: Duration) -> Value {
    latencies.sort_unstable_by(f64::total_cmp);
    let percentile = |percent: usize| latencies.get(latencies.len().saturating_sub(1) * percent / 100);
    json!({
        "operations": latencies.len(), "seconds": elapsed.as_secs_f64(),
        "p50": percentile(50), "p99": percentile(99),
    })
}
