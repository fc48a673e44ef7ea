//! `greenstall openapi`: writes the OpenAPI documents, from which the UI's types are generated.

use std::{fs, path::Path};

use crate::{Outcome, documents};

/// Writes one file for each service; with `check`, compares the files instead.
pub(crate) fn run(folder: &Path, check: bool) -> Outcome<()> {
    let mut outdated = Vec::new();
    for (name, document) in documents::all() {
        let file = folder.join(format!("{name}.json"));
        let text = document.to_pretty_json()? + "\n";
        if check {
            if fs::read_to_string(&file).unwrap_or_default() != text {
                outdated.push(file.display().to_string());
            }
        } else {
            fs::create_dir_all(folder)?;
            fs::write(&file, text)?;
        }
    }
    if outdated.is_empty() {
        return Ok(());
    }
    Err(format!("{} differ from the code: run `make openapi` and commit", outdated.join(", ")).into())
}
