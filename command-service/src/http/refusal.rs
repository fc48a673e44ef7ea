//! How a handler answers a refusal: `refusals!` declares its error type, and OpenAPI describes it.

use std::str::FromStr;

use chrono::TimeDelta;
use domain::form::FieldRefusal;
use service_kit::{Code, Problem, error_answers::ErrorAnswer, problem::FieldError};

use crate::{application::Failure, passwords::Crowded};

/// Declares the error type of a handler from the refusals of what it calls. Each refusal gets a code and the reason that
/// OpenAPI gives for it; people read the refusal's own text. Methods of [`Problem`] and [`InFields`] may follow the code.
///
/// ```ignore
/// refusals! {
///     Refused from Refusal {
///         Refusal::NotFound => NotFound when "No such order, or somebody else's",
///         Refusal::TooLate(_) => Conflict when "The merchant has accepted it, or it has ended",
///         Refusal::Form(fault) => Invalid.in_fields([fault]) when "The reason is too long",
///     }
///     from TooMany {
///         limit => TooMany.retry_in(limit.retry_in) when "More than 10 cancellations in a minute",
///     }
/// }
///
/// async fn cancel_order(…) -> Result<Answer<OrderCancelled>, Refused> {
///     let order_id = parse_id(&id, Refusal::NotFound)?;
///     let executed = writer.execute(&provenance, &command).await?;
/// ```
///
/// `?` makes a `Refused` of a `Refusal`, of a `Failure<Refusal>`, and of a `Failure` without refusals. Each block is an
/// exhaustive `match` on a borrowed refusal. `route!` describes the operation by the same lines: two refusals with one
/// code are one answer with both reasons. `Refused or ERASED, CROWDED` adds failures that only some commands have.
macro_rules! refusals {
    ($(#[$doc:meta])* $refused:ident $(or $($failure:ident),+)? $(from $refusal:ty {
        $($pattern:pat => $code:ident $(.$method:ident($($argument:expr),*))* when $reason:literal,)+
    })*) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $refused(service_kit::Problem);

        impl service_kit::error_answers::HandlerError for $refused {
            const REFUSALS: Option<&'static [service_kit::error_answers::ErrorAnswer]> =
                Some(&[$($((service_kit::Code::$code, $reason),)+)*]);
            const FAILURES: &'static [service_kit::error_answers::ErrorAnswer] =
                &[$($($crate::http::refusal::$failure,)+)? $crate::http::refusal::FAILURE];
        }

        impl axum::response::IntoResponse for $refused {
            fn into_response(self) -> axum::response::Response {
                self.0.into_response()
            }
        }

        impl From<$crate::application::Failure<std::convert::Infallible>> for $refused {
            fn from(failure: $crate::application::Failure<std::convert::Infallible>) -> Self {
                Self(failure.into_problem(|never| match never {}))
            }
        }

        $(
            impl From<$refusal> for $refused {
                fn from(refusal: $refusal) -> Self {
                    #[allow(unused_imports, reason = "many refusals are about no field")]
                    use $crate::http::refusal::InFields as _;
                    let problem = |code| service_kit::Problem::new(code, refusal.to_string());
                    Self(match &refusal {
                        $($pattern => problem(service_kit::Code::$code)$(.$method($($argument),*))*,)+
                    })
                }
            }

            impl From<$crate::application::Failure<$refusal>> for $refused {
                fn from(failure: $crate::application::Failure<$refusal>) -> Self {
                    Self(failure.into_problem(|refusal| Self::from(refusal).0))
                }
            }
        )*
    };
}
pub(super) use refusals;

/// The answer of a command that writes personal data.
pub(super) const ERASED: ErrorAnswer = (Code::Conflict, "An account that it concerns has been deleted");

/// The answer of a command that hashes a password.
pub(super) const CROWDED: ErrorAnswer = (Code::Unavailable, "Too many people are logging in at this moment");

/// The answer of a command that asks the payment provider.
pub(super) const DECLINED: ErrorAnswer = (Code::Conflict, "The payment provider refuses");

/// The answer of any command to a failure that is not its own.
pub(super) const FAILURE: ErrorAnswer =
    (Code::Unavailable, "Something that is needed cannot be reached; `Retry-After` says when to try again");

impl<R> Failure<R> {
    /// The error response. `refused` gives the one for a refusal by the decision.
    pub(super) fn into_problem(self, refused: impl FnOnce(R) -> Problem) -> Problem {
        match self {
            Self::Refused(reason) => refused(reason),
            Self::Unavailable(cause) => Problem::unavailable(&cause),
            Self::Erased => Problem::new(Code::Conflict, "This account has been deleted"),
            Self::Crowded(crowded) => {
                Problem::new(Code::Unavailable, crowded.to_string()).retry_after(Crowded::RETRY_AFTER)
            }
            Self::Declined(cause) => {
                tracing::warn!(%cause, "the payment provider refuses");
                Problem::new(
                    Code::Conflict,
                    "The payment provider does not allow this. Please ask our support.",
                )
            }
            Self::Defect(cause) => Problem::internal(&cause),
        }
    }
}

/// More requests than a limit admits.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub(super) struct TooMany {
    text: &'static str,
    /// Time until the next one is admitted.
    pub(super) retry_in: TimeDelta,
}

impl TooMany {
    /// The refusal with this text, for the error of a `Limiter`.
    pub(super) fn saying(text: &'static str) -> impl FnOnce(TimeDelta) -> Self {
        move |retry_in| Self { text, retry_in }
    }
}

/// A refusal because something does not exist.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct NoSuch(pub(super) &'static str);

/// Names the fields that a form was refused for.
pub(super) trait InFields {
    /// The same error answer with these fields.
    fn in_fields<'a>(self, refusals: impl IntoIterator<Item = &'a FieldRefusal>) -> Self;
}

impl InFields for Problem {
    fn in_fields<'a>(self, refusals: impl IntoIterator<Item = &'a FieldRefusal>) -> Self {
        let refused = |refusal: &FieldRefusal| FieldError {
            field: refusal.field.to_owned(),
            message: refusal.to_string(),
        };
        self.with_fields(refusals.into_iter().map(refused).collect())
    }
}

/// The id in this text; a malformed one is refused with `not_found`, as an id that nothing has.
pub(super) fn parse_id<T: FromStr, R>(text: &str, not_found: R) -> Result<T, R> {
    text.parse().map_err(|_| not_found)
}
