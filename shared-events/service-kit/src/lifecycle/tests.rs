use std::{convert::Infallible, net::SocketAddr};

use axum::{
    body::{Body, Bytes},
    extract::ConnectInfo,
    http::StatusCode,
    routing::{get, post},
};
use futures_util::stream;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::{mpsc, watch},
    task::JoinHandle,
    time::timeout,
};

use super::*;

/// Far longer than any of these tests takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(50);

/// Time limits that no test reaches.
const PATIENT: Timeouts =
    Timeouts { header: LONG, idle: LONG, proxy_idle: LONG, write: LONG, linger: LONG, drain: LONG };

struct Running {
    address: SocketAddr,
    stop: CancellationToken,
    ended: JoinHandle<std::io::Result<()>>,
}

async fn serve(router: Router, edge: Edge, timeouts: Timeouts) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
    let ended = tokio::spawn(Server::new(router, edge, timeouts).run(listener, stop.clone()));
    Running { address, stop, ended }
}

struct Client(TcpStream);

impl Client {
    async fn connect(to: &Running) -> Self {
        Self(TcpStream::connect(to.address).await.unwrap())
    }

    async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// Connects until a request arrives in time at a server that waits only for [`SHORT`], because a busy machine may
    /// take longer between connecting and sending. Returns the answer, too.
    async fn ask_in_time(to: &Running) -> (Self, String) {
        loop {
            let mut client = Self::connect(to).await;
            let sent = client.0.write_all(b"GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
            if sent.is_ok()
                && let Ok(answer) = client.answer_unless_closed().await
            {
                return (client, answer);
            }
        }
    }

    /// Reads an answer with a `content-length`, in lower case.
    async fn answer(&mut self) -> String {
        self.answer_unless_closed().await.unwrap_or_else(|found| panic!("closed after {found:?}"))
    }

    /// Like [`Client::answer`]; an error with the partial answer when the connection is closed before its end.
    async fn answer_unless_closed(&mut self) -> Result<String, String> {
        let mut text = Vec::new();
        let read = async {
            loop {
                let found = String::from_utf8_lossy(&text).to_lowercase();
                if let Some((head, body)) = found.split_once("\r\n\r\n") {
                    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                    if length.is_none_or(|length| body.len() >= length.parse().unwrap()) {
                        return Ok(found);
                    }
                }
                if self.0.read_buf(&mut text).await.unwrap_or(0) == 0 {
                    return Err(found);
                }
            }
        };
        timeout(LONG, read).await.expect("an answer")
    }

    /// Waits until the server closes the connection; returns the data that arrived before.
    async fn closed(mut self) -> String {
        let mut rest = Vec::new();
        // A reset ends the connection as well.
        let _ = timeout(LONG, self.0.read_to_end(&mut rest)).await.expect("the connection is closed");
        String::from_utf8_lossy(&rest).into_owned()
    }
}

/// A body that reports when it is dropped.
struct Answer(watch::Sender<bool>);

impl Drop for Answer {
    fn drop(&mut self) {
        self.0.send_replace(true);
    }
}

#[tokio::test]
async fn a_client_who_never_reads_loses_the_connection_and_the_endless_answer_ends() {
    let (sender, mut ended) = watch::channel(false);
    let endless = async move || {
        let pieces = stream::unfold(Answer(sender.clone()), async |answer| {
            Some((Ok::<_, Infallible>(Bytes::from_static(&[b'.'; 4096])), answer))
        });
        Body::from_stream(pieces)
    };
    let timeouts = Timeouts { write: SHORT, ..PATIENT };
    let server = serve(Router::new().route("/", get(endless)), Edge::default(), timeouts).await;
    let mut silent = Client::connect(&server).await;
    silent.send("GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
    timeout(LONG, ended.wait_for(|ended| *ended)).await.expect("it is given up").unwrap();
    assert!(!silent.closed().await.ends_with("0\r\n\r\n"), "the answer is not complete");
}

#[tokio::test]
async fn a_connection_without_a_complete_request_is_closed() {
    let timeouts = Timeouts { header: SHORT, ..PATIENT };
    let server = serve(Router::new(), Edge::default(), timeouts).await;
    let mut slow = Client::connect(&server).await;
    slow.send("GET / HTTP/1.1\r\nhost: sh").await;
    assert_eq!(slow.closed().await, "");
    assert_eq!(Client::connect(&server).await.closed().await, "");
}

#[tokio::test]
async fn an_idle_connection_is_closed_and_a_trusted_proxys_is_kept() {
    let router = || Router::new().route("/", get(async || "a pear"));
    let timeouts = Timeouts { idle: SHORT, ..PATIENT };
    let trusted = Edge { trusted_proxies: "127.0.0.1".parse().unwrap(), ..Edge::default() };
    let (direct, behind) =
        (serve(router(), Edge::default(), timeouts).await, serve(router(), trusted, timeouts).await);
    let (idle, answer) = Client::ask_in_time(&direct).await;
    assert!(answer.ends_with("a pear"));
    let mut proxy = Client::connect(&behind).await;
    proxy.send("GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
    assert!(proxy.answer().await.ends_with("a pear"));
    assert_eq!(idle.closed().await, "");
    proxy.send("GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
    assert!(proxy.answer().await.ends_with("a pear"));
}

#[tokio::test]
async fn a_long_answer_is_not_limited_by_the_timeouts_of_requests() {
    let (pieces, receiver) = mpsc::channel::<Result<Bytes, Infallible>>(1);
    let receiver = std::sync::Mutex::new(Some(receiver));
    let events = async move || {
        let receiver = receiver.lock().unwrap().take().unwrap();
        let pieces = stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver)));
        Body::from_stream(pieces)
    };
    let timeouts = Timeouts { header: SHORT, idle: SHORT, ..PATIENT };
    let events = std::sync::Arc::new(events);
    let router = Router::new().route("/", get(async move || events().await));
    let server = serve(router, Edge::default(), timeouts).await;
    let (listening, answer) = Client::ask_in_time(&server).await;
    assert!(answer.contains("200 ok"));
    // Another connection, which was opened later, has been closed by then.
    assert_eq!(Client::connect(&server).await.closed().await, "");
    pieces.send(Ok(Bytes::from_static(b"news"))).await.unwrap();
    drop(pieces);
    assert!(listening.closed().await.contains("news"));
}

#[tokio::test]
async fn a_body_that_stops_arriving_is_answered_with_408() {
    let limits = TimeLimits { body: SHORT, answer: LONG };
    let router = Router::new()
        .route("/", post(async |body: Bytes| body))
        .layer(from_fn(move |request: Request, next: Next| within(limits, request, next)));
    let server = serve(router, Edge::default(), PATIENT).await;
    let mut slow = Client::connect(&server).await;
    slow.send("POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 9\r\n\r\npear").await;
    let answer = slow.answer().await;
    assert!(answer.starts_with("http/1.1 408 "), "{answer}");
    for part in ["application/problem+json", "connection: close", "\"success\":false"] {
        assert!(answer.contains(part), "{part}: {answer}");
    }
    assert_eq!(slow.closed().await, "");

    let mut whole = Client::connect(&server).await;
    whole.send("POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 4\r\n\r\npear").await;
    assert!(whole.answer().await.ends_with("pear"));
}

#[tokio::test]
async fn bodies_take_no_more_memory_than_their_budget() {
    let (read, mut holding) = mpsc::channel(1);
    let (finish, finished) = watch::channel(false);
    let keeps = async move |body: Bytes| {
        read.send(()).await.unwrap();
        finished.clone().wait_for(|finished| *finished).await.unwrap();
        body.len().to_string()
    };
    let edge = Edge { bodies: BodyBudget::new(400_000), ..Edge::default() };
    let server = serve(hardened(Router::new().route("/", post(keeps))), edge, PATIENT).await;
    let send = async |size: usize| {
        let mut client = Client::connect(&server).await;
        let head = format!("POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: {size}\r\n\r\n");
        client.send(&(head + &"x".repeat(size))).await;
        client
    };
    let mut first = send(100_000).await;
    holding.recv().await.unwrap();
    let refused = send(100_000).await.answer().await;
    assert!(refused.starts_with("http/1.1 429 ") && refused.contains("retry-after: 5"), "{refused}");
    let mut small = send(16_000).await;
    holding.recv().await.unwrap();

    finish.send_replace(true);
    assert!(first.answer().await.ends_with("100000"), "the address's share holds what was read");
    assert!(small.answer().await.ends_with("16000"));
    let mut next = send(100_000).await;
    holding.recv().await.unwrap();
    assert!(next.answer().await.ends_with("100000"), "an answered request gives its bytes back");
}

#[tokio::test]
async fn a_head_has_one_host_and_at_most_64_kilobytes() {
    let router = Router::new().route("/", get(async || "a pear"));
    let server = serve(router, Edge::default(), PATIENT).await;
    let answer = async |head: String| {
        let mut client = Client::connect(&server).await;
        client.send(&head).await;
        client.answer().await
    };
    for hosts in ["", "host: shop\r\nhost: shop\r\n", "host: shop\r\nhost: other\r\n"] {
        let answer = answer(format!("GET / HTTP/1.1\r\n{hosts}\r\n")).await;
        assert!(answer.starts_with("http/1.1 400 ") && answer.contains("exactly one host"), "{answer}");
    }
    assert!(answer("GET / HTTP/1.0\r\n\r\n".to_owned()).await.ends_with("a pear"));
    let long = |size| format!("GET / HTTP/1.1\r\nhost: shop\r\nx-long: {}", "x".repeat(size));
    assert!(answer(long(60_000) + "\r\n\r\n").await.ends_with("a pear"));
    let unfinished = long(70_000)[..64 * 1024].to_owned();
    assert!(answer(unfinished).await.starts_with("http/1.1 431 "));
}

#[tokio::test]
async fn only_trusted_proxies_have_no_connection_limit() {
    let router = || {
        Router::new()
            .route("/", get(async |ConnectInfo(from): ConnectInfo<SocketAddr>| from.ip().to_string()))
    };
    let edge = Edge { connections_per_address: 1, ..Edge::default() };
    let direct = serve(router(), edge.clone(), PATIENT).await;
    let mut first = Client::connect(&direct).await;
    first.send("GET / HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: 192.0.2.7\r\n\r\n").await;
    assert!(first.answer().await.ends_with("127.0.0.1"), "nobody vouches for the header");
    assert_eq!(Client::connect(&direct).await.closed().await, "");
    drop(first);
    let mut answered = false;
    while !answered {
        // The slot is free a moment after the connection has ended.
        let mut next = Client::connect(&direct).await;
        let _ = next.0.write_all(b"GET / HTTP/1.0\r\n\r\n").await;
        answered = next.closed().await.contains("127.0.0.1");
    }

    let behind =
        serve(router(), Edge { trusted_proxies: "127.0.0.0/8".parse().unwrap(), ..edge }, PATIENT).await;
    let mut proxies = [Client::connect(&behind).await, Client::connect(&behind).await];
    for proxy in &mut proxies {
        proxy.send("GET / HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: 192.0.2.7\r\n\r\n").await;
        assert!(proxy.answer().await.ends_with("192.0.2.7"));
    }
}

#[tokio::test]
async fn a_stop_aborts_no_request() {
    let (begun, mut running) = mpsc::channel(1);
    let (finish, finished) = watch::channel(false);
    let slow = async move || {
        begun.send(()).await.unwrap();
        finished.clone().wait_for(|finished| *finished).await.unwrap();
        "a pear"
    };
    let router = Router::new().route("/", get(async || "an apple")).route("/slow", get(slow));
    let edge = Edge::default();
    let server = serve(router, edge.clone(), PATIENT).await;
    let [mut slow, mut idle, mut fresh] =
        [Client::connect(&server).await, Client::connect(&server).await, Client::connect(&server).await];
    slow.send("GET /slow HTTP/1.1\r\nhost: shop\r\n\r\n").await;
    running.recv().await.unwrap();
    idle.send("GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
    assert!(!idle.answer().await.contains("connection: close"));

    edge.lame_duck.cancel();
    let mut late = Client::connect(&server).await;
    late.send("GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
    let answer = late.answer().await;
    assert!(answer.contains("connection: close") && answer.ends_with("an apple"), "{answer}");
    assert_eq!(late.closed().await, "");

    server.stop.cancel();
    let closed = async { while TcpStream::connect(server.address).await.is_ok() {} };
    timeout(LONG, closed).await.expect("the listener closes");
    // These requests are on their way on connections that stay open.
    for client in [&mut idle, &mut fresh] {
        client.send("GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
        let answer = client.answer().await;
        assert!(answer.contains("connection: close") && answer.ends_with("an apple"), "{answer}");
    }
    finish.send_replace(true);
    let answer = slow.answer().await;
    assert!(answer.starts_with("http/1.1 200") && answer.ends_with("a pear"), "{answer}");
    timeout(LONG, server.ended).await.expect("the end").unwrap().unwrap();
}

#[tokio::test]
async fn requests_that_do_not_end_are_aborted() {
    let timeouts = Timeouts { linger: SHORT, drain: SHORT, ..PATIENT };
    let never = Router::new().route("/", get(async || std::future::pending::<StatusCode>().await));
    let server = serve(never, Edge::default(), timeouts).await;
    let mut waiting = Client::connect(&server).await;
    let idle = Client::connect(&server).await;
    waiting.send("GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await;
    server.stop.cancel();
    assert_eq!(waiting.closed().await, "");
    assert_eq!(idle.closed().await, "");
    timeout(LONG, server.ended).await.expect("the end").unwrap().unwrap();
}
