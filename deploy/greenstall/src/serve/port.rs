//! The address that a process listens on.
//!
//! The address is reserved at once, so that a start fails early when another program uses it, and opened when the
//! process is ready. Until then connections are refused, and load balancers use the next instance.

use std::{
    io::ErrorKind,
    net::SocketAddr,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    time::{sleep, timeout},
};

use crate::{Outcome, health, settings::reachable};

/// The size of the queue of connections that are not accepted yet.
const BACKLOG: u32 = 1_024;
/// How long a start waits for a stopping process. No lame-duck phase is longer.
const LAME_DUCK_LIMIT: Duration = Duration::from_secs(120);
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long the process at the port may take to answer what it is.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

/// A reserved address that refuses connections.
pub(super) struct Port {
    socket: TcpSocket,
    /// With the port number that the system has chosen if the setting is 0.
    pub(super) address: SocketAddr,
    setting: &'static str,
}

impl Port {
    /// Reserves the address. If a stopping Greenstall still uses it, waits for that process to end.
    pub(super) async fn reserve(address: SocketAddr, setting: &'static str) -> Outcome<Self> {
        let began = Instant::now();
        let mut waits = false;
        loop {
            let error = match bind(address) {
                Ok(socket) => return Ok(Self { address: socket.local_addr()?, socket, setting }),
                Err(error) => error,
            };
            let stops = error.kind() == ErrorKind::AddrInUse && is_stopping(address).await;
            if !stops || began.elapsed() > LAME_DUCK_LIMIT {
                return Err(refused(address, setting, &error).into());
            }
            if !std::mem::replace(&mut waits, true) {
                tracing::info!(%address, "waiting for the previous Greenstall to end");
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Starts listening.
    pub(super) fn listen(self) -> Outcome<TcpListener> {
        let Self { socket, address, setting } = self;
        socket.listen(BACKLOG).map_err(|error| refused(address, setting, &error).into())
    }
}

fn refused(address: SocketAddr, setting: &str, error: &std::io::Error) -> String {
    format!("cannot listen on {address} (setting {setting}): {error}")
}

fn bind(address: SocketAddr) -> std::io::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Connections of the previous process may still be closing.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    Ok(socket)
}

/// Whether the process at this address is a Greenstall that is stopping.
async fn is_stopping(address: SocketAddr) -> bool {
    let ask = async {
        let mut stream = TcpStream::connect(reachable(address)).await?;
        stream.write_all(format!("GET {} HTTP/1.0\r\n\r\n", health::READY_PATH).as_bytes()).await?;
        let mut answer = String::new();
        stream.take(4_096).read_to_string(&mut answer).await?;
        std::io::Result::Ok(answer)
    };
    match timeout(PROBE_TIMEOUT, ask).await {
        Ok(Ok(answer)) => answer.ends_with(health::STOPPING_ANSWER),
        // The process may have just ended. Then the next try gets the port.
        Ok(Err(_)) => TcpStream::connect(reachable(address)).await.is_err(),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn server_that_answers(answer: &'static str) -> (SocketAddr, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let answering = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.read(&mut [0; 1_024]).await;
            stream.write_all(answer.as_bytes()).await.unwrap();
        });
        (address, answering)
    }

    #[tokio::test]
    async fn a_reserved_port_refuses_connections_until_it_is_opened() {
        let port = Port::reserve("127.0.0.1:0".parse().unwrap(), "http.addr").await.unwrap();
        let address = port.address;
        assert!(TcpStream::connect(address).await.is_err());
        let _listener = port.listen().unwrap();
        TcpStream::connect(address).await.unwrap();
    }

    #[tokio::test]
    async fn a_port_of_another_program_is_refused_at_once() {
        let (address, answering) = server_that_answers("HTTP/1.0 200 OK\r\n\r\nhello").await;
        let error = Port::reserve(address, "http.addr").await.err().unwrap().to_string();
        assert!(error.contains("http.addr") && error.contains("in use"), "{error}");
        answering.await.unwrap();
    }

    #[tokio::test]
    async fn a_start_waits_for_a_stopping_greenstall() {
        let (address, _answering) =
            server_that_answers("HTTP/1.0 503 Service Unavailable\r\n\r\n{\"status\":\"stopping\"}").await;
        assert_eq!(Port::reserve(address, "http.addr").await.unwrap().address, address);
    }
}
