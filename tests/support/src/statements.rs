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
/// exactly the columns and types that the program reads. Columns of one type must be read by name: no check would notice
/// when two that are read by position are swapped. `name` and a suffix name the database, which is shared, because
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
    let faults = faults(name, migrate, search_path, statements);
    assert!(faults.is_empty(), "statements do not fit the tables:\n{}", faults.join("\n"));
}

/// Describes each statement that does not fit.
fn faults<E: Display>(
    name: &str,
    migrate: impl AsyncFnOnce(&str) -> Result<(), E>,
    search_path: &str,
    statements: &[Statement],
) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
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
    })
}

async fn check(connection: &mut PgConnection, statement: &Statement) -> Result<(), String> {
    let types = (statement.parameters)();
    let prepared: PgStatement = connection
        .prepare_with(statement.sql.into_sql_str(), &types)
        .await
        .map_err(|error| format!("Postgres refuses it: {}", reason(&error)))?;
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

/// The server's message, without the place in the server's code that raised it.
fn reason(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |refusal| refusal.message().to_owned())
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
    if let Some(unread) = unread {
        return Err(format!("column {} is not read", unread.name()));
    }
    let types: Vec<&str> =
        read.iter().filter(|column| column.name.is_none()).map(|column| &*column.type_name).collect();
    match types.iter().enumerate().find(|(place, kind)| types[..*place].contains(kind)) {
        Some((_, kind)) => Err(format!("two columns are read as {kind} by position; read them by name")),
        None => Ok(()),
    }
}

#[cfg(test)]
#[expect(dead_code, reason = "the statements are prepared, not executed")]
mod tests {
    use postgres_kit::{FromRow, statements};

    use super::*;

    #[derive(FromRow)]
    struct Person {
        id: i64,
        name: String,
        age: i32,
    }

    statements! {
        #[cfg(test)]
        tested_with every_fault_is_found;

        fn by_name(id: i64) -> row Person = "SELECT age, name, id FROM people WHERE id = $1";
        fn by_position(id: i64) -> row (i64, String) = "SELECT id, name FROM people WHERE id = $1";
        fn by_position_with_two_of_one_type() -> row (String, i64, String) = "SELECT name, id, town FROM people";
        fn first_column() -> value i32 = "SELECT age, id FROM people";
        fn first_column_of_another_type() -> value i32 = "SELECT name FROM people";
        fn no_rows(id: i64, town: &str) = "UPDATE people SET town = $2 WHERE id = $1";
        fn unknown_column() = "SELECT nickname FROM people";
        fn wrong_parameter(id: bool) = "SELECT id FROM people WHERE id = $1";
        fn too_few_parameters(id: i64) = "SELECT id FROM people WHERE id = $1 AND name = $2";
        fn unused_parameter(id: i64, name: &str) = "SELECT id FROM people WHERE id = $1";
        fn missing_column() -> row Person = "SELECT id, name FROM people";
        fn wrong_column_type() -> row Person = "SELECT id, name, age::text AS age FROM people";
        fn wrong_type_at_a_position() -> row (i64, i32) = "SELECT id, name FROM people";
        fn unread_column() -> row Person = "SELECT id, name, age, town FROM people";
        fn unread_position() -> row (i64, String) = "SELECT id, name, age FROM people";
    }

    fn every_fault_is_found(statements: &[Statement]) {
        let people = async |url: &str| {
            let mut connection = PgConnection::connect(url).await?;
            let table = "CREATE TABLE people (id bigint, name text, town text, age int)";
            sqlx::raw_sql(table).execute(&mut connection).await?;
            connection.close().await
        };
        let faults = faults("test-support", people, "public", statements);
        let faults: Vec<&str> = faults.iter().map(|fault| fault.rsplit("::").next().unwrap()).collect();
        assert_eq!(
            faults,
            [
                "by_position_with_two_of_one_type: two columns are read as TEXT by position; read them by name",
                "first_column_of_another_type: column number 1 is TEXT and is read as INT4",
                "unknown_column: Postgres refuses it: column \"nickname\" does not exist",
                "wrong_parameter: Postgres refuses it: operator does not exist: bigint = boolean",
                "too_few_parameters: has 2 parameters, and 1 are bound",
                "unused_parameter: does not use $2",
                "missing_column: there is no column age",
                "wrong_column_type: column age is TEXT and is read as INT4",
                "wrong_type_at_a_position: column number 2 is TEXT and is read as INT4",
                "unread_column: column town is not read",
                "unread_position: column age is not read",
            ]
        );
    }
}
