//! Builds secondary indexes and planner statistics once a build's tables are full. It uses two connections, because
//! Postgres builds some kinds of index in a single process.
//!
//! Each statement is a transaction of its own. A restarted build finds the indexes that an interrupted one has made.

use std::sync::atomic::{AtomicUsize, Ordering};

use postgres_kit::{keep_alive, statements, within};
use sqlx::PgConnection;
use tokio::sync::watch;

use super::{
    Failure,
    generation::{self, Generation, Stage},
    session::{Session, answer_lost, backend},
    shared::Shared,
    sql_state::already_exists,
    tables::{run, tables_of},
    writer::Writer,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn flush_statistics() = "SELECT pg_stat_force_next_flush()";
}

/// Makes the indexes, then runs ANALYZE, before the first query comes.
pub(super) async fn make_indexes(
    shared: &Shared,
    writer: &mut Writer,
    generation: &Generation,
) -> Result<(), Failure> {
    let connection = &mut writer.session.connection;
    // Flush first: otherwise rows that the statistics collector reports after ANALYZE would count twice.
    sql::flush_statistics().execute(&mut *connection).await?;
    let mut helper = Session::open_helper(shared, generation).await?;
    run_all(shared, [&mut *connection, &mut helper.connection], &statements(writer.view.indexes())).await?;
    let schema = generation.schema();
    let tables = tables_of(&mut *connection, &schema).await?;
    let analyze: Vec<String> = tables.iter().map(|table| format!("ANALYZE {schema}.\"{table}\"")).collect();
    run_all(shared, [&mut *connection, &mut helper.connection], &analyze).await?;
    helper.close().await;
    Ok(generation::set_stage(connection, generation.id, Stage::Indexed).await?)
}

/// Splits a view's list into statements. A semicolon ends a statement and occurs nowhere else, except in comment
/// lines.
fn statements(list: &str) -> Vec<String> {
    let lines: Vec<&str> = list.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    let all = lines.join("\n");
    all.split(';').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect()
}

/// Runs the statements on both connections; each takes the next one as soon as it is free. When none is left, it
/// keeps its session alive until the other is done.
async fn run_all(
    shared: &Shared,
    connections: [&mut PgConnection; 2],
    statements: &[String],
) -> Result<(), sqlx::Error> {
    let next = AtomicUsize::new(0);
    let at_work = watch::Sender::new(2);
    let [one, other] = connections;
    let work = async |connection: &mut PgConnection| {
        work(shared, connection, statements, &next).await?;
        at_work.send_modify(|at_work| *at_work -= 1);
        let mut others = at_work.subscribe();
        tokio::select! {
            _ = others.wait_for(|at_work| *at_work == 0) => Ok(()),
            lost = keep_alive(connection, &shared.limits) => Err(lost),
        }
    };
    tokio::try_join!(work(one), work(other)).map(drop)
}

/// Runs without a deadline, because an index of a large table can take hours.
async fn work(
    shared: &Shared,
    connection: &mut PgConnection,
    statements: &[String],
    next: &AtomicUsize,
) -> Result<(), sqlx::Error> {
    let asked = backend(&mut *connection);
    let backend = within(shared.limits.answer, "the process of a connection", asked).await?;
    while let Some(statement) = statements.get(next.fetch_add(1, Ordering::Relaxed)) {
        let done = tokio::select! {
            done = run(&mut *connection, statement.clone()) => done,
            lost = answer_lost(shared, backend) => Err(lost),
        };
        match done {
            Err(error) if already_exists(&error) => {}
            done => done?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views;

    #[test]
    fn a_list_is_split_into_its_statements() {
        let list = "CREATE INDEX a ON t (a);\n-- Not one; nor two.\nCREATE INDEX b ON t (b)\n    WHERE c;\n";
        assert_eq!(statements(list), ["CREATE INDEX a ON t (a)", "CREATE INDEX b ON t (b)\n    WHERE c"]);
        assert_eq!(statements("\n"), [""; 0]);
    }

    #[test]
    fn index_lists_hold_only_named_indexes_and_triggers() {
        for view in views::all() {
            for statement in statements(view.indexes()) {
                let name = view.name();
                let begins = ["CREATE INDEX ", "CREATE UNIQUE INDEX ", "CREATE TRIGGER "];
                assert!(begins.iter().any(|begin| statement.starts_with(begin)), "{name}: {statement}");
            }
        }
    }
}
