//! SQL over the read models, one folder a view. The tables are reached through schema `read`; columns are named one by
//! one, so that prepared statements survive the swap of a rebuilt view.

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

use std::time::Duration;

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

/// How long the database may take for what no request waits for: a request has a time limit of its own.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// A column of type `text` that holds one of a few words, the JSON names of `T`.
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

/// The answer to a query that failed: 503 while the database or the view is not there, else our fault.
#[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
pub(crate) fn failed(error: sqlx::Error) -> Problem {
    match &error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => {
            Problem::unavailable(&error)
        }
        sqlx::Error::Database(refusal) if refusal.code().is_some_and(|code| absent(&code)) => {
            Problem::unavailable(&error)
        }
        _ => Problem::internal(&error),
    }
}

/// Whether the SQLSTATE says that the server goes or that the view is not built yet (undefined table or schema).
fn absent(code: &str) -> bool {
    code.starts_with("08") || code.starts_with("57P") || matches!(code, "42P01" | "3F000")
}
