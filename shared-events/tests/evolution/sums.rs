//! Checks that golden files are never edited, by the checksums that were recorded when the files were new.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{golden, updating, write_new_shapes};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.file_name().unwrap() != "SHA256SUMS" {
            found.push(path);
        }
    }
}

fn sum(path: &Path) -> String {
    hex::encode(Sha256::digest(fs::read(path).unwrap()))
}

/// Checks the same as `sha256sum --check SHA256SUMS` in the folder.
#[test]
fn golden_files_are_never_edited() {
    let folder = golden();
    if updating() {
        write_new_shapes();
    }
    let mut found = Vec::new();
    files(&folder, &mut found);
    let present: BTreeMap<String, String> = found
        .iter()
        .map(|path| (path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned(), sum(path)))
        .collect();
    let list = folder.join("SHA256SUMS");
    let mut written: BTreeMap<String, String> = fs::read_to_string(&list)
        .unwrap_or_default()
        .lines()
        .map(|line| line.split_once("  ").unwrap())
        .map(|(sum, name)| (name.to_owned(), sum.to_owned()))
        .collect();
    if updating() {
        for (name, sum) in &present {
            written.entry(name.clone()).or_insert_with(|| sum.clone());
        }
        let lines: String = written.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
        fs::write(&list, lines).unwrap();
    }
    for (name, sum) in &written {
        let now =
            present.get(name).unwrap_or_else(|| panic!("{name} is gone: old events still have its shape"));
        assert_eq!(
            now, sum,
            "{name} was edited: old events still have its shape. Put it back, add a new version"
        );
    }
    let unlisted: Vec<&String> = present.keys().filter(|name| !written.contains_key(*name)).collect();
    assert!(
        unlisted.is_empty(),
        "new, and not in SHA256SUMS: {unlisted:?}; UPDATE_GOLDEN=1 writes them down"
    );
}
