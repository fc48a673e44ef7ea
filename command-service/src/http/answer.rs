//! The response to a command: a body, and for those who are logged in the position in the log after the command.

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use service_kit::{extract::Json, position};
use shared_events::Position;

/// The response to an executed command. Its header `Greenstall-Position` lets the client read its own writes.
#[derive(Debug)]
pub(crate) struct Answer<T> {
    status: StatusCode,
    headers: HeaderMap,
    body: T,
}

impl<T> Answer<T> {
    /// 200 with a body.
    pub(crate) fn ok(position: Position, body: T) -> Self {
        Self::new(StatusCode::OK, position, body)
    }

    /// 202 with a body: the command is carried out later.
    pub(crate) fn accepted(position: Position, body: T) -> Self {
        Self::new(StatusCode::ACCEPTED, position, body)
    }

    /// 201 with a body.
    pub(crate) fn created(position: Position, body: T) -> Self {
        Self::new(StatusCode::CREATED, position, body)
    }

    fn new(status: StatusCode, position: Position, body: T) -> Self {
        let headers = HeaderMap::from_iter([(position::POSITION, position::header_value(position))]);
        Self { status, headers, body }
    }

    /// The same response, which neither a cache nor the shop may keep: it shows a secret.
    #[must_use]
    pub(crate) fn secret(self) -> Self {
        self.with(Some((header::CACHE_CONTROL, HeaderValue::from_static("no-store"))))
    }

    /// The same response without the position, for a caller who is not logged in: the positions of two requests tell how
    /// many events lie between them, and so whether a request in someone's name had an effect.
    #[must_use]
    pub(crate) fn without_position(mut self) -> Self {
        self.headers.remove(position::POSITION);
        self
    }

    /// The same response with one more header.
    #[must_use]
    pub(crate) fn with(mut self, header: Option<(HeaderName, HeaderValue)>) -> Self {
        self.headers.extend(header);
        self
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        response.headers_mut().extend(self.headers);
        response
    }
}
