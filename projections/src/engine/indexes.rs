//! Secondary indexes and what the planner knows, made on two connections once a build's tables are full. Postgres makes
//! some kinds of index with one process each, whatever else it has.
//!
//! Each statement is a transaction of its own. What an interrupted build has made is found when it is made again.

use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::PgConnection;

use super::{
    Failure, Shared,
    failure::is_there_already,
    generation::{self, Generation, Stage},
    session::Session,
    swap::{self, run},
    writer::Writer,
};

/// Makes the indexes, and then tells the planner what is in the tables, before the first query comes.
pub(super) async fn make_indexes(
    shared: &Shared,
    writer: &mut Writer,
    generation: &Generation,
) -> Result<(), Failure> {
    let connection = &mut writer.session.connection;
    // Rows that the server's statistics learn of after ANALYZE would count twice.
    sqlx::query("SELECT pg_stat_force_next_flush()").execute(&mut *connection).await?;
    let mut helper = Session::open_helper(&shared.pool, generation).await?;
    run_all([&mut *connection, &mut helper.connection], &statements(writer.view.indexes())).await?;
    let schema = generation.schema();
    let tables = swap::tables(&mut *connection, &schema).await?;
    let analyze: Vec<String> = tables.iter().map(|table| format!("ANALYZE {schema}.\"{table}\"")).collect();
    run_all([&mut *connection, &mut helper.connection], &analyze).await?;
    helper.close().await;
    Ok(generation::set_stage(connection, generation.id, Stage::Indexed).await?)
}

/// The statements of a view's list. Semicolons stand at their ends and nowhere else, but in lines that are comments.
fn statements(list: &str) -> Vec<String> {
    let lines: Vec<&str> = list.lines().filter(|line| !line.trim_start().starts_with("--")).collect();
    let all = lines.join("\n");
    all.split(';').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect()
}

/// Each connection takes the next statement as soon as it is free.
async fn run_all(connections: [&mut PgConnection; 2], statements: &[String]) -> Result<(), sqlx::Error> {
    let next = AtomicUsize::new(0);
    let [one, other] = connections;
    tokio::try_join!(work(one, statements, &next), work(other, statements, &next)).map(drop)
}

async fn work(
    connection: &mut PgConnection,
    statements: &[String],
    next: &AtomicUsize,
) -> Result<(), sqlx::Error> {
    while let Some(statement) = statements.get(next.fetch_add(1, Ordering::Relaxed)) {
        match run(connection, statement.clone()).await {
            Err(error) if is_there_already(&error) => {}
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
    fn a_list_is_cut_into_its_statements() {
        let list = "CREATE INDEX a ON t (a);\n-- Not one; nor two.\nCREATE INDEX b ON t (b)\n    WHERE c;\n";
        assert_eq!(statements(list), ["CREATE INDEX a ON t (a)", "CREATE INDEX b ON t (b)\n    WHERE c"]);
        assert_eq!(statements("\n"), [""; 0]);
    }

    #[test]
    fn views_have_nothing_but_indexes_in_their_lists() {
        for view in views::all() {
            for statement in statements(view.indexes()) {
                let name = view.name();
                assert!(
                    statement.starts_with("CREATE INDEX ") || statement.starts_with("CREATE UNIQUE INDEX "),
                    "{name}: {statement}"
                );
            }
        }
    }
}
