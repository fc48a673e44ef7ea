//! `kurrentdb-double [--port N] [--file PATH]`: prints its address, then runs commands from standard input (see
//! `control.rs`) until the input ends.

use std::{io::Write, process::ExitCode};

use kurrentdb_double::{Double, Options, run_command};
use tokio::io::{AsyncBufReadExt, BufReader};

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kurrentdb-double: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let double = Double::start(options(std::env::args().skip(1))?).await?;
    say(&double.address().to_string())?;
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        say(&run_command(&double, &line))?;
    }
    Ok(())
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options::default();
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--port" => options.port = value.parse().map_err(|error| format!("--port {value}: {error}"))?,
            "--file" => options.file = Some(value.into()),
            _ => return Err(format!("{name} is unknown; there are --port and --file")),
        }
    }
    Ok(options)
}

fn say(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
