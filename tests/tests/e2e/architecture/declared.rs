//! Every fixed SQL statement is declared with `statements!`, so that a test prepares it against the tables.

use std::{collections::BTreeMap, fs, path::Path};

use proc_macro2::{Literal, TokenStream, TokenTree};

use super::{
    modules::file_dependencies,
    packages,
    source::{end_of_item, is_colons, is_for_tests, is_punct, name_at},
    text,
};

/// Files whose SQL is not declared, and why: most build it while the program runs.
const BUILT: &[(&str, &str)] = &[
    ("embedded-postgres/connection.rs", "the name of a new database; the crate depends on none of ours"),
    ("event-store/postgres/mod.rs", "a script of procedural statements, which cannot be prepared"),
    ("event-store/postgres/importer.rs", "COPY cannot be prepared, and its table is made for the session"),
    ("event-store/postgres/reader.rs", "a branch of the query for each category"),
    ("greenstall/operate/archive/tables.rs", "the tables of a backup are copied by name"),
    ("postgres-kit/begin.rs", "begins and ends transactions, which needs no table"),
    ("postgres-kit/confirm.rs", "a commit of nothing, which needs no table"),
    ("postgres-kit/connect.rs", "asks for the session of a connection by the simple protocol"),
    ("postgres-kit/forget_texts.rs", "table and column are parameters"),
    ("postgres-kit/listener.rs", "a ping, which needs no table"),
    ("postgres-kit/session.rs", "a setting of the session, which needs no table"),
    ("postgres-kit/other_session.rs", "the server's own views"),
    ("postgres-kit/tables.rs", "scripts that create tables, which no table can be checked against"),
    ("postgres-kit/statements.rs", "makes the declared statements"),
    ("projections/engine/build.rs", "the schema of a generation"),
    ("projections/engine/compare.rs", "the tables of two generations"),
    ("projections/engine/differences.rs", "the tables of two generations"),
    ("projections/engine/indexes.rs", "the tables of a generation"),
    ("projections/engine/notify.rs", "two statements that are sent together, with the names of views"),
    ("projections/engine/swap.rs", "the SQL views on the tables of a generation"),
    ("projections/engine/tables.rs", "runs the statements of the engine that name a generation's tables"),
    ("query-service/queries/accounts/listed.rs", "the filters of a list"),
    ("query-service/queries/audit/mod.rs", "the filters of a list"),
    ("query-service/queries/moderation/listed.rs", "the filters of a list"),
    ("query-service/queries/orders/listed.rs", "the filters of a list"),
];

/// Crates that only tests use.
const FOR_TESTS: &[&str] = &["bench-support", "e2e", "histories", "kurrentdb-double", "load", "test-support"];

/// How statements begin.
const BEGINNINGS: &[&str] = &[
    "SELECT ",
    "INSERT INTO ",
    "UPDATE ",
    "DELETE FROM ",
    "CREATE ",
    "ALTER ",
    "DROP ",
    "TRUNCATE ",
    "WITH ",
    "COPY ",
    "LOCK TABLE ",
    "SET ",
    "ANALYZE ",
    "VACUUM ",
];

fn is_statement(literal: &Literal) -> bool {
    let literal = literal.to_string();
    let body = literal.trim_start_matches(['r', '#', '"']).trim_start();
    BEGINNINGS.iter().any(|beginning| body.starts_with(beginning))
}

/// The SQL of these tokens that stands outside of `statements!`, and code that only tests use left out.
fn outside(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' && is_for_tests(tokens.get(at)) => {
                at = end_of_item(&tokens, at + 1);
            }
            TokenTree::Ident(name) if name == "statements" && is_punct(tokens.get(at), '!') => at += 2,
            TokenTree::Ident(name) if name == "sqlx" && is_colons(&tokens, at) => {
                found.extend(name_at(&tokens, at + 2).filter(|name| name.starts_with("query")));
            }
            TokenTree::Ident(name)
                if ["AssertSqlSafe", "QueryBuilder", "raw_sql"].iter().any(|known| name == known) =>
            {
                found.push(name.to_string());
            }
            TokenTree::Literal(literal) if is_statement(literal) => found.push(literal.to_string()),
            TokenTree::Group(group) => outside(group.stream(), found),
            _ => {}
        }
    }
}

/// Every file of the product with SQL outside of `statements!`, by the crate's name and the path in its `src`.
fn files() -> BTreeMap<String, Vec<String>> {
    let mut files = BTreeMap::new();
    for package in packages() {
        let name = text(&package["name"]);
        let targets = package["targets"].as_array().expect("a list of targets");
        let roots = targets.iter().filter(|target| target["kind"] == serde_json::json!(["lib"]));
        for root in roots.filter(|_| !FOR_TESTS.contains(&name.as_str())) {
            let root = text(&root["src_path"]);
            let folder = Path::new(&root).parent().expect("a file is in a folder");
            for file in file_dependencies(Path::new(&root)).into_keys() {
                let code = fs::read_to_string(folder.join(&file)).expect("a text");
                let mut found = Vec::new();
                outside(code.parse().expect("a Rust file"), &mut found);
                if !found.is_empty() {
                    files.insert(format!("{name}/{file}"), found);
                }
            }
        }
    }
    files
}

#[test]
fn fixed_statements_are_declared() {
    let mut files = files();
    let declared: Vec<_> = BUILT.iter().filter(|(file, _)| files.remove(*file).is_none()).collect();
    assert!(files.is_empty(), "SQL outside of `statements!`: {files:#?}");
    assert!(declared.is_empty(), "these files have no such SQL any more: {declared:#?}");
}

#[test]
fn a_statement_is_found_unless_it_is_declared_or_for_tests() {
    let found = |code: &str| {
        let mut found = Vec::new();
        outside(code.parse().expect("Rust code"), &mut found);
        found.len()
    };
    assert_eq!(found("fn f() { sqlx::query_as(include_str!(\"a.sql\")) }"), 1);
    assert_eq!(found("fn f() { run(\"DELETE FROM a\") } const A: &str = \"\n  UPDATE a SET b = 1\";"), 2);
    assert_eq!(
        found("fn f() { run(\"WITH a AS (SELECT 1) TABLE a\"); c.copy_in_raw(\"COPY a FROM STDIN\") }"),
        2
    );
    assert_eq!(found("use sqlx::{AssertSqlSafe, PgConnection};"), 1);
    assert_eq!(found("fn f() { sqlx::raw_sql(include_str!(\"a.sql\")) }"), 1);
    assert_eq!(found("statements! { fn f() = \"SELECT 1\"; }"), 0);
    assert_eq!(found("#[cfg(test)] mod tests { fn f() { sqlx::query(\"SELECT 1\") } } fn g() {}"), 0);
}
