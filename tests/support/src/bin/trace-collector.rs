//! `trace-collector ADDRESS`: takes traces as OTLP over HTTP and prints each span as a line of JSON, until it is ended.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use test_support::{CollectorAnswer, collect};
use tokio::{net::TcpListener, sync::mpsc};

#[tokio::main]
async fn main() -> ExitCode {
    let Some(address) = std::env::args().nth(1) else {
        let _ = writeln!(io::stderr(), "usage: trace-collector ADDRESS");
        return ExitCode::FAILURE;
    };
    let listener = match TcpListener::bind(&address).await {
        Ok(listener) => listener,
        Err(error) => {
            let _ = writeln!(io::stderr(), "trace-collector: {address}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let (collected, mut got) = mpsc::unbounded_channel();
    let collecting = tokio::spawn(collect(listener, CollectorAnswer::Ok, collected));
    while let Some((span, _taken)) = got.recv().await {
        let line = serde_json::to_string(&span).expect("a span is plain data");
        // The reader has gone.
        if writeln!(io::stdout(), "{line}").is_err() {
            break;
        }
    }
    collecting.abort();
    ExitCode::SUCCESS
}
