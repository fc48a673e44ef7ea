//! Tests that SQL keywords are written in capitals, in `.sql` files and in Rust files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};

use super::{packages, text};

/// Keywords that are not the name of any table or column.
const KEYWORDS: [&str; 14] = [
    "select",
    "from",
    "where",
    "insert",
    "into",
    "create",
    "alter",
    "join",
    "and",
    "not",
    "null",
    "as",
    "group",
    "returning",
];

/// Lower-case words with which a statement begins.
const BEGINNINGS: [&str; 10] = [
    "select ",
    "insert into ",
    "delete from ",
    "with held as ",
    "create table ",
    "create schema ",
    "create index ",
    "alter table ",
    "drop table ",
    "truncate ",
];

/// All files of our crates with this extension.
fn sources(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for package in packages() {
        let manifest = text(&package["manifest_path"]);
        collect(Path::new(&manifest).parent().expect("a folder"), extension, &mut found);
    }
    found
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of ours") {
        let path = entry.expect("an entry").path();
        let is_skipped = ["target", "node_modules"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_skipped {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

/// The first keyword of an SQL text in lower case, outside of its comments and string literals.
fn small_keyword(sql: &str) -> Option<&str> {
    let code = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
    code.flat_map(|line| line.split('\'').step_by(2))
        .flat_map(|code| code.split(|character: char| !character.is_alphanumeric() && character != '_'))
        .find(|word| KEYWORDS.contains(word))
}

/// Collects the string literals in Rust code that begin like a statement in lower case.
fn small_statements(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => small_statements(group.stream(), found),
            TokenTree::Literal(literal) => {
                let literal = literal.to_string();
                let body = literal.trim_start_matches(['r', '#', '"']).trim_start();
                let is_update = body.starts_with("update ") && body.contains(" set ");
                if is_update || BEGINNINGS.iter().any(|beginning| body.starts_with(beginning)) {
                    found.push(literal);
                }
            }
            _ => {}
        }
    }
}

/// Collects the string literals in Rust code that notify.
fn notifications(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => notifications(group.stream(), found),
            TokenTree::Literal(literal) => {
                found.extend(Some(literal.to_string()).filter(|sql| notifies(sql)))
            }
            _ => {}
        }
    }
}

fn notifies(sql: &str) -> bool {
    sql.contains("pg_notify(") || sql.trim_start_matches('"').starts_with("NOTIFY ")
}

/// While the queue of notifications is full, Postgres commits no transaction with one. So a statement that notifies
/// changes nothing, and its failure costs nothing.
#[test]
fn statements_that_notify_change_nothing() {
    let mut found = Vec::new();
    for file in sources("sql") {
        found.extend(Some(fs::read_to_string(file).expect("a text")).filter(|sql| notifies(sql)));
    }
    for file in sources("rs").iter().filter(|file| !file.ends_with("architecture/statements.rs")) {
        notifications(fs::read_to_string(file).expect("a text").parse().expect("a Rust file"), &mut found);
    }
    assert!(found.len() >= 2, "the store and the views notify: {found:?}");
    for sql in found {
        let does_more = ["INSERT", "UPDATE", "DELETE", "RETURNING", "BEGIN;"];
        assert!(!does_more.iter().any(|word| sql.contains(word)), "{sql}");
    }
}

#[test]
fn keywords_of_sql_files_are_in_capitals() {
    for file in sources("sql") {
        let sql = fs::read_to_string(&file).expect("a text");
        assert_eq!(small_keyword(&sql), None, "{}", file.display());
    }
}

#[test]
fn statements_in_rust_files_begin_in_capitals() {
    for file in sources("rs").iter().filter(|file| !file.ends_with("architecture/statements.rs")) {
        let code = fs::read_to_string(file).expect("a text");
        let mut found = Vec::new();
        small_statements(code.parse().expect("a Rust file"), &mut found);
        assert!(found.is_empty(), "{}: {found:?}", file.display());
    }
}
