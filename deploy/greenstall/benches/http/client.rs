//! A JSON client of the program, logged in as one person.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use serde_json::{Value, json};
use test_support::bench::{forms::PASSWORD, http};

/// A client that keeps its connection open.
pub(crate) struct Client {
    connection: http::Client,
    token: Option<String>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> io::Result<Self> {
        Ok(Self { connection: http::Client::connect(address).await?, token: None })
    }

    /// Connects from another address of this machine.
    pub(crate) async fn connect_from(from: Ipv4Addr, address: SocketAddr) -> io::Result<Self> {
        Ok(Self { connection: http::Client::connect_from(from, address).await?, token: None })
    }

    /// Opens another connection as the same person: the program closes one that idles for long.
    pub(crate) async fn reconnect(&mut self, address: SocketAddr) -> io::Result<()> {
        self.connection = http::Client::connect(address).await?;
        Ok(())
    }

    /// The access token.
    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// Signs up or logs in, depending on `path`; returns the account's id.
    pub(crate) async fn enter(&mut self, path: &str, form: &Value) -> io::Result<String> {
        let answer = self.send("POST", path, form).await?;
        self.token = answer["token"].as_str().map(str::to_owned);
        text(&answer["user"]["id"])
    }

    /// Logs in as somebody who has the benchmark's password; returns the account's id.
    pub(crate) async fn log_in(&mut self, email: &str) -> io::Result<String> {
        self.enter("/auth/login", &json!({ "email": email, "password": PASSWORD })).await
    }

    /// Sends a request and returns the body. It fails unless the answer is a success.
    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &Value) -> io::Result<Value> {
        let body = body.to_string();
        let mut request =
            format!("{method} /api{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
        if let Some(token) = &self.token {
            request.push_str(&format!("authorization: Bearer {token}\r\n"));
        }
        request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        let (status, answer) = self.connection.send(&request).await?;
        if !(200..300).contains(&status) {
            let body = String::from_utf8_lossy(&answer);
            return Err(io::Error::other(format!("{method} {path}: {status} {body}")));
        }
        Ok(serde_json::from_slice(&answer)?)
    }
}

/// The text in a member of a JSON answer.
pub(crate) fn text(value: &Value) -> io::Result<String> {
    value.as_str().map(str::to_owned).ok_or_else(|| io::Error::other(format!("{value} is no text")))
}
