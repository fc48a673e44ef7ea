//! Calls the shop as many people: each has a network address of its own in `X-Forwarded-For`, and connections are shared
//! as a reverse proxy does.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use bench_support::http;
use serde_json::Value;
use tokio::time::timeout;

use crate::fault::Fault;

/// The shop's own limit of a request is a minute.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(65);
/// Connections that were idle for longer are not used again, before the shop closes them.
const LONGEST_IDLE: Duration = Duration::from_secs(20);
/// The start of an answer that an error keeps.
const KEPT_ANSWER: usize = 200;

/// Somebody who calls the shop.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) address: Ipv4Addr,
    /// Empty for a visitor.
    pub(crate) token: String,
}

impl Person {
    /// A person who has not logged in, with an address made of a number.
    pub(crate) const fn numbered(number: u32) -> Self {
        let [_, high, middle, low] = number.to_be_bytes();
        Self { address: Ipv4Addr::new(10, high, middle, low), token: String::new() }
    }
}

/// A successful answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) body: Value,
    /// `Greenstall-Position`; 0 without one.
    pub(crate) position: u64,
    /// The answer says that it lacks what `Greenstall-After` named.
    pub(crate) stale: bool,
}

impl Answer {
    /// The text at this JSON pointer.
    pub(crate) fn text(&self, pointer: &str) -> Result<String, Fault> {
        let found = self.body.pointer(pointer).and_then(Value::as_str);
        found.map(str::to_owned).ok_or_else(|| Fault::Broken(format!("no {pointer} in {}", self.body)))
    }
}

pub(crate) struct Shop {
    address: SocketAddr,
    idle: Mutex<Vec<(http::Client, Instant)>>,
    requests: AtomicU64,
    keys: AtomicU64,
}

impl Shop {
    pub(crate) const fn new(address: SocketAddr) -> Self {
        Self { address, idle: Mutex::new(Vec::new()), requests: AtomicU64::new(0), keys: AtomicU64::new(0) }
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Requests that were answered so far.
    pub(crate) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    pub(crate) async fn get(&self, by: &Person, path: &str) -> Result<Answer, Fault> {
        self.ask(by, "GET", path, None, 0).await
    }

    /// Reads what must include all events up to a position.
    pub(crate) async fn get_after(&self, by: &Person, path: &str, after: u64) -> Result<Answer, Fault> {
        self.ask(by, "GET", path, None, after).await
    }

    pub(crate) async fn post(&self, by: &Person, path: &str, body: &Value) -> Result<Answer, Fault> {
        self.ask(by, "POST", path, Some(body), 0).await
    }

    /// Posts what needs no answer, as pages do: without a key, because nobody repeats it.
    pub(crate) async fn tell(&self, by: &Person, path: &str) -> Result<Answer, Fault> {
        self.send(by, "POST", path, "content-length: 0\r\n\r\n").await
    }

    pub(crate) async fn put(&self, by: &Person, path: &str, body: &Value) -> Result<Answer, Fault> {
        self.ask(by, "PUT", path, Some(body), 0).await
    }

    async fn ask(
        &self,
        by: &Person,
        method: &str,
        path: &str,
        body: Option<&Value>,
        after: u64,
    ) -> Result<Answer, Fault> {
        let mut rest = String::new();
        if after > 0 {
            rest.push_str(&format!("greenstall-after: {after}\r\n"));
        }
        if let Some(body) = body {
            let body = body.to_string();
            let key = self.keys.fetch_add(1, Ordering::Relaxed);
            rest.push_str(&format!(
                "content-type: application/json\r\nidempotency-key: load-{key}\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            ));
        } else {
            rest.push_str("\r\n");
        }
        self.send(by, method, path, &rest).await
    }

    /// Sends a request whose further headers and body are `rest`.
    async fn send(&self, by: &Person, method: &str, path: &str, rest: &str) -> Result<Answer, Fault> {
        let authorization = match by.token.is_empty() {
            true => String::new(),
            false => format!("authorization: Bearer {}\r\n", by.token),
        };
        let request = format!(
            "{method} /api{path} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {}\r\n{authorization}{rest}",
            self.address, by.address
        );
        timeout(REQUEST_TIMEOUT, self.exchange(&request))
            .await
            .unwrap_or_else(|_| Err(Fault::TimeOut(format!("no answer in {REQUEST_TIMEOUT:?}"))))
            .map_err(|fault| match fault {
                Fault::Server(status, text) => Fault::Server(status, format!("{method} {path}: {text}")),
                Fault::Refused(status, text) => Fault::Refused(status, format!("{method} {path}: {text}")),
                Fault::TimeOut(text) => Fault::TimeOut(format!("{method} {path}: {text}")),
                other => other,
            })
    }

    async fn exchange(&self, request: &str) -> Result<Answer, Fault> {
        let mut connection = match self.take_idle() {
            Some(connection) => connection,
            None => http::Client::connect(self.address).await?,
        };
        let (mut position, mut stale) = (0, false);
        let header = |name: &str, value: &str| match name {
            "greenstall-position" => position = value.parse().unwrap_or(0),
            "greenstall-stale" => stale = true,
            _ => {}
        };
        let (status, body) = connection.exchange(request, header).await?;
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((connection, Instant::now()));
        let text = || String::from_utf8_lossy(&body).chars().take(KEPT_ANSWER).collect();
        match status {
            200..300 => {
                let body = if body.is_empty() { Ok(Value::Null) } else { serde_json::from_slice(&body) };
                let body = body.map_err(|error| Fault::Broken(format!("an answer is no JSON: {error}")))?;
                Ok(Answer { body, position, stale })
            }
            500.. => Err(Fault::Server(status, text())),
            _ => Err(Fault::Refused(status, text())),
        }
    }

    /// The connection that was used last, so that few stay open.
    fn take_idle(&self) -> Option<http::Client> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        match idle.pop() {
            Some((connection, since)) if since.elapsed() < LONGEST_IDLE => Some(connection),
            Some(_) => {
                // The others were used even earlier.
                idle.clear();
                None
            }
            None => None,
        }
    }
}
