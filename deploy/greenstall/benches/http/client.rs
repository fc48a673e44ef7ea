//! As much of an HTTP client as a benchmark needs: one connection, one request after the other.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpSocket, TcpStream},
};

/// Somebody with a connection that is kept.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    token: Option<String>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> io::Result<Self> {
        Self::over(TcpStream::connect(address).await?)
    }

    /// The same from another address of this machine.
    pub(crate) async fn connect_from(from: Ipv4Addr, address: SocketAddr) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        Self::over(socket.connect(address).await?)
    }

    fn over(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), token: None })
    }

    /// What proves who this is.
    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// Signs up or logs in; answers the account's id.
    pub(crate) async fn enter(&mut self, path: &str, form: &Value) -> io::Result<String> {
        let answer = self.send("POST", path, form).await?;
        self.token = answer["token"].as_str().map(str::to_owned);
        text(&answer["user"]["id"])
    }

    /// The body of an answer that must be a success.
    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &Value) -> io::Result<Value> {
        let body = body.to_string();
        let mut request =
            format!("{method} /api{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
        if let Some(token) = &self.token {
            request.push_str(&format!("authorization: Bearer {token}\r\n"));
        }
        request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        let (status, answer) = self.answer().await?;
        if !(200..300).contains(&status) {
            let told = String::from_utf8_lossy(&answer);
            return Err(io::Error::other(format!("{method} {path}: {status} {told}")));
        }
        Ok(serde_json::from_slice(&answer)?)
    }

    async fn answer(&mut self) -> io::Result<(u16, Vec<u8>)> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status in {line:?}")))?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}

/// A member of an answer that is a text.
pub(crate) fn text(value: &Value) -> io::Result<String> {
    value.as_str().map(str::to_owned).ok_or_else(|| io::Error::other(format!("{value} is no text")))
}
