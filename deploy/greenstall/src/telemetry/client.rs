//! The HTTP client with which spans are sent: the one that the shop has for its payment provider.

use std::time::Duration;

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};

/// The time limit of one attempt to send spans.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// The largest answer of a collector that is read. It says how many spans it has refused.
const MAX_ANSWER: usize = 64 * 1024;

#[derive(Clone, Debug)]
pub(super) struct Client(reqwest::Client);

impl Client {
    /// # Errors
    /// The system has no TLS root certificates.
    pub(super) fn new() -> reqwest::Result<Self> {
        let client = reqwest::Client::builder()
            .user_agent(concat!("Greenstall/", env!("CARGO_PKG_VERSION")))
            .timeout(SEND_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()?;
        Ok(Self(client))
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (parts, body) = request.into_parts();
        let request = self.0.request(parts.method, parts.uri.to_string()).headers(parts.headers).body(body);
        let mut answer = request.send().await?;
        let status = answer.status();
        let mut text = Vec::new();
        while let Some(part) = answer.chunk().await? {
            if text.len() + part.len() > MAX_ANSWER {
                return Err("the collector's answer is too large".into());
            }
            text.extend_from_slice(&part);
        }
        let mut response = Response::new(Bytes::from(text));
        *response.status_mut() = status;
        Ok(response)
    }
}
