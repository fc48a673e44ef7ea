//! `greenstall person export`.

use std::{
    fs::{self, File},
    io::{BufWriter, Write, stdout},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use serde_json::json;

use super::{
    account,
    plain::{concerns, readable},
    survey::survey,
};
use crate::{
    Outcome,
    operate::{events::as_json, usage::usage, workbench::reading},
    ports::Ports,
    settings::Settings,
};

/// Writes one JSON document: who, when, and the events, oldest first.
pub(super) async fn export(settings: &Settings, who: &str, out: Option<&Path>) -> Outcome<()> {
    reading(settings, async |ports| match out {
        None => write(ports, who, &mut BufWriter::new(stdout())).await,
        Some(path) => {
            let outcome = write(ports, who, &mut BufWriter::new(new_file(path)?)).await;
            if outcome.is_err() {
                // Half of what is known would be taken for all of it.
                let _ = fs::remove_file(path);
            }
            outcome
        }
    })
    .await
}

/// A file that only its owner may read.
fn new_file(path: &Path) -> Outcome<File> {
    let file = File::options().write(true).create_new(true).mode(0o600).open(path);
    file.map_err(|error| usage(format!("{}: {error}", path.display())))
}

async fn write(ports: &Ports, who: &str, out: &mut impl Write) -> Outcome<()> {
    let account = account(ports, who).await?;
    let person = account.uuid();
    let head = json!({ "account": account, "exportedAt": ports.clock.now() }).to_string();
    write!(out, "{},\"events\":[", head.trim_end_matches('}'))?;
    let mut first = true;
    let found = survey(ports, "export", |event| {
        if !concerns(event, person) {
            return Ok(false);
        }
        let mut told = as_json(event);
        told["data"] = readable(event, person);
        write!(out, "{}\n{told}", if first { "" } else { "," })?;
        first = false;
        Ok(true)
    })
    .await?;
    writeln!(out, "\n]}}")?;
    out.flush()?;
    if found == 0 {
        return Err(format!("the log holds nothing about account {account}").into());
    }
    Ok(())
}
