//! Error responses that several operations share.

use std::{fmt::Display, str::FromStr};

use domain::form::FieldRefusal;
use service_kit::{Code, Problem, problem::FieldError};

use crate::{application::Failure, passwords::Crowded};

impl<R> Failure<R> {
    /// The error answer: `refused` says what people read when the decision was no.
    pub(super) fn into_problem(self, refused: impl FnOnce(R) -> Problem) -> Problem {
        match self {
            Self::Refused(reason) => refused(reason),
            Self::Unavailable(cause) => Problem::unavailable(&cause),
            Self::Erased => problem(Code::Conflict, &"This account has been deleted"),
            Self::Crowded(crowded) => {
                Problem::new(Code::Unavailable, crowded.to_string()).retry_after(Crowded::RETRY_AFTER)
            }
            Self::Defect(cause) => Problem::internal(&cause),
        }
    }
}

/// A refusal that is answered with its own text.
pub(super) fn problem(code: Code, refusal: &dyn Display) -> Problem {
    Problem::new(code, refusal.to_string())
}

/// The answer to a form whose first fault is told in `message`; `errors` names all of them.
pub(super) fn invalid(refusals: &[FieldRefusal]) -> Problem {
    let message = refusals.first().map(ToString::to_string).unwrap_or_default();
    let errors = refusals
        .iter()
        .map(|refusal| FieldError { field: refusal.field.to_owned(), message: refusal.to_string() });
    Problem::new(Code::Invalid, message).with_fields(errors.collect())
}

/// The id in a path; a malformed one is answered with `not_found`.
pub(super) fn id_in_path<T: FromStr>(text: &str, not_found: &str) -> Result<T, Problem> {
    text.parse().map_err(|_| Problem::new(Code::NotFound, not_found))
}
