//! A peer: a contestant in its own process, which answers lines of JSON; see `deploy/bench/peers/README.md`.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use async_trait::async_trait;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::contestant::{Contestant, LOG_READ_EVENTS, Measure, Sample};

/// The time that connecting, filling and answering may take in addition to the measured time.
const SETUP_ALLOWANCE: Duration = Duration::from_secs(60);

/// A running peer.
pub(crate) struct Peer {
    child: Child,
    requests: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
    errors: PathBuf,
    name: String,
    about: String,
}

impl Peer {
    /// Starts the peer with this name on an empty database, with its own folder for files.
    ///
    /// # Errors
    /// The reason why the peer cannot run: it is not installed, or it does not start.
    pub(crate) async fn start(name: &str, url: &str, event: &Value, folder: &Path) -> Result<Self, String> {
        let text = |error: std::io::Error| error.to_string();
        let folder = folder.join(name);
        fs::create_dir_all(&folder).map_err(text)?;
        let errors = folder.join("errors");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/bench/peers/run.sh");
        let mut child = Command::new(script)
            .args([name, url, &event.to_string()])
            .arg(folder.join("data"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&errors).map_err(text)?)
            // Put the peer into its own process group, so that its child processes can be ended with it.
            .process_group(0)
            .spawn()
            .map_err(text)?;
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("it was piped")).lines();
        let mut peer = Self { child, requests, answers, errors, name: name.into(), about: String::new() };
        let greeting = peer.next_answer(SETUP_ALLOWANCE).await?;
        let text = |member: &str| greeting[member].as_str().unwrap_or_default().to_owned();
        (peer.name, peer.about) = (text("peer"), text("about"));
        Ok(peer)
    }

    async fn next_answer(&mut self, patience: Duration) -> Result<Value, String> {
        let line = match timeout(patience, self.answers.next_line()).await {
            Ok(Ok(Some(line))) => line,
            Ok(_) => return Err(self.last_words()),
            Err(_) => {
                self.end();
                return Err(format!("no answer within {} s", patience.as_secs()));
            }
        };
        let answer: Value = serde_json::from_str(&line).map_err(|_| format!("it answered: {line}"))?;
        match answer["error"].as_str() {
            Some(error) => Err(error.into()),
            None => Ok(answer),
        }
    }

    /// The standard error output of a process that has ended.
    fn last_words(&self) -> String {
        let errors = fs::read_to_string(&self.errors).unwrap_or_default();
        errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it ended without a word").to_owned()
    }

    /// Ends the peer and all its child processes.
    fn end(&mut self) {
        self.requests = None;
        if let Some(id) = self.child.id() {
            let _ = std::process::Command::new("kill")
                .args(["-KILL", "--", &format!("-{id}")])
                .stderr(Stdio::null())
                .status();
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.end();
    }
}

#[async_trait]
impl Contestant for Peer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    async fn measure(&mut self, measure: Measure, time: Duration) -> Result<Sample, String> {
        let seconds = time.as_secs_f64();
        let request = match measure {
            Measure::Append { writers, events } => {
                json!({ "measure": "append", "writers": writers, "events": events, "seconds": seconds })
            }
            Measure::ReadAll => json!({ "measure": "read_all", "events": LOG_READ_EVENTS }),
            Measure::ReadStream => json!({ "measure": "read_stream", "seconds": seconds }),
        };
        let Some(requests) = &mut self.requests else { return Err("it has been ended".into()) };
        if requests.write_all(format!("{request}\n").as_bytes()).await.is_err() {
            return Err(self.last_words());
        }
        let answer = self.next_answer(time + SETUP_ALLOWANCE).await?;
        let number = |member: &str| answer[member].as_f64();
        match (number("operations"), number("seconds")) {
            (Some(operations), Some(seconds)) if operations > 0.0 => {
                Ok(Sample { rate: operations / seconds, p50: number("p50"), p99: number("p99") })
            }
            _ => Err(format!("it answered: {answer}")),
        }
    }
}
