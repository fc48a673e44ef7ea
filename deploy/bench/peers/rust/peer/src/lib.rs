//! What the peers written in Rust have in common: the conversation with the benchmark (../../README.md) and the loop
//! that measures concurrent writers.

use std::{
    io::{BufRead, Write},
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// Whatever went wrong, as text for the benchmark's table.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What a peer can be asked to measure. Each answers what the protocol says.
pub trait Peer {
    /// So many writers append so many events at a time, each append to a stream of its own.
    fn append(
        &mut self,
        writers: usize,
        events: usize,
        time: Duration,
    ) -> impl Future<Output = Result<Value, Failure>>;
    /// The log from its start, at most so many events.
    fn read_all(&mut self, events: usize) -> impl Future<Output = Result<Value, Failure>>;
    /// One reader reads a stream of 100 events again and again.
    fn read_stream(&mut self, time: Duration) -> impl Future<Output = Result<Value, Failure>>;
}

/// The version of a crate that the peers are built with.
pub fn version(name: &str) -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let entry = lock.split("[[package]]").find(|entry| entry.contains(&format!("name = \"{name}\"\n")));
    entry.and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next()).unwrap_or_default()
}

/// Says what will be measured, then answers one line for each line on standard input, until that ends.
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
    // A benchmark that has gone away is noticed at the end of standard input.
    let _ = std::io::stdout().flush();
}

type Step = Pin<Box<dyn Future<Output = Result<(), Failure>> + Send>>;

/// So many tasks, each doing one step after the other until the time is over; latencies of every step.
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

/// The answer for so many operations, with the time in milliseconds that each took.
pub fn sample(mut latencies: Vec<f64>, elapsed: Duration) -> Value {
    latencies.sort_unstable_by(f64::total_cmp);
    let percentile = |percent: usize| latencies.get(latencies.len().saturating_sub(1) * percent / 100);
    json!({
        "operations": latencies.len(), "seconds": elapsed.as_secs_f64(),
        "p50": percentile(50), "p99": percentile(99),
    })
}
