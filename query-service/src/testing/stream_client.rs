//! A client that listens to `/stream` over a real connection.

use std::net::SocketAddr;

use serde_json::Value;
use service_kit::lifecycle::{self, Edge};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use super::{Market, TEST_TIMEOUT};

/// A received event.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReceivedEvent {
    pub(crate) event: String,
    pub(crate) id: u64,
    pub(crate) data: Value,
}

impl ReceivedEvent {
    /// The item's id.
    pub(crate) fn thing(&self) -> &str {
        self.data["id"].as_str().expect("a thing has an id")
    }
}

/// An open stream.
pub(crate) struct StreamClient {
    connection: TcpStream,
    pub(crate) status: u16,
    pub(crate) head: String,
    /// The bytes as received.
    raw: Vec<u8>,
    /// The body without chunk headers.
    text: String,
    pub(crate) heartbeats: usize,
}

impl Market {
    /// Serves on a real port until the token is cancelled or the market ends.
    pub(crate) async fn serve(&self) -> (SocketAddr, CancellationToken, JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (router, stop) = (self.router.clone(), self.stop.child_token());
        let stopped = stop.clone();
        let serving = tokio::spawn(async move {
            lifecycle::serve(router, listener, Edge::default(), stopped).await.expect("it serves");
        });
        (address, stop, serving)
    }
}

impl StreamClient {
    /// Opens a stream. `last` is the header `Last-Event-ID`.
    pub(crate) async fn open(address: SocketAddr, token: &str, last: Option<&str>) -> Self {
        let mut connection = TcpStream::connect(address).await.expect("a connection");
        let last = last.map(|last| format!("last-event-id: {last}\r\n")).unwrap_or_default();
        let request =
            format!("GET /stream HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer {token}\r\n{last}\r\n");
        connection.write_all(request.as_bytes()).await.expect("a request");
        let mut raw = Vec::new();
        let end = loop {
            if let Some(end) = raw.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            let read = timeout(TEST_TIMEOUT, connection.read_buf(&mut raw)).await.expect("an answer in time");
            assert!(read.expect("an answer") > 0, "the connection was closed before an answer");
        };
        let head = String::from_utf8(raw.drain(..end).collect()).expect("text").to_lowercase();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        Self { connection, status, head, raw, text: String::new(), heartbeats: 0 }
    }

    /// A header of the response.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The next event; `None` at the end of the stream. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Option<ReceivedEvent> {
        loop {
            while let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                match block.starts_with(':') {
                    true => self.heartbeats += 1,
                    false => return Some(parsed(&block)),
                }
            }
            if !self.read().await {
                return None;
            }
        }
    }

    /// The next event. Panics when the stream ends first.
    pub(crate) async fn next_event(&mut self) -> ReceivedEvent {
        self.next_or_end().await.expect("the stream goes on")
    }

    /// The next event, or `None` at the end of the stream. Panics on a timeout.
    pub(crate) async fn next_or_end(&mut self) -> Option<ReceivedEvent> {
        timeout(TEST_TIMEOUT, self.next()).await.expect("an event in time")
    }

    /// Waits until the stream ends. Returns the events before that.
    pub(crate) async fn until_end(&mut self) -> Vec<ReceivedEvent> {
        let mut received = Vec::new();
        while let Some(one) = timeout(TEST_TIMEOUT, self.next()).await.expect("it ends in time") {
            received.push(one);
        }
        received
    }

    /// Waits for this many further heartbeats. Panics on an event.
    pub(crate) async fn expect_only_heartbeats(&mut self, count: usize) {
        let wanted = self.heartbeats + count;
        while self.heartbeats < wanted {
            assert!(
                timeout(TEST_TIMEOUT, self.read()).await.expect("a heartbeat in time"),
                "the stream goes on"
            );
            while let Some((block, rest)) = self.text.split_once("\n\n") {
                assert_eq!(block, ":", "nothing happens");
                self.text = rest.to_owned();
                self.heartbeats += 1;
            }
        }
    }

    /// Reads the bytes that have arrived. Returns false at the end of the stream.
    async fn read(&mut self) -> bool {
        if self.connection.read_buf(&mut self.raw).await.unwrap_or(0) == 0 {
            return false;
        }
        while let Some(end) = self.raw.windows(2).position(|two| two == b"\r\n") {
            let size = std::str::from_utf8(&self.raw[..end]).expect("a size");
            let size = usize::from_str_radix(size, 16).expect("a hexadecimal number");
            if size == 0 {
                return false;
            }
            if self.raw.len() < end + 2 + size + 2 {
                break;
            }
            let chunk: Vec<u8> = self.raw.drain(..end + 2 + size + 2).skip(end + 2).take(size).collect();
            self.text.push_str(std::str::from_utf8(&chunk).expect("frames are text"));
        }
        true
    }
}

fn parsed(block: &str) -> ReceivedEvent {
    let field = |name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.unwrap_or_else(|| panic!("{block:?} lacks {name}"))
    };
    ReceivedEvent {
        event: field("event").to_owned(),
        id: field("id").parse().expect("a position"),
        data: serde_json::from_str(field("data")).expect("JSON"),
    }
}
