//! Error answers: RFC 9457 problem documents with three more members for the UI, `success: false` and the text
//! as `message` and as `error`.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chrono::TimeDelta;
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{Content, OpenApi, RefOr},
};

/// The media type of error answers.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// The kinds of error answers: their codes, statuses and titles. The caller of [`Problem::new`] supplies the `message`
/// for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The request cannot be parsed.
    Malformed,
    /// The token is missing or invalid.
    Unauthenticated,
    /// The card was declined.
    PaymentDeclined,
    /// The caller has the wrong role.
    Forbidden,
    /// The resource does not exist, or the caller must not know that it does.
    NotFound,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// The body did not arrive in time.
    RequestTimeout,
    /// The current state does not allow the operation.
    Conflict,
    /// The body is too large.
    TooLarge,
    /// The body's media type is not supported.
    UnsupportedMedia,
    /// The request is well-formed but invalid.
    Invalid,
    /// Too many requests.
    TooMany,
    /// A dependency cannot be reached at the moment.
    Unavailable,
    /// An internal error.
    Internal,
}

impl Code {
    /// The HTTP status, the machine-readable name and the title of each code. There is no other table of them.
    const fn row(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Self::Malformed => (StatusCode::BAD_REQUEST, "malformed", "Malformed request"),
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, "unauthenticated", "Not logged in"),
            Self::PaymentDeclined => (StatusCode::PAYMENT_REQUIRED, "payment-declined", "Payment declined"),
            Self::Forbidden => (StatusCode::FORBIDDEN, "forbidden", "Not allowed"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not-found", "Not found"),
            Self::MethodNotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", "Method not allowed")
            }
            Self::RequestTimeout => (StatusCode::REQUEST_TIMEOUT, "request-timeout", "Request timeout"),
            Self::Conflict => (StatusCode::CONFLICT, "conflict", "Not possible in this state"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too-large", "Too large"),
            Self::UnsupportedMedia => {
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-media", "Unsupported media type")
            }
            Self::Invalid => (StatusCode::UNPROCESSABLE_ENTITY, "invalid", "Invalid input"),
            Self::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too-many", "Too many requests"),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "unavailable", "Not available right now"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal", "Unexpected error"),
        }
    }

    /// The HTTP status.
    pub const fn status(self) -> StatusCode {
        self.row().0
    }
}

/// One field that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field's name in the request: `address.zipCode`.
    pub field: String,
    /// What is wrong, for people.
    pub message: String,
}

/// The body of every error answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemBody {
    /// `/problems/<code>`: identifies the kind of problem.
    #[serde(rename = "type")]
    #[schema(example = "/problems/invalid")]
    pub kind: String,
    /// The kind in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// Always false.
    pub success: bool,
    /// The text that people see.
    pub message: String,
    /// The same text: the specification reads it from `error` after some calls.
    pub error: String,
    /// The refused fields, if the input was refused for its fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// The thing as it is now, with its `revision`, if it was changed since the revision that the request names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub current: Option<serde_json::Value>,
}

/// An error answer, for handlers to return with `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    code: Code,
    message: String,
    fields: Vec<FieldError>,
    current: Option<serde_json::Value>,
    retry_after: Option<u64>,
    outage: bool,
}

/// Marks the response of [`Problem::unavailable`] for middleware that tries again.
#[derive(Clone, Copy, Debug)]
pub struct Outage;

impl Problem {
    /// An error answer with the text for users.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            fields: Vec::new(),
            current: None,
            retry_after: None,
            outage: false,
        }
    }

    /// An error answer to input that was refused because of one field.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(Code::Invalid, message).in_field(field)
    }

    /// Says this text instead.
    #[must_use]
    pub fn saying(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// Names the refused field.
    #[must_use]
    pub fn in_field(self, field: impl Into<String>) -> Self {
        let message = self.message.clone();
        self.with_fields(vec![FieldError { field: field.into(), message }])
    }

    /// Adds the refused fields.
    #[must_use]
    pub fn with_fields(mut self, fields: Vec<FieldError>) -> Self {
        self.fields = fields;
        self
    }

    /// Shows the thing that was changed meanwhile, as it is now.
    #[must_use]
    pub fn with_current(mut self, thing: impl Serialize) -> Self {
        self.current = Some(serde_json::to_value(thing).expect("an answer is plain data"));
        self
    }

    /// Adds the time in seconds after which to try again.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Tells how long to wait before the next try, rounded up to seconds.
    #[must_use]
    pub fn retry_in(self, wait: TimeDelta) -> Self {
        self.retry_after(wait.num_milliseconds().max(0).unsigned_abs().div_ceil(1_000).max(1))
    }

    /// The answer to a missing or invalid token.
    pub fn unauthenticated() -> Self {
        Self::new(Code::Unauthenticated, "Please log in to continue")
    }

    /// The answer to a caller with the wrong role.
    pub fn forbidden() -> Self {
        Self::new(Code::Forbidden, "You don't have permission to do this")
    }

    /// The answer to too many requests. The next one is allowed after this time.
    pub fn too_many(message: impl Into<String>, retry_in: TimeDelta) -> Self {
        Self::new(Code::TooMany, message).retry_in(retry_in)
    }

    /// The answer when a dependency cannot be reached. The cause is logged and not sent to the caller.
    pub fn unavailable(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "answering 503");
        Self::new(Code::Unavailable, "Greenstall is not available right now. Please try again.")
            .retry_after(1)
            .in_outage()
    }

    const fn in_outage(mut self) -> Self {
        self.outage = true;
        self
    }

    /// The answer to an internal error. The cause is logged and not sent to the caller.
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "answering 500");
        Self::new(Code::Internal, "An unexpected error occurred")
    }

    /// The code of the problem.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// The text for users.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, name, title) = self.code.row();
        let body = ProblemBody {
            kind: format!("/problems/{name}"),
            title: title.to_owned(),
            status: status.as_u16(),
            success: false,
            error: self.message.clone(),
            message: self.message,
            errors: self.fields,
            current: self.current,
        };
        let json = serde_json::to_vec(&body).expect("a problem is plain data");
        let mut response = (status, Body::from(json)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.outage {
            response.extensions_mut().insert(Outage);
        }
        response
    }
}

/// Sets the media type of the error answers in a description, because `#[utoipa::path]` describes every body as plain
/// JSON.
pub fn describe(document: &mut OpenApi) {
    let problem = format!("#/components/schemas/{}", ProblemBody::name());
    let is_problem = |content: &RefOr<Content>| match content {
        RefOr::T(Content { schema: Some(RefOr::Ref(reference)), .. }) => reference.ref_location == problem,
        _ => false,
    };
    for path in document.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        for operation in operations.into_iter().flatten() {
            for response in operation.responses.responses.values_mut() {
                let RefOr::T(response) = response else { continue };
                if response.content.values().any(is_problem) {
                    let bodies = std::mem::take(&mut response.content);
                    response.content.extend(bodies.into_values().map(|body| (MEDIA_TYPE.to_owned(), body)));
                }
            }
        }
    }
}
