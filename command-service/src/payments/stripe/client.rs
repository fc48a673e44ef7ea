//! Calls of Stripe's API over HTTP: forms go out, JSON comes back.

use std::{error::Error, fmt::Write as _, time::Duration};

use reqwest::{
    Method, StatusCode,
    header::{AUTHORIZATION, HeaderMap, HeaderValue},
};
use serde::{Deserialize, de::DeserializeOwned};
use traces::{Kind, Span};

/// The version of the API that [`super::objects`] is written for.
const API_VERSION: &str = "2026-09-30.endive";
/// Time limit of one request. The browser waits ten seconds for a whole checkout step.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(4);
/// How often a call is sent while Stripe is still processing the same one.
const MAX_ATTEMPTS: u32 = 5;
/// Pause before the second attempt; doubled before each later one.
const FIRST_RETRY_DELAY: Duration = Duration::from_millis(50);

/// The members of a form or of a query, with Stripe's notation for nested ones: `metadata[key]`, `expand[0]`.
pub(super) type Members<'a> = [(&'a str, &'a str)];

pub(super) struct Call<'a> {
    method: Method,
    path: &'a str,
    members: &'a Members<'a>,
    idempotency_key: Option<&'a str>,
}

impl<'a> Call<'a> {
    /// Reads the object or the list at a path; the members become the query.
    pub(super) fn get(path: &'a str, members: &'a Members<'a>) -> Self {
        Self { method: Method::GET, path, members, idempotency_key: None }
    }

    /// Sends a form. Stripe executes it once, however often it comes with the same key.
    pub(super) fn post(path: &'a str, members: &'a Members<'a>, idempotency_key: &'a str) -> Self {
        Self { method: Method::POST, path, members, idempotency_key: Some(idempotency_key) }
    }
}

/// The reason why a call has no result.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    /// The answer has an error status. Its object may contain a whole payment with its secret; only the text is kept.
    #[error("Stripe answers {}: {text}", .status.as_u16())]
    Refused {
        /// The answer's status.
        status: StatusCode,
        /// Stripe's code for the reason, if it has one.
        code: Option<String>,
        /// Stripe's explanation.
        text: String,
    },
    /// There is no answer, or none that can be read. A write may have been executed.
    #[error("{0}")]
    Unanswered(String),
}

impl CallError {
    /// Stripe's code for the reason, if there is one.
    pub(super) fn code(&self) -> Option<&str> {
        match self {
            Self::Refused { code, .. } => code.as_deref(),
            Self::Unanswered(_) => None,
        }
    }

    /// Whether the same call will be refused again. An operator can fix a wrong key (401, 403); a concurrent call with
    /// the same key (409), rate limits (429) and Stripe's own failures pass.
    pub(super) fn is_final(&self) -> bool {
        let passes = |status| !(400..500).contains(&status) || matches!(status, 401 | 403 | 409 | 429);
        !self.status().is_none_or(passes)
    }

    /// The error status of the answer, if there is one.
    pub(super) fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } => Some(status.as_u16()),
            Self::Unanswered(_) => None,
        }
    }
}

impl From<reqwest::Error> for CallError {
    fn from(error: reqwest::Error) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            // Writing to a string cannot fail.
            let _ = write!(text, ": {inner}");
            cause = inner.source();
        }
        Self::Unanswered(text)
    }
}

/// A connection pool to Stripe's API, with the account's key. Cloning is cheap.
#[derive(Clone)]
pub(super) struct Client {
    http: reqwest::Client,
    /// The base address with the version of the path: `https://api.stripe.com/v1`.
    base: String,
    /// The host in it.
    host: String,
}

impl Client {
    /// # Errors
    /// The key cannot be sent in a header, or the system has no TLS root certificates.
    pub(super) fn new(secret_key: &str, api_base: &str) -> Result<Self, CallError> {
        let mut key = HeaderValue::from_str(&format!("Bearer {secret_key}"))
            .map_err(|_| CallError::Unanswered("the secret key is no header value".to_owned()))?;
        key.set_sensitive(true);
        let headers = HeaderMap::from_iter([
            (AUTHORIZATION, key),
            ("stripe-version".parse().expect("it is a header's name"), HeaderValue::from_static(API_VERSION)),
        ]);
        let http = reqwest::Client::builder()
            .user_agent(concat!("Greenstall/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            .timeout(REQUEST_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()?;
        let host = reqwest::Url::parse(api_base).ok().and_then(|url| url.host_str().map(str::to_owned));
        let base = format!("{}/v1", api_base.trim_end_matches('/'));
        Ok(Self { http, base, host: host.unwrap_or_default() })
    }

    /// Sends a call. Repeats it after a pause while Stripe is still processing the same one.
    pub(super) async fn send<T: DeserializeOwned>(&self, call: &Call<'_>) -> Result<T, CallError> {
        let mut delay = FIRST_RETRY_DELAY;
        for _ in 1..MAX_ATTEMPTS {
            match self.send_once(call).await {
                Err(CallError::Refused { status: StatusCode::CONFLICT, .. }) => {}
                answer => return answer,
            }
            tokio::time::sleep(delay).await;
            delay *= 2;
        }
        self.send_once(call).await
    }

    async fn send_once<T: DeserializeOwned>(&self, call: &Call<'_>) -> Result<T, CallError> {
        let mut request = self.http.request(call.method.clone(), format!("{}{}", self.base, call.path));
        request =
            if call.method == Method::GET { request.query(call.members) } else { request.form(call.members) };
        if let Some(key) = call.idempotency_key {
            request = request.header("idempotency-key", key);
        }
        // The path has ids of payments, and the members what people pay.
        let span =
            Span::child(Kind::Client, if call.method == Method::GET { "GET stripe" } else { "POST stripe" });
        span.set_with("http.request.method", || call.method.to_string());
        span.set_with("server.address", || self.host.clone());
        let (status, body) = span
            .clone()
            .around(async {
                let response = request.send().await?;
                let status = response.status();
                span.set("http.response.status_code", status.as_u16());
                Ok::<_, reqwest::Error>((status, response.bytes().await?))
            })
            .await
            .inspect_err(|_| span.fail("no answer"))?;
        if !status.is_success() {
            span.fail(status.as_u16().to_string());
        }
        if !status.is_success() {
            let ErrorBody { error: ErrorText { code, message } } =
                serde_json::from_slice(&body).unwrap_or_default();
            return Err(CallError::Refused { status, code, text: message.unwrap_or_default() });
        }
        serde_json::from_slice(&body).map_err(|error| CallError::Unanswered(error.to_string()))
    }
}

/// The part of an error answer that is kept.
#[derive(Default, Deserialize)]
struct ErrorBody {
    error: ErrorText,
}

#[derive(Default, Deserialize)]
struct ErrorText {
    code: Option<String>,
    message: Option<String>,
}
