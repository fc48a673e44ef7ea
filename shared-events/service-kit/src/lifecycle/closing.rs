//! Stops a listener from accepting new connections without resetting those that have begun.

use std::io;

use tokio::net::TcpListener;

/// A packet filter in the kernel's classic BPF. The kernel passes it each segment from the TCP header on. It drops
/// segments that request a connection (SYN, bit 1 of the header's byte 13) and accepts all others.
#[cfg(any(target_os = "linux", target_os = "android"))]
const DROP_REQUESTS: [(u16, u8, u8, u32); 4] = [
    // Load byte 13.
    (0x30, 0, 0, 13),
    // Skip the next instruction unless the segment is a SYN.
    (0x45, 0, 1, 0x02),
    // Drop the segment.
    (0x06, 0, 0, 0),
    // Accept the segment.
    (0x06, 0, 0, u32::MAX),
];

/// Makes the system ignore requests for a connection from now on. Closing the listener would reset connections that are
/// established and not accepted yet. A client whose request was ignored repeats it after a second and is then refused,
/// so it knows that it may use another server.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn ignore_requests(listener: &TcpListener) -> io::Result<()> {
    let filter = DROP_REQUESTS.map(|(code, jt, jf, k)| socket2::SockFilter::new(code, jt, jf, k));
    socket2::SockRef::from(listener).attach_filter(&filter)
}

/// Other systems have no such filter. There, a connection that begins just when the listener is closed is reset.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn ignore_requests(_: &TcpListener) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, any(target_os = "linux", target_os = "android")))]
mod tests {
    use std::{io::ErrorKind, time::Duration};

    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpStream,
        time::timeout,
    };

    use super::*;

    /// Less than the second after which the system repeats a request for a connection.
    const SHORT: Duration = Duration::from_millis(200);

    #[tokio::test]
    async fn new_connections_are_ignored_and_begun_ones_continue() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut early = TcpStream::connect(address).await.unwrap();
        ignore_requests(&listener).unwrap();
        let mut late = Box::pin(TcpStream::connect(address));
        timeout(SHORT, &mut late).await.expect_err("it is ignored");

        let (mut accepted, _) = listener.accept().await.unwrap();
        early.write_all(b"pear").await.unwrap();
        let mut heard = [0; 4];
        accepted.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"pear");

        drop(listener);
        assert_eq!(late.await.unwrap_err().kind(), ErrorKind::ConnectionRefused);
    }
}
