//! Tests that every view's folder has the structure that `CONTRIBUTING.md` describes.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::all;

/// The files and folders of every view.
const REQUIRED: [&str; 7] = ["fold.rs", "indexes.sql", "mod.rs", "sql", "tables.sql", "tests.rs", "write.rs"];
/// The folders with the parts of a large view.
const PARTS: [&str; 2] = ["fold", "write"];
/// The view that `CONTRIBUTING.md` shows as an example. It is not registered.
const EXAMPLE: &str = "example";
/// The first words of SQL statements.
const STATEMENTS: [&str; 6] = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "TRUNCATE"];

fn views() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/views")
}

/// The names of the files in a folder. Empty for a `fold/` or `write/` folder that a small view does not have.
fn names(folder: &Path) -> BTreeSet<String> {
    if PARTS.iter().any(|part| folder.ends_with(part)) && !folder.exists() {
        return BTreeSet::new();
    }
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn folders() -> Vec<PathBuf> {
    let all = names(&views()).into_iter().map(|name| views().join(name));
    all.filter(|path| path.is_dir()).collect()
}

/// The sources of one half, `fold` or `write`, with their paths.
fn sources(view: &Path, half: &str) -> Vec<(PathBuf, String)> {
    let parts = names(&view.join(half)).into_iter().map(|name| view.join(half).join(name));
    let files = parts.chain([view.join(format!("{half}.rs"))]);
    files.map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn every_folder_is_a_registered_view() {
    let registered: BTreeSet<String> = all().iter().map(|view| view.name().to_owned()).collect();
    let mut found: BTreeSet<String> =
        folders().iter().map(|view| view.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    assert!(found.remove(EXAMPLE));
    assert_eq!(found, registered);
}

#[test]
fn every_view_has_the_same_files() {
    for view in folders() {
        let mut found = names(&view);
        for name in REQUIRED {
            assert!(found.remove(name), "{} has no {name}", view.display());
        }
        found.retain(|name| !PARTS.contains(&name.as_str()));
        assert!(found.is_empty(), "{} has {found:?}", view.display());
    }
}

#[test]
fn every_part_that_writes_has_a_part_that_folds() {
    for view in folders() {
        let (fold, write) = (names(&view.join("fold")), names(&view.join("write")));
        let alone: Vec<_> = write.difference(&fold).collect();
        assert!(alone.is_empty(), "{}: fold/ has no {alone:?}", view.display());
    }
}

#[test]
fn folding_knows_no_database() {
    for view in folders() {
        for (file, text) in sources(&view, "fold") {
            assert!(!text.contains("sqlx"), "{} names sqlx", file.display());
        }
    }
}

#[test]
fn statements_stand_in_sql_files() {
    for view in folders() {
        for (file, text) in sources(&view, "write") {
            for word in STATEMENTS {
                assert!(!text.contains(&format!("\"{word} ")), "{} has a {word}", file.display());
            }
        }
    }
}

#[test]
fn every_sql_file_is_used() {
    for view in folders() {
        let text: String = sources(&view, "write").into_iter().map(|(_, text)| text).collect();
        for name in names(&view.join("sql")) {
            assert!(text.contains(&format!("sql/{name}\")")), "{} is not used: {name}", view.display());
        }
    }
}
