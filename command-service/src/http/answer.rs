//! The response to a command: a body, and the position in the log after the command.

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use service_kit::{extract::Json, position};
use shared_events::Position;

/// The response to an executed command. Its header `Greenstall-Position` lets the client read its own writes.
#[derive(Debug)]
pub(crate) struct Answer<T> {
    status: StatusCode,
    position: Position,
    body: T,
    header: Option<(HeaderName, HeaderValue)>,
}

impl<T> Answer<T> {
    /// 200 with a body.
    pub(crate) const fn ok(position: Position, body: T) -> Self {
        Self { status: StatusCode::OK, position, body, header: None }
    }

    /// 202 with a body: the command is carried out later.
    pub(crate) const fn accepted(position: Position, body: T) -> Self {
        Self { status: StatusCode::ACCEPTED, position, body, header: None }
    }

    /// 201 with a body.
    pub(crate) const fn created(position: Position, body: T) -> Self {
        Self { status: StatusCode::CREATED, position, body, header: None }
    }

    /// The same response, which no cache may keep: it shows a secret.
    #[must_use]
    pub(crate) fn secret(self) -> Self {
        self.with(Some((header::CACHE_CONTROL, HeaderValue::from_static("no-store"))))
    }

    /// The same response with one more header.
    #[must_use]
    pub(crate) fn with(self, header: Option<(HeaderName, HeaderValue)>) -> Self {
        Self { header, ..self }
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        response.headers_mut().insert(position::POSITION, position::header_value(self.position));
        response.headers_mut().extend(self.header);
        response
    }
}
