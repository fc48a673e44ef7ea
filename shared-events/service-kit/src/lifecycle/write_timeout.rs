//! Closes connections whose client does not read the data that it is sent.

use std::{
    io::{self, ErrorKind, IoSlice},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// A connection whose writes have a time limit. After a timeout the connection is closed and the rest discarded.
pub(super) struct WriteTimeout<C> {
    connection: C,
    timeout: Duration,
    /// The time by which the client must have read something. Set only while a write is pending.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<C> WriteTimeout<C> {
    pub(super) const fn new(connection: C, timeout: Duration) -> Self {
        Self { connection, timeout, deadline: None }
    }

    /// The result of a write; an error if the write is still pending at the deadline.
    fn in_time<T>(&mut self, outcome: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.deadline = None;
            return outcome;
        }
        let timeout = self.timeout;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(timeout)));
        deadline.as_mut().poll(cx).map(|()| Err(ErrorKind::TimedOut.into()))
    }
}
impl<C: AsyncRead + Unpin> AsyncRead for WriteTimeout<C> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_read(cx, buffer)
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<C> {
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

    /// Writes until everything is written or the buffer is full; returns whether everything was written.
    async fn offer(line: &mut WriteTimeout<tokio::io::DuplexStream>, bytes: &[u8]) -> io::Result<bool> {
        poll_fn(|cx| {
            Poll::Ready(match Pin::new(&mut *line).poll_write(cx, bytes) {
                Poll::Ready(written) => written.map(|written| written == bytes.len()),
                Poll::Pending => Ok(false),
            })
        })
        .await
    }

    #[tokio::test]
    async fn a_write_to_a_client_who_does_not_read_times_out() {
        let (line, _never_reads) = duplex(4);
        let mut line = WriteTimeout::new(line, Duration::from_millis(10));
        let error = line.write_all(b"12345").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn reading_a_little_restarts_the_timeout() {
        let (line, mut reader) = duplex(4);
        let mut line = WriteTimeout::new(line, Duration::from_secs(3600));
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
