//! Sends raw requests as an attacker would: any bytes, from any address of this machine. Most tests check only the
//! status of the answer.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::Duration,
};

/// A request that takes longer than this counts as hung.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    /// The path below `/api`, as the request line has it.
    pub(crate) path: &'a str,
    pub(crate) token: Option<&'a str>,
    /// Header lines without line ends.
    pub(crate) headers: &'a [&'a [u8]],
    pub(crate) body: &'a [u8],
}

/// Sends a request on a new connection; returns the status.
///
/// # Errors
/// When there is no valid HTTP answer in time.
pub(crate) fn send(base: &str, request: &Request<'_>) -> Result<u16, String> {
    exchange(base, None, request).map(|(status, _)| status)
}

/// Sends a request from another address of this machine; returns the status and the body.
pub(crate) fn send_from(base: &str, from: Ipv4Addr, request: &Request<'_>) -> Result<(u16, String), String> {
    exchange(base, Some(from), request)
}

fn exchange(base: &str, from: Option<Ipv4Addr>, request: &Request<'_>) -> Result<(u16, String), String> {
    let address: SocketAddr = base.trim_start_matches("http://").parse().expect("an address");
    let mut stream = connect(address, from).map_err(|error| format!("no connection: {error}"))?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT)).expect("a time limit");
    stream.set_write_timeout(Some(ANSWER_TIMEOUT)).expect("a time limit");
    let mut head =
        format!("{} /api{} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n", request.method, request.path);
    if let Some(token) = request.token {
        head += &format!("authorization: Bearer {token}\r\n");
    }
    let mut bytes = head.into_bytes();
    for header in request.headers {
        bytes.extend_from_slice(header);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", request.body.len()).as_bytes());
    bytes.extend_from_slice(request.body);
    // The server may stop reading a request that is too large. It sends an answer nevertheless.
    let _ = stream.write_all(&bytes);
    let mut answer = Vec::new();
    let mut part = [0; 4_096];
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&part[..count]),
            Err(_) if !answer.is_empty() => break,
            Err(error) => return Err(format!("no answer: {error}")),
        }
        // An event stream does not end, so stop after the header.
        if from.is_none() && answer.windows(2).any(|pair| pair == b"\r\n") {
            break;
        }
    }
    let text = String::from_utf8_lossy(&answer);
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    let status = status.ok_or_else(|| format!("an answer without a status: {text:?}"))?;
    Ok((status, text.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned())))
}

fn connect(address: SocketAddr, from: Option<Ipv4Addr>) -> std::io::Result<TcpStream> {
    let Some(from) = from else { return TcpStream::connect(address) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        socket.connect(address).await
    })?;
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}
