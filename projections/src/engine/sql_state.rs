//! Classifies database errors by their SQLSTATE code.

use sqlx::error::DatabaseError;

/// Whether the database refuses the rows themselves (cardinality, data, constraint or limit): a retry of this batch
/// fails again, while another batch may succeed.
pub(super) fn is_about_rows(error: &sqlx::Error) -> bool {
    code_of(error).is_some_and(|code| ["21", "22", "23", "54"].contains(&&code[..2]))
}

/// Whether the error says that a schema, table or column is missing, or that a schema or table exists already.
pub(super) fn is_about_tables(error: &sqlx::Error) -> bool {
    code_of(error).is_some_and(|code| ["3F000", "42P01", "42703", "42P06", "42P07"].contains(&&*code))
}

/// Whether the error message quotes the refused value, which may be personal data.
pub(super) fn quotes_values(error: &sqlx::Error) -> bool {
    code_of(error).is_some_and(|code| code.starts_with("22"))
}

/// Whether the error says that a table, index or trigger of this name exists.
pub(super) fn already_exists(error: &sqlx::Error) -> bool {
    code_of(error).is_some_and(|code| ["42P07", "42710"].contains(&&*code))
}

/// The five characters of the error's code.
pub(super) fn code_of(error: &sqlx::Error) -> Option<String> {
    error.as_database_error().and_then(DatabaseError::code).filter(|code| code.len() == 5).map(Into::into)
}
