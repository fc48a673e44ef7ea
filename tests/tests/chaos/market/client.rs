//! A client that repeats keyed commands until it gets an answer, and checks that a repeated command gets the same
//! answer.

use std::{
    io::Write,
    net::TcpStream,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;
use ureq::{Agent, Body, http::Response};

use super::{
    audit::BrokenPromise,
    board::{PROCESSES, SharedState},
};

/// Longer than the server's own limit of a minute, so that the server gives up first.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(70);
/// A command that has had no final answer for this long counts as hung, however often it was sent.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(150);
/// The pause between two tries.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Post,
    Put,
}

/// An answer from the program.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    position: u64,
    /// Whether the answer has the header `Greenstall-Stale`.
    pub(crate) stale: bool,
    retry_after: bool,
}

impl Answer {
    /// Whether the answer is a 503 that says when to try again.
    pub(crate) const fn is_unavailable_with_retry(&self) -> bool {
        self.status == 503 && self.retry_after
    }

    pub(crate) fn text(&self, pointer: &str) -> String {
        self.body.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

pub(crate) struct Client {
    pub(crate) board: Arc<SharedState>,
    pub(crate) dice: StdRng,
    agent: Agent,
    /// A prefix for idempotency keys that is unique over all parts of the run.
    name: String,
    keys: u32,
    seed: u64,
    token: String,
    pub(crate) seen: u64,
}

impl Client {
    pub(crate) fn new(board: &Arc<SharedState>, name: &str, seed: u64) -> Self {
        let config =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(REQUEST_TIMEOUT));
        let mixed = name.bytes().fold(seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        Self {
            board: Arc::clone(board),
            dice: StdRng::seed_from_u64(mixed),
            agent: config.build().into(),
            name: name.to_owned(),
            keys: 0,
            seed,
            token: String::new(),
            seen: 0,
        }
    }

    /// The same user in another part of the run.
    pub(crate) fn again(&self, board: &Arc<SharedState>, name: &str) -> Self {
        Self { token: self.token.clone(), seen: self.seen, ..Self::new(board, name, self.seed) }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Sends this token with all later requests.
    pub(crate) fn hold(&mut self, token: String) {
        self.token = token;
    }

    pub(crate) fn percent(&mut self, share: u32) -> bool {
        self.dice.random_range(0..100) < share
    }

    /// Sends a command with its own key until there is a final answer, and sometimes once more. `None` when there is no
    /// answer in time, which is an offence.
    pub(crate) fn command(&mut self, method: Method, path: &str, body: &Value) -> Option<Answer> {
        self.keys += 1;
        let key = format!("{}-{}", self.name, self.keys);
        if self.percent(8) {
            self.send_and_disconnect(method, path, &key, body);
        }
        let answer = self.ask(method, path, &key, body)?;
        if self.percent(25) {
            self.board.count("keyed commands sent again after an answer");
            let again = self.ask(method, path, &key, body)?;
            // A log-in is not stored: its repetition gets a token of its own.
            let kept = |answer: &Answer| (answer.status, without_token(&answer.body));
            if kept(&again) != kept(&answer) {
                let what = format!("{path} with {key}: {answer:?}, then {again:?}");
                self.board.offence(BrokenPromise::AnswerChanged, what);
            }
        }
        Some(answer)
    }

    /// Like [`Self::command`], for a command that must succeed.
    pub(crate) fn done(&mut self, method: Method, path: &str, body: &Value) -> Option<Answer> {
        let answer = self.command(method, path, body)?;
        if (200..300).contains(&answer.status) {
            return Some(answer);
        }
        self.board.offence(BrokenPromise::Refused, format!("{path} by {}: {answer:?}", self.name));
        None
    }

    fn ask(&mut self, method: Method, path: &str, key: &str, body: &Value) -> Option<Answer> {
        let deadline = Instant::now() + COMMAND_TIMEOUT;
        let mut lost = false;
        loop {
            if let Some((process, address)) = self.choose() {
                let url = format!("{address}/api{path}");
                let request = match method {
                    Method::Post => self.agent.post(url),
                    Method::Put => self.agent.put(url),
                };
                let request =
                    request.header("Idempotency-Key", key).header("Content-Type", "application/json");
                let request = match self.token.is_empty() {
                    true => request,
                    false => request.header("Authorization", self.authorization()),
                };
                // Send the same bytes each time: with another body the key would be refused.
                if let Some(answer) = self.hear(path, request.send(body.to_string())) {
                    self.board.answered[process].fetch_add(1, Ordering::Relaxed);
                    // A temporary refusal must say when to try again.
                    if !answer.retry_after {
                        self.board.count("keyed commands answered");
                        if lost {
                            self.board.count("keyed commands sent again after a lost answer");
                        }
                        return Some(answer);
                    }
                }
                lost = true;
            }
            if Instant::now() > deadline {
                self.board.offence(
                    BrokenPromise::Hung,
                    format!("{path}: no final answer within {COMMAND_TIMEOUT:?}"),
                );
                return None;
            }
            std::thread::sleep(RETRY_PAUSE);
        }
    }

    /// Sends a query once. The answer must include all events up to `after`. `None` when there is no answer.
    pub(crate) fn look(&mut self, path: &str, after: u64) -> Option<Answer> {
        let Some(address) = self.board.address(0) else {
            std::thread::sleep(RETRY_PAUSE);
            return None;
        };
        let request = self.agent.get(format!("{address}/api{path}"));
        let request = match self.token.is_empty() {
            true => request,
            false => request.header("Authorization", self.authorization()),
        };
        let answer = self.hear(path, request.header("Greenstall-After", after.to_string()).call());
        if answer.is_none() {
            std::thread::sleep(RETRY_PAUSE);
        }
        answer
    }

    fn hear(&mut self, path: &str, response: Result<Response<Body>, ureq::Error>) -> Option<Answer> {
        let read = response.and_then(|mut response| {
            let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            let position = header("greenstall-position").and_then(|text| text.parse().ok()).unwrap_or(0);
            let (stale, retry_after) =
                (header("greenstall-stale").is_some(), header("retry-after").is_some());
            let status = response.status().as_u16();
            let text = response.body_mut().read_to_string()?;
            let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
            Ok(Answer { status, body, position, stale, retry_after })
        });
        match read {
            Ok(answer) => {
                self.seen = self.seen.max(answer.position);
                let mut book = self.board.book();
                book.highest = book.highest.max(answer.position);
                drop(book);
                if answer.is_unavailable_with_retry() {
                    self.board.count("answers 503 with Retry-After");
                } else if answer.status >= 500 {
                    self.board.offence(BrokenPromise::ServerError, format!("{path}: {answer:?}"));
                }
                Some(answer)
            }
            Err(ureq::Error::Timeout(_)) => {
                self.board
                    .offence(BrokenPromise::Hung, format!("{path}: no answer within {REQUEST_TIMEOUT:?}"));
                None
            }
            // The process is not running, or was killed before it answered.
            Err(_) => {
                self.board.count("requests whose answer was lost");
                None
            }
        }
    }

    /// Sends a command and disconnects before the answer.
    fn send_and_disconnect(&mut self, method: Method, path: &str, key: &str, body: &Value) {
        let Some((_, address)) = self.choose() else { return };
        let body = body.to_string();
        let method = if method == Method::Post { "POST" } else { "PUT" };
        let authorization = match self.token.is_empty() {
            true => String::new(),
            false => format!("authorization: {}\r\n", self.authorization()),
        };
        let length = body.len();
        let request = format!(
            "{method} /api{path} HTTP/1.1\r\nhost: shop\r\n{authorization}idempotency-key: {key}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        // If the process is dead, the request is lost as well, which does not matter.
        let sent = TcpStream::connect(address.trim_start_matches("http://"))
            .and_then(|mut stream| stream.write_all(request.as_bytes()));
        if sent.is_ok() {
            self.board.count("commands whose sender hung up");
        }
    }

    /// Chooses a running process at random.
    fn choose(&mut self) -> Option<(usize, String)> {
        let first = self.dice.random_range(0..PROCESSES);
        [first, 1 - first]
            .into_iter()
            .find_map(|process| self.board.address(process).map(|address| (process, address)))
    }

    fn authorization(&self) -> String {
        format!("Bearer {}", self.token)
    }
}

/// The body without the access token.
fn without_token(body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(members) = body.as_object_mut() {
        members.remove("token");
    }
    body
}
