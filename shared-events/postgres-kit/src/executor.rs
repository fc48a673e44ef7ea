//! Runs statements on any free connection of a [`Pool`](crate::Pool), as on an sqlx pool, and on a [`Pooled`] connection.
//!
//! When a view of the read models is swapped, the type of a column may change. Postgres then refuses each statement that
//! a connection prepared before, and does so forever. Such a statement has done nothing, so it is prepared anew and
//! repeated. Within a transaction that is impossible, because the refusal has ended the transaction.

use futures_util::{
    StreamExt, TryStreamExt,
    future::BoxFuture,
    stream::{self, BoxStream},
};
use sqlx::{
    Connection, Either, Error, Execute, Executor, PgConnection, Postgres, Result, SqlStr,
    error::BoxDynError,
    postgres::{PgArguments, PgDatabaseError, PgQueryResult, PgRow, PgStatement, PgTypeInfo},
};

use traces::{Around, Kind, Span};

use crate::{Pool, Pooled};

/// The part of a trace that waits for the database, a free connection included. Neither the statement nor its parameters are
/// told: they may have personal data.
fn in_span<F: Future>(asking: F) -> Around<F> {
    let span = Span::child(Kind::Client, "postgres");
    span.set("db.system.name", "postgresql");
    span.around(asking)
}

/// A query that can be repeated.
#[derive(Clone)]
struct Repeatable {
    sql: SqlStr,
    arguments: Option<PgArguments>,
    persistent: bool,
}

impl Repeatable {
    fn of<'q>(mut query: impl Execute<'q, Postgres>) -> Result<Self> {
        let arguments = query.take_arguments().map_err(Error::Encode)?;
        Ok(Self { arguments, persistent: query.persistent(), sql: query.sql() })
    }
}

impl Execute<'_, Postgres> for Repeatable {
    fn sql(self) -> SqlStr {
        self.sql
    }

    fn statement(&self) -> Option<&PgStatement> {
        None
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        Ok(self.arguments.take())
    }

    fn persistent(&self) -> bool {
        self.persistent
    }
}

/// Runs the query, and once more when its prepared statement no longer fits the tables.
async fn run<T>(
    connection: &mut PgConnection,
    query: Result<Repeatable>,
    run: impl AsyncFn(&mut PgConnection, Repeatable) -> Result<T>,
) -> Result<T> {
    let query = query?;
    match run(connection, query.clone()).await {
        Err(error) if is_outdated(&error) => {
            connection.clear_cached_statements().await?;
            run(connection, query).await
        }
        answer => answer,
    }
}

/// Whether the error is "cached plan must not change result type".
fn is_outdated(error: &Error) -> bool {
    let refusal = error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    refusal.is_some_and(|refusal| {
        refusal.code() == "0A000" && refusal.routine() == Some("RevalidateCachedQuery")
    })
}

impl<'c> Executor<'c> for &'c mut Pooled {
    type Database = Postgres;

    /// Reads the whole answer before it yields the first row: a refused statement must be repeated before that.
    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let query = Repeatable::of(query);
        let answer = async move {
            let steps = run(self, query, async |connection, query| {
                connection.fetch_many(query).try_collect::<Vec<_>>().await
            });
            Ok::<_, Error>(stream::iter(steps.await?).map(Ok))
        };
        stream::once(answer).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let query = Repeatable::of(query);
        Box::pin(run(self, query, async |connection, query| connection.fetch_optional(query).await))
    }

    fn prepare_with<'e>(
        self,
        statement: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement>>
    where
        'c: 'e,
    {
        (**self).prepare_with(statement, parameters)
    }
}

impl<'p> Executor<'p> for &'_ Pool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        let answer = in_span(async move {
            let mut connection = pool.acquire().await?;
            let steps: Vec<_> = connection.fetch_many(query).try_collect().await?;
            Ok::<_, Error>(stream::iter(steps).map(Ok))
        });
        stream::once(answer).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        Box::pin(in_span(async move { pool.acquire().await?.fetch_optional(query).await }))
    }

    fn prepare_with<'e>(
        self,
        statement: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        Box::pin(async move { pool.acquire().await?.prepare_with(statement, parameters).await })
    }
}
