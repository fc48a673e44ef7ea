//! Error responses that several operations share.

use std::str::FromStr;

use domain::form::FieldRefusal;
use service_kit::{Code, Problem, problem::FieldError};

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
