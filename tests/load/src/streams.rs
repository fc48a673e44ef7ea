//! Live streams (`GET /stream`) that stay open during the load, and report what they hear.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{chunks::Chunks, client::Person, news::News};

/// The shop sends a comment every 15 seconds.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);
const RETRY_PAUSE: Duration = Duration::from_millis(500);

/// How the streams are.
#[derive(Default)]
pub(crate) struct Streams {
    pub(crate) open: AtomicUsize,
    pub(crate) events: AtomicUsize,
    /// Streams that have ended although the load goes on. Each was opened again.
    pub(crate) ended: AtomicUsize,
    pub(crate) news: News,
}

/// Keeps a stream open until the task is aborted. A listener tells the news; the others only count.
pub(crate) async fn listen(streams: Arc<Streams>, shop: SocketAddr, person: Person, is_listener: bool) {
    let mut last = String::new();
    loop {
        let heard = follow(&streams, shop, &person, is_listener, &mut last).await;
        if heard.is_ok() {
            streams.open.fetch_sub(1, Ordering::Relaxed);
        }
        streams.ended.fetch_add(1, Ordering::Relaxed);
        sleep(RETRY_PAUSE).await;
    }
}

/// Opens a stream and follows it to its end. Fails if it could not be opened.
async fn follow(
    streams: &Streams,
    shop: SocketAddr,
    person: &Person,
    is_listener: bool,
    last: &mut String,
) -> io::Result<()> {
    let mut connection = TcpStream::connect(shop).await?;
    let resume = if last.is_empty() { String::new() } else { format!("last-event-id: {last}\r\n") };
    let request = format!(
        "GET /api/stream HTTP/1.1\r\nhost: {shop}\r\nx-forwarded-for: {}\r\nauthorization: Bearer {}\r\n{resume}\r\n",
        person.address, person.token
    );
    connection.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    let head = loop {
        if connection.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
    };
    if !bytes.starts_with(b"HTTP/1.1 200") {
        return Err(io::Error::other(String::from_utf8_lossy(&bytes[..head]).into_owned()));
    }
    streams.open.fetch_add(1, Ordering::Relaxed);
    bytes.drain(..head);
    let (mut chunks, mut text) = (Chunks::default(), Vec::new());
    loop {
        chunks.decode(&bytes, &mut text);
        bytes.clear();
        let at = Instant::now();
        while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = text.drain(..end + 2).collect();
            take(streams, &String::from_utf8_lossy(&event), at, is_listener, last);
        }
        if chunks.ended {
            return Ok(());
        }
        let read = timeout(LONGEST_SILENCE, connection.read_buf(&mut bytes)).await;
        if !matches!(read, Ok(Ok(1..))) {
            return Ok(());
        }
    }
}

fn take(streams: &Streams, event: &str, at: Instant, is_listener: bool, last: &mut String) {
    let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let (Some(kind), Some(data)) = (field("event:"), field("data:")) else { return };
    if let Some(id) = field("id:") {
        id.clone_into(last);
    }
    streams.events.fetch_add(1, Ordering::Relaxed);
    if is_listener && let Some(name) = name_of(kind, data) {
        streams.news.heard(&name, at);
    }
}

/// The name by which the command knows the event.
fn name_of(kind: &str, data: &str) -> Option<String> {
    let data: Value = serde_json::from_str(data).ok()?;
    match kind {
        "order" => Some(order(data["orderNumber"].as_str()?)),
        "message" => Some(message(data["content"].as_str()?)),
        _ => None,
    }
}

pub(crate) fn order(number: &str) -> String {
    format!("order {}", checkout_of(number))
}

/// The number of an order's checkout: orders of the checkout `GS-261126-XKAF7` are `GS-261126-XKAF7-1` and so on.
pub(crate) fn checkout_of(number: &str) -> &str {
    number.match_indices('-').nth(2).map_or(number, |(end, _)| &number[..end])
}

pub(crate) fn message(content: &str) -> String {
    format!("message {content}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_listener_tells_what_it_hears_and_keeps_the_position() {
        let (streams, mut last) = (Streams::default(), String::new());
        let at = Instant::now();
        let event = "event: order\nid: 17\ndata: {\"orderNumber\":\"GS-261126-XKAF7-1\"}\n\n";
        take(&streams, ": comment\n\n", at, true, &mut last);
        take(&streams, event, at, false, &mut last);
        take(&streams, event, at, true, &mut last);
        assert_eq!((last.as_str(), streams.events.load(Ordering::Relaxed)), ("17", 2));
        assert_eq!(streams.news.wait_for(&order("GS-261126-XKAF7"), RETRY_PAUSE).await, Some(at));
    }

    #[test]
    fn an_event_has_the_name_that_its_command_knows() {
        assert_eq!(name_of("message", "{\"content\":\"Hello\"}"), Some(message("Hello")));
        assert_eq!(name_of("reload", "{\"position\":3}"), None);
    }
}
