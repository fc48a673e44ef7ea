//! As much of an HTTP client as a benchmark needs: one connection, one request after the other.

use std::{io, net::SocketAddr};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// A connection that is kept.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream) })
    }

    /// Status and body of an answer that says how long it is.
    pub(crate) async fn get(&mut self, path: &str) -> io::Result<(u16, Vec<u8>)> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
        self.stream.write_all(request.as_bytes()).await?;
        let status = self.line().await?;
        let invalid = || io::Error::new(io::ErrorKind::InvalidData, "not an answer that can be understood");
        let status = status.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(invalid)?;
        let mut length = None;
        loop {
            let header = self.line().await?;
            if header.is_empty() {
                break;
            }
            if let Some((name, value)) = header.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok();
            }
        }
        let mut body = vec![0; length.ok_or_else(invalid)?];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }
}
