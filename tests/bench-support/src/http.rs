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
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let invalid = || io::Error::new(io::ErrorKind::InvalidData, "not an answer that can be understood");
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(invalid)?;
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok();
            }
        }
        let mut body = vec![0; length.ok_or_else(invalid)?];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}
