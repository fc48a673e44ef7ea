//! Runs statements on any free connection of a [`Pool`](crate::Pool), as on an sqlx pool.

use futures_util::{
    StreamExt, TryStreamExt,
    future::BoxFuture,
    stream::{self, BoxStream},
};
use sqlx::{
    Either, Error, Execute, Executor, Postgres, Result, SqlStr,
    postgres::{PgQueryResult, PgRow, PgStatement, PgTypeInfo},
};

use traces::{Around, Kind, Span};

use crate::Pool;

/// The part of a trace that waits for the database, a free connection included. Neither the statement nor its parameters are
/// told: they may have personal data.
fn in_span<F: Future>(asking: F) -> Around<F> {
    let span = Span::child(Kind::Client, "postgres");
    span.set("db.system.name", "postgresql");
    span.around(asking)
}

impl<'p> Executor<'p> for &'_ Pool {
    type Database = Postgres;

    /// Reads the whole answer before it yields the first row, because only a connection can stream rows.
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
