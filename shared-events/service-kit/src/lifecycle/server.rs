//! Accepts connections, serves each in its own task, and shuts down without aborting requests.

use std::{
    io::{self, ErrorKind},
    net::SocketAddr,
    pin::pin,
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    http::{HeaderValue, Version, header},
    response::{IntoResponse, Response},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Notify,
    time::{Instant, sleep, timeout, timeout_at},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use super::{
    closing::ignore_requests,
    connections::{Connections, Counted},
    edge::Edge,
    write_timeout::WriteTimeout,
};
use crate::problem::{Code, Problem};

/// The minimum interval between two log lines about a condition that lasts.
const LOG_INTERVAL: Duration = Duration::from_secs(60);
/// The pause after a failed accept, because the next one would fail at once, too.
const ACCEPT_PAUSE: Duration = Duration::from_millis(500);
/// The largest head of a request, in bytes, and the largest piece of a body that is read at a time. A larger head gets 431.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// The longest round trip to a reverse proxy. A connection that the proxy has begun to open is established after this
/// time.
const PROXY_ROUND_TRIP: Duration = Duration::from_millis(200);

/// The time limits of connections.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// From the start of the connection to the header of the first request.
    pub(super) header: Duration,
    /// From an answer to the complete header of the next request.
    pub(super) idle: Duration,
    /// Like `idle`, for trusted proxies. It is longer than proxies themselves keep idle connections (nginx 60 s, Caddy
    /// 120 s): a proxy that closes first never sends a request on a connection that is being closed.
    pub(super) proxy_idle: Duration,
    /// For a client that does not read an answer, once the buffers on both sides are full.
    pub(super) write: Duration,
    /// From closing the listener to closing idle connections, because a request may be on its way.
    pub(super) linger: Duration,
    /// For running requests after `linger`.
    pub(super) drain: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            header: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            proxy_idle: Duration::from_secs(150),
            write: Duration::from_secs(30),
            linger: Duration::from_millis(500),
            drain: Duration::from_secs(10),
        }
    }
}

pub(super) struct Server {
    shared: Arc<Shared>,
    connections: Connections,
    tasks: TaskTracker,
    logged_limit: Option<Instant>,
    logged_accept: Option<Instant>,
}

/// The state that all connections share.
struct Shared {
    router: Router,
    edge: Edge,
    timeouts: Timeouts,
    /// When cancelled, idle connections are closed, and others after their request.
    close_idle: CancellationToken,
    /// When cancelled, all connections are closed.
    cut: CancellationToken,
}

impl Server {
    pub(super) fn new(router: Router, edge: Edge, timeouts: Timeouts) -> Self {
        let connections = Connections::at_most(edge.connections_per_address);
        let (close_idle, cut) = (CancellationToken::new(), CancellationToken::new());
        Self {
            shared: Arc::new(Shared { router, edge, timeouts, close_idle, cut }),
            connections,
            tasks: TaskTracker::new(),
            logged_limit: None,
            logged_accept: None,
        }
    }

    pub(super) async fn run(mut self, listener: TcpListener, stop: CancellationToken) -> io::Result<()> {
        while let Some((stream, peer)) = stop.run_until_cancelled(self.accept(&listener)).await {
            self.admit(stream, peer);
        }
        self.shared.edge.lame_duck.cancel();
        self.close(listener).await?;
        self.end().await;
        Ok(())
    }

    async fn accept(&mut self, listener: &TcpListener) -> (TcpStream, SocketAddr) {
        loop {
            match listener.accept().await {
                Ok(accepted) => return accepted,
                Err(error) if is_the_clients(&error) => {}
                Err(error) => {
                    if is_due(&mut self.logged_accept) {
                        tracing::error!(
                            %error,
                            "no new connections can be accepted; with too many open files, raise their limit (ulimit -n, \
                             LimitNOFILE)"
                        );
                    }
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    /// Accepts the connections that clients have begun to open, then closes the listener, because closing resets
    /// connections that nobody has accepted.
    async fn close(&mut self, listener: TcpListener) -> io::Result<()> {
        if let Err(error) = ignore_requests(&listener) {
            tracing::debug!(%error, "cannot ignore new connections; those that begin while the listener closes are reset");
        }
        let established = Instant::now() + PROXY_ROUND_TRIP;
        while let Ok((stream, peer)) = timeout_at(established, self.accept(&listener)).await {
            self.admit(stream, peer);
        }
        Ok(())
    }

    fn admit(&mut self, stream: TcpStream, peer: SocketAddr) {
        let is_proxy = self.shared.edge.trusted_proxies.contain(peer.ip());
        let counted = if is_proxy { None } else { self.connections.admit(peer.ip()) };
        if !is_proxy && counted.is_none() {
            if is_due(&mut self.logged_limit) {
                tracing::warn!(
                    address = %peer.ip(),
                    limit = self.shared.edge.connections_per_address,
                    "a client address has too many connections, new ones are closed; if it is a reverse proxy, name it in \
                     http.trusted_proxies"
                );
            }
            return;
        }
        self.tasks.spawn(self.shared.clone().serve(stream, peer, counted));
    }

    /// Shuts down all connections.
    async fn end(self) {
        let Timeouts { linger, drain, .. } = self.shared.timeouts;
        self.tasks.close();
        if timeout(linger, self.tasks.wait()).await.is_ok() {
            return;
        }
        self.shared.close_idle.cancel();
        if timeout(drain, self.tasks.wait()).await.is_err() {
            tracing::warn!(connections = self.tasks.len(), "aborted requests that were still running");
            self.shared.cut.cancel();
        }
    }
}

impl Shared {
    async fn serve(self: Arc<Self>, stream: TcpStream, peer: SocketAddr, counted: Option<Counted>) {
        // Without this, small separate writes, as on an event stream, would wait for the acknowledgement of earlier
        // ones.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot turn off Nagle's algorithm on a connection");
        }
        let idle = if counted.is_some() { self.timeouts.idle } else { self.timeouts.proxy_idle };
        let asked = Notify::new();
        let service = service_fn(|request| {
            asked.notify_one();
            self.answer(peer, request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(idle)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(WriteTimeout::new(stream, self.timeouts.write)), service);
        let mut connection = pin!(connection);
        let silent = async {
            if timeout(self.timeouts.header, asked.notified()).await.is_ok() {
                std::future::pending().await
            }
        };
        tokio::select! {
            outcome = connection.as_mut() => return ended(peer, outcome),
            () = silent => return tracing::debug!(%peer, "no request arrived in time on a connection"),
            () = self.close_idle.cancelled() => connection.as_mut().graceful_shutdown(),
        }
        tokio::select! {
            outcome = connection => ended(peer, outcome),
            () = self.cut.cancelled() => {}
        }
    }

    async fn answer(
        &self,
        peer: SocketAddr,
        request: hyper::Request<Incoming>,
    ) -> Result<Response, hyper::Error> {
        let mut request = request.map(Body::new);
        let client = self.edge.trusted_proxies.client(peer, request.headers());
        request.extensions_mut().insert(ConnectInfo(client));
        request.extensions_mut().insert(self.edge.bodies.clone());
        let mut response = if names_one_host(&request) {
            match self.router.clone().oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            }
        } else {
            let text = "The request must have exactly one Host header";
            ([(header::CONNECTION, "close")], Problem::new(Code::Malformed, text)).into_response()
        };
        if self.edge.lame_duck.is_cancelled() {
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        Ok(response)
    }
}

/// Whether the request has one `Host` (RFC 9112, 3.2). With two, a proxy in front may have judged the other one. HTTP/1.0
/// need not have any.
fn names_one_host(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).into_iter();
    match (hosts.next(), hosts.next()) {
        (Some(_), None) => true,
        (None, _) => request.version() != Version::HTTP_11,
        (Some(_), Some(_)) => false,
    }
}

/// Whether a connection failed before it was accepted. Then the next accept can succeed.
fn is_the_clients(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused
    )
}

/// Whether a lasting condition, last logged at `logged`, may be logged again.
fn is_due(logged: &mut Option<Instant>) -> bool {
    let due = logged.is_none_or(|at| at.elapsed() >= LOG_INTERVAL);
    if due {
        *logged = Some(Instant::now());
    }
    due
}

fn ended(peer: SocketAddr, outcome: hyper::Result<()>) {
    if let Err(error) = outcome {
        tracing::debug!(%peer, %error, "a connection failed");
    }
}
