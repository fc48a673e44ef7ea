//! An HTTP client that keeps its token and the highest position it has seen, as a browser does.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::{Agent, Body, http::Response};

use crate::instance::Instance;

pub(crate) const PASSWORD: &str = "Correct#Horse1";

/// An answer of the service.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Answer {
    /// The body. Panics unless the answer is a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{}: {}", self.status, self.body);
        self.body
    }
}

/// The service did not answer, because it was killed or is not running yet.
#[derive(Debug)]
pub(crate) struct NoAnswer;

pub(crate) struct Client {
    agent: Agent,
    /// The base URL of the command service.
    commands: String,
    /// The base URL of the query service.
    queries: String,
    token: Option<String>,
    seen: u64,
}

impl Client {
    pub(crate) fn of(instance: &Instance) -> Self {
        let config =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(30)));
        Self {
            agent: config.build().into(),
            commands: instance.commands().to_owned(),
            queries: instance.queries().to_owned(),
            token: None,
            seen: 0,
        }
    }

    /// Continues as the same person after the services have restarted on other ports.
    pub(crate) fn reconnect(&mut self, instance: &Instance) {
        *self = Self { token: self.token.take(), seen: self.seen, ..Self::of(instance) };
    }

    /// Makes later reads include everything that the other person has seen.
    pub(crate) fn has_seen_as_much_as(&mut self, other: &Self) {
        self.seen = self.seen.max(other.seen);
    }

    /// Signs up and keeps the token.
    pub(crate) fn sign_up(&mut self, request: &Value) -> Value {
        let answer = self.post("/auth/signup", request).ok();
        self.token = Some(answer["token"].as_str().expect("a token").to_owned());
        answer["user"].clone()
    }

    pub(crate) fn log_in(&mut self, email: &str) {
        let answer = self.post("/auth/login", &json!({ "email": email, "password": PASSWORD })).ok();
        self.token = Some(answer["token"].as_str().expect("a token").to_owned());
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.try_get(path).expect("the service answers")
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.try_post(path, body).expect("the service answers")
    }

    pub(crate) fn put(&mut self, path: &str, body: &Value) -> Answer {
        let url = format!("{}/api{path}", self.commands);
        let request = self.agent.put(url).header("Authorization", self.authorization());
        let response = request.send_json(body);
        self.answer(response).expect("the service answers")
    }

    pub(crate) fn delete(&mut self, path: &str) -> Answer {
        let url = format!("{}/api{path}", self.commands);
        let response = self.agent.delete(url).header("Authorization", self.authorization()).call();
        self.answer(response).expect("the service answers")
    }

    pub(crate) fn try_get(&mut self, path: &str) -> Result<Answer, NoAnswer> {
        let url = format!("{}/api{path}", self.queries);
        let request = self.agent.get(url).header("Authorization", self.authorization());
        let response = request.header("Greenstall-After", self.seen.to_string()).call();
        self.answer(response)
    }

    pub(crate) fn try_post(&mut self, path: &str, body: &Value) -> Result<Answer, NoAnswer> {
        let url = format!("{}/api{path}", self.commands);
        let request = self.agent.post(url).header("Authorization", self.authorization());
        let response = request.send_json(body);
        self.answer(response)
    }

    /// The highest position of any answer.
    pub(crate) const fn seen(&self) -> u64 {
        self.seen
    }

    /// The access token; empty for a visitor.
    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// A client with an existing token.
    pub(crate) fn with_token(instance: &Instance, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..Self::of(instance) }
    }

    fn authorization(&self) -> String {
        self.token.as_ref().map(|token| format!("Bearer {token}")).unwrap_or_default()
    }

    fn answer(&mut self, response: Result<Response<Body>, ureq::Error>) -> Result<Answer, NoAnswer> {
        let mut response = response.map_err(|_| NoAnswer)?;
        let position = response.headers().get("greenstall-position").and_then(|value| value.to_str().ok());
        let position = position.and_then(|text| text.parse().ok()).unwrap_or(0);
        self.seen = self.seen.max(position);
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string().map_err(|_| NoAnswer)?;
        Ok(Answer { status, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) })
    }
}
