//! SQL over the read models, one folder per view. Tables are read through the schema `read`. Statements name every
//! column, so that prepared statements survive the swap of a rebuilt view.

pub mod accounts;
pub mod audit;
pub mod catalog;
pub mod conversations;
pub mod live;
mod loader;
pub mod moderation;
pub mod notifications;
pub mod orders;
pub mod reviews;
pub mod sessions;
pub mod webhooks;
mod words;

use std::borrow::Cow;

use postgres_kit::is_lost;
use serde::{
    Deserialize,
    de::{IntoDeserializer, value::Error as WordError},
};
use service_kit::Problem;
use sqlx::{
    Decode, Postgres, Type,
    error::{BoxDynError, DatabaseError},
    postgres::{PgTypeInfo, PgValueRef},
};

/// A `text` column with the JSON name of a value of the enum `T`.
#[derive(Clone, Copy, Debug)]
pub struct Word<T>(pub T);

impl<T> Type<Postgres> for Word<T> {
    fn type_info() -> PgTypeInfo {
        <str as Type<Postgres>>::type_info()
    }

    fn compatible(ty: &PgTypeInfo) -> bool {
        <str as Type<Postgres>>::compatible(ty)
    }
}

impl<'r, T: Deserialize<'r>> Decode<'r, Postgres> for Word<T> {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        let word = <&str as Decode<Postgres>>::decode(value)?;
        let word = T::deserialize(IntoDeserializer::<WordError>::into_deserializer(word))?;
        Ok(Self(word))
    }
}

/// The problem for a failed query: 503 while the database or the view is unavailable or takes too long, otherwise 500.
#[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
pub(crate) fn failed(error: sqlx::Error) -> Problem {
    match is_lost(&error) || is_canceled(&error) || is_missing(&error) {
        true => Problem::unavailable(&error),
        false => Problem::internal(&error),
    }
}

/// Whether the server has ended the query: 57014 (query_canceled) after its time limit, 40001 (serialization_failure) and
/// 40P01 (deadlock_detected) on a standby when the query is in the way of what the standby replays, such as a swap.
fn is_canceled(error: &sqlx::Error) -> bool {
    matches!(code_of(error).as_deref(), Some("57014" | "40001" | "40P01"))
}

/// Whether the error says that the view has not been built, or not in this version. The codes 42P01 (undefined_table) and
/// 3F000 (invalid_schema_name) come before its first build; 42703 (undefined_column) comes while an older version serves.
fn is_missing(error: &sqlx::Error) -> bool {
    matches!(code_of(error).as_deref(), Some("42P01" | "3F000" | "42703"))
}

fn code_of(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error().and_then(DatabaseError::code)
}

#[cfg(test)]
mod tests {
    use service_kit::Code;

    use super::*;

    #[test]
    fn a_server_killed_in_the_middle_of_its_answer_is_unavailable() {
        let half_an_answer = sqlx::Error::Protocol("unexpected response from SSLRequest: 0x00".to_owned());
        assert_eq!(failed(half_an_answer).code(), Code::Unavailable);
        assert_eq!(failed(sqlx::Error::PoolTimedOut).code(), Code::Unavailable);
        assert_eq!(failed(sqlx::Error::RowNotFound).code(), Code::Internal);
    }
}
