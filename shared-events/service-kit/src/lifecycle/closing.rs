//! Lets a listener take no new connections, without harm to those that have begun.

use std::io;

use tokio::net::TcpListener;

/// A packet filter in the kernel's classic BPF, which is handed each segment from its TCP header on: drops those that ask for a
/// connection (SYN, bit 1 of the header's byte 13) and lets all others through.
#[cfg(any(target_os = "linux", target_os = "android"))]
const DROP_REQUESTS: [(u16, u8, u8, u32); 4] = [
    // Load byte 13.
    (0x30, 0, 0, 13),
    // Skip the next instruction unless it has SYN.
    (0x45, 0, 1, 0x02),
    // Keep nothing of the segment.
    (0x06, 0, 0, 0),
    // Keep all of it.
    (0x06, 0, 0, u32::MAX),
];

/// From now on the system ignores requests for a connection. Closing the listener would reset a connection that is
/// established and not accepted yet; a client that was ignored asks again after a second and is refused then, so that it knows
/// that it may ask elsewhere.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn ignore_requests(listener: &TcpListener) -> io::Result<()> {
    let filter = DROP_REQUESTS.map(|(code, jt, jf, k)| socket2::SockFilter::new(code, jt, jf, k));
    socket2::SockRef::from(listener).attach_filter(&filter)
}

/// Other systems have no such filter: a connection that begins just when the listener is closed is reset.
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

    /// Less than the second after which the system asks again for a connection.
    const SHORT: Duration = Duration::from_millis(200);

    #[tokio::test]
    async fn no_connection_begins_and_those_that_have_begun_go_on() {
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
