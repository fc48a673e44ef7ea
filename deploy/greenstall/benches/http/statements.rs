//! Captures the statements that the program sends to Postgres for a request. They come from Postgres' log, so that the
//! benchmark can send them without the program and explain their plans.

use std::{
    fs,
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use test_support::bench::http::Client;

use super::server::Server;

/// How often a request is repeated until Postgres has logged its statements.
const ATTEMPTS: usize = 50;

/// A prepared statement with its parameters as SQL literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) sql: String,
    pub(crate) parameters: Vec<String>,
}

/// Reads Postgres' log while statement logging is on.
pub(crate) struct Statements {
    database: PgConnection,
    client: Client,
    log: PathBuf,
    marks: usize,
}

impl Statements {
    pub(crate) async fn of(server: &Server) -> io::Result<Self> {
        let url = server.database()?;
        let mut database = PgConnection::connect(&url).await.map_err(io::Error::other)?;
        configure(&mut database, "ALTER SYSTEM SET log_statement = 'all'").await?;
        let client = Client::connect(server.address).await?;
        Ok(Self { database, client, log: server.log(), marks: 0 })
    }

    /// The statements over the read models that a `GET` of this path causes.
    pub(crate) async fn for_path(&mut self, path: &str) -> io::Result<Vec<Statement>> {
        for _ in 0..ATTEMPTS {
            let before = self.mark().await?;
            let (status, _) = self.client.get(path).await?;
            if status != 200 {
                return Err(io::Error::other(format!("{path}: {status}")));
            }
            let after = self.mark().await?;
            let text = self.tail()?;
            if let Some((_, rest)) = text.split_once(&before)
                && let Some((between, _)) = rest.split_once(&after)
            {
                let mut statements = read(between);
                statements.retain(|statement| statement.sql.contains("read."));
                if !statements.is_empty() {
                    return Ok(statements);
                }
            }
        }
        Err(io::Error::other(format!("Postgres has logged no statement for {path}")))
    }

    /// The query plan of a statement.
    pub(crate) async fn explain(&mut self, statement: &Statement) -> io::Result<String> {
        let Statement { sql, parameters } = statement;
        let prepare = format!("PREPARE it AS {sql}");
        let explain = match parameters.is_empty() {
            true => "EXPLAIN (ANALYZE, BUFFERS) EXECUTE it".to_owned(),
            false => format!("EXPLAIN (ANALYZE, BUFFERS) EXECUTE it ({})", parameters.join(", ")),
        };
        self.database.execute(AssertSqlSafe(prepare)).await.map_err(io::Error::other)?;
        // The first run only warms the cache.
        let mut lines = Vec::new();
        for _ in 0..2 {
            lines = sqlx::query_scalar::<_, String>(AssertSqlSafe(explain.clone()))
                .fetch_all(&mut self.database)
                .await
                .map_err(io::Error::other)?;
        }
        self.database.execute("DEALLOCATE it").await.map_err(io::Error::other)?;
        Ok(lines.join("\n"))
    }

    /// Turns statement logging off.
    pub(crate) async fn end(mut self) -> io::Result<()> {
        configure(&mut self.database, "ALTER SYSTEM RESET log_statement").await
    }

    async fn mark(&mut self) -> io::Result<String> {
        self.marks += 1;
        let mark = format!("SELECT 'mark {}'", self.marks);
        self.database.execute(AssertSqlSafe(mark.clone())).await.map_err(io::Error::other)?;
        Ok(mark)
    }

    /// The end of the log. It is long enough to hold the statements of one request.
    fn tail(&self) -> io::Result<String> {
        const TAIL_BYTES: u64 = 4 << 20;
        let mut file = fs::File::open(&self.log)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

async fn configure(database: &mut PgConnection, how: &'static str) -> io::Result<()> {
    database.execute(how).await.map_err(io::Error::other)?;
    database.execute("SELECT pg_reload_conf()").await.map_err(io::Error::other)?;
    Ok(())
}

/// Parses a part of the log. An entry begins with a timestamp and a process id; its continuation lines begin with a
/// tab.
fn read(log: &str) -> Vec<Statement> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut entries: Vec<String> = Vec::new();
    for line in log.lines() {
        match (line.strip_prefix('\t'), entries.last_mut()) {
            (Some(more), Some(entry)) => {
                entry.push('\n');
                entry.push_str(more);
            }
            _ => entries.push(line.to_owned()),
        }
    }
    for entry in entries {
        if let Some((_, executed)) = entry.split_once("LOG:  execute ") {
            let sql = executed.split_once(": ").map_or(executed, |(_, sql)| sql);
            statements.push(Statement { sql: sql.to_owned(), parameters: Vec::new() });
        } else if let Some((_, detail)) = entry.split_once("DETAIL:  ")
            && let Some((_, list)) = detail.split_once(": ")
            && let Some(last) = statements.last_mut()
        {
            last.parameters = literals(list);
        }
    }
    statements
}

/// The literals in `$1 = 'one', $2 = NULL`.
fn literals(list: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = list;
    while let Some((_, value)) = rest.split_once(" = ") {
        let end = match value.starts_with('\'') {
            true => end_of_quoted(value),
            false => value.find(", ").unwrap_or(value.len()),
        };
        found.push(value[..end].to_owned());
        rest = &value[end..];
    }
    found
}

/// The offset after the closing quote. A quote inside the text is doubled.
fn end_of_quoted(text: &str) -> usize {
    let mut at = 1;
    while let Some(quote) = text[at..].find('\'') {
        at += quote + 1;
        if !text[at..].starts_with('\'') {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// The statements as `pgbench` scripts, one for each list, and the variables of all scripts.
pub(crate) fn as_scripts(lists: &[Vec<Statement>]) -> (Vec<String>, Vec<(String, String)>) {
    let mut variables = Vec::new();
    let mut scripts = Vec::new();
    for (place, list) in lists.iter().enumerate() {
        let mut script = String::new();
        for (number, Statement { sql, parameters }) in list.iter().enumerate() {
            let mut sql = sql.clone();
            // Replace the highest number first, so that $1 does not match the beginning of $12.
            for (at, literal) in parameters.iter().enumerate().rev() {
                let name = format!("s{place}_{number}_{at}");
                let by = if literal == "NULL" { "NULL".to_owned() } else { format!(":{name}") };
                sql = sql.replace(&format!("${}", at + 1), &by);
                variables.push((name, literal.trim_matches('\'').replace("''", "'")));
            }
            script
                .push_str(&sql.lines().filter(|line| !line.starts_with("--")).collect::<Vec<_>>().join(" "));
            script.push_str(";\n");
        }
        scripts.push(script);
    }
    (scripts, variables)
}
