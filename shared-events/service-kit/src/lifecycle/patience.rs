//! Connections that end when nobody takes what is sent down them.

use std::{
    io::{self, ErrorKind, IoSlice},
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::serve::Listener;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{Sleep, sleep},
};

/// Takes connections that wait so long, and no longer, for a client who reads nothing while there is something to send.
pub(super) struct Patient {
    pub(super) listener: TcpListener,
    pub(super) patience: Duration,
}

impl Listener for Patient {
    type Io = Line<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (connection, address) = Listener::accept(&mut self.listener).await;
        (Line::new(connection, self.patience), address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A connection. A write that has waited for too long fails, whatever waits behind it is given up, and it is closed.
pub(super) struct Line<C> {
    pub(super) connection: C,
    patience: Duration,
    /// Until when the client may read nothing; there only while something waits for it.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<C> Line<C> {
    const fn new(connection: C, patience: Duration) -> Self {
        Self { connection, patience, deadline: None }
    }

    /// An outcome that is there, or too late a one.
    fn in_time<T>(&mut self, outcome: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.deadline = None;
            return outcome;
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(patience)));
        deadline.as_mut().poll(cx).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}

impl<C: AsyncRead + Unpin> AsyncRead for Line<C> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_read(cx, buffer)
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for Line<C> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.connection).poll_write(cx, bytes);
        self.in_time(outcome, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.connection).poll_write_vectored(cx, parts);
        self.in_time(outcome, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    /// Writes all of it, or as much as there is room for; answers whether that was all.
    async fn offer(line: &mut Line<tokio::io::DuplexStream>, bytes: &[u8]) -> io::Result<bool> {
        poll_fn(|cx| {
            Poll::Ready(match Pin::new(&mut *line).poll_write(cx, bytes) {
                Poll::Ready(written) => written.map(|written| written == bytes.len()),
                Poll::Pending => Ok(false),
            })
        })
        .await
    }

    #[tokio::test]
    async fn what_nobody_takes_is_given_up() {
        let (line, _never_reads) = duplex(4);
        let mut line = Line::new(line, Duration::from_millis(10));
        let error = line.write_all(b"12345").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn whoever_reads_a_little_has_all_the_time_again() {
        let (line, mut reader) = duplex(4);
        let mut line = Line::new(line, Duration::from_secs(3600));
        assert!(offer(&mut line, b"1234").await.unwrap());
        assert!(line.deadline.is_none(), "nothing waits");
        assert!(!offer(&mut line, b"5").await.unwrap());
        let first = line.deadline.as_ref().expect("something waits").deadline();
        assert!(!offer(&mut line, b"5").await.unwrap());
        assert_eq!(line.deadline.as_ref().unwrap().deadline(), first, "asking again is no reading");
        reader.read_u8().await.unwrap();
        assert!(offer(&mut line, b"5").await.unwrap());
        assert!(line.deadline.is_none());
    }
}
