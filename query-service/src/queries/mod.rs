//! SQL over the read models, one folder for each view. Tables are reached through the schema `read`. Statements name
//! every column, so that prepared statements survive the swap of a rebuilt view.

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
mod words;

use postgres_kit::is_lost;
use serde::{
    Deserialize,
    de::{IntoDeserializer, value::Error as WordError},
};
use service_kit::Problem;
use sqlx::{
    Decode, Postgres, Type,
    error::BoxDynError,
    postgres::{PgTypeInfo, PgValueRef},
};

/// A `text` column that holds one of a few words: the JSON names of `T`.
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

/// The problem for a failed query: 503 while the database or the view is not there or takes too long, otherwise 500.
#[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
pub(crate) fn failed(error: sqlx::Error) -> Problem {
    let code = error.as_database_error().and_then(|refusal| refusal.code());
    // query_canceled; the view is not built yet: undefined_table, invalid_schema_name; an older version of it serves until
    // its next one is built, or was taken back: undefined_column
    let is_passing = matches!(code.as_deref(), Some("57014" | "42P01" | "3F000" | "42703"));
    match is_lost(&error) || is_passing {
        true => Problem::unavailable(&error),
        false => Problem::internal(&error),
    }
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
