//! Checks fixed SQL statements against the tables.

use std::fmt::Display;

use postgres_kit::{Column, Statement};
use sqlx::{
    AssertSqlSafe, Column as _, Connection, Either, Executor, PgConnection, SqlSafeStr, Statement as _,
    TypeInfo,
    postgres::{PgColumn, PgStatement},
};

use crate::TestDatabase;

/// Prepares each statement in a database whose tables `migrate` has created.
///
/// The check fails unless Postgres accepts all statements with their parameters' types, and the rows of each have
/// exactly the columns and types that the program reads. `name` and a suffix name the database, which is shared, because
/// no statement is executed. Names without a schema are resolved along `search_path`.
///
/// # Panics
/// When there is no server, or a statement does not fit.
pub fn check_statements<E: Display>(
    name: &str,
    migrate: impl AsyncFnOnce(&str) -> Result<(), E>,
    search_path: &str,
    statements: &[Statement],
) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let faults = runtime.block_on(async {
        let url = TestDatabase::shared(&format!("{name}-statements"), migrate).await;
        let mut connection = PgConnection::connect(&url).await.expect("the shared database");
        let set = format!("SET search_path = {search_path}");
        sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut connection).await.expect("the search path");
        let mut faults = Vec::new();
        for statement in statements {
            if let Err(fault) = check(&mut connection, statement).await {
                faults.push(format!("{}: {fault}", statement.name));
            }
        }
        faults
    });
    assert!(faults.is_empty(), "statements do not fit the tables:\n{}", faults.join("\n"));
}

async fn check(connection: &mut PgConnection, statement: &Statement) -> Result<(), String> {
    let types = (statement.parameters)();
    let prepared: PgStatement = connection
        .prepare_with(statement.sql.into_sql_str(), &types)
        .await
        .map_err(|error| format!("Postgres refuses it: {error}"))?;
    let known = match prepared.parameters() {
        Some(Either::Left(known)) => known.len(),
        Some(Either::Right(known)) => known,
        None => 0,
    };
    if known != types.len() {
        return Err(format!("has {known} parameters, and {} are bound", types.len()));
    }
    if let Some(unused) = (1..=known).find(|number| !uses(statement.sql, *number)) {
        return Err(format!("does not use ${unused}"));
    }
    let columns = (statement.columns)();
    // Either the statement returns no rows, or its caller reads them column by column.
    if columns.is_empty() {
        return Ok(());
    }
    compare(&columns, prepared.columns())
}

fn uses(sql: &str, parameter: usize) -> bool {
    let parameter = format!("${parameter}");
    sql.match_indices(&parameter)
        .any(|(at, _)| !sql[at + parameter.len()..].starts_with(|next: char| next.is_ascii_digit()))
}

fn compare(read: &[Column], found: &[PgColumn]) -> Result<(), String> {
    for (place, column) in read.iter().enumerate() {
        let name = column.name.map_or_else(|| format!("number {}", place + 1), str::to_owned);
        let same = match column.name {
            Some(name) => found.iter().find(|found| found.name() == name),
            None => found.get(place),
        };
        match same {
            Some(found) if !(column.can_read)(found.type_info()) => {
                let (is, read) = (found.type_info().name(), &column.type_name);
                return Err(format!("column {name} is {is} and is read as {read}"));
            }
            None if !column.optional => return Err(format!("there is no column {name}")),
            _ => {}
        }
    }
    let unread = match read {
        // A statement that is read as one value may have more columns, which are there for their side effects.
        [Column { name: None, .. }] => None,
        [Column { name: None, .. }, ..] => found.get(read.len()),
        _ => found.iter().find(|found| read.iter().all(|read| read.name != Some(found.name()))),
    };
    match unread {
        Some(unread) => Err(format!("column {} is not read", unread.name())),
        None => Ok(()),
    }
}
