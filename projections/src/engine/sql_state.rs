//! What Postgres says of an error by its code.

use sqlx::error::DatabaseError;

/// The rows themselves are what the database refuses (cardinality, data, constraint, limit), so another batch may go
/// well and this one never will.
pub(super) fn is_about_rows(error: &sqlx::Error) -> bool {
    code_of(error).is_some_and(|code| ["21", "22", "23", "54"].contains(&&code[..2]))
}

/// The message has the value that Postgres cannot take, which may be a person's.
pub(super) fn quotes_values(error: &sqlx::Error) -> bool {
    code_of(error).is_some_and(|code| code.starts_with("22"))
}

/// Something of this name was made before.
pub(super) fn is_there_already(error: &sqlx::Error) -> bool {
    code_of(error).is_some_and(|code| code == "42P07")
}

/// The five letters and digits.
pub(super) fn code_of(error: &sqlx::Error) -> Option<String> {
    error.as_database_error().and_then(DatabaseError::code).filter(|code| code.len() == 5).map(Into::into)
}
