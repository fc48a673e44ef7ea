//! A minimal HTTP client for benchmarks: one connection, one request at a time.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpSocket, TcpStream},
};

/// A connection that is kept open.
#[derive(Debug)]
pub struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    /// Connects to a server.
    ///
    /// # Errors
    /// When the server does not accept.
    pub async fn connect(address: SocketAddr) -> io::Result<Self> {
        Self::over(TcpStream::connect(address).await?)
    }

    /// Connects from another address of this machine.
    ///
    /// # Errors
    /// When the server does not accept, or the address does not belong to this machine.
    pub async fn connect_from(from: Ipv4Addr, address: SocketAddr) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        Self::over(socket.connect(address).await?)
    }

    fn over(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream) })
    }

    /// The status and the body of the answer to a `GET`. The answer must state its length.
    ///
    /// # Errors
    /// When the connection breaks, or the answer is malformed.
    pub async fn get(&mut self, path: &str) -> io::Result<(u16, Vec<u8>)> {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")).await
    }

    /// Sends this text as the whole request.
    ///
    /// # Errors
    /// As for [`get`](Self::get).
    pub async fn send(&mut self, request: &str) -> io::Result<(u16, Vec<u8>)> {
        self.exchange(request, |_, _| ()).await
    }

    /// Sends this text as the whole request, and calls `header` with the name and the value of each of the answer's
    /// headers.
    ///
    /// # Errors
    /// As for [`get`](Self::get).
    pub async fn exchange(
        &mut self,
        request: &str,
        mut header: impl FnMut(&str, &str),
    ) -> io::Result<(u16, Vec<u8>)> {
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let invalid = || io::Error::new(io::ErrorKind::InvalidData, "not an answer that can be understood");
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(invalid)?;
        // An answer without content states no length.
        let mut length = (status == 204).then_some(0);
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok();
            }
            header(name, value.trim());
        }
        let mut body = vec![0; length.ok_or_else(invalid)?];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}
