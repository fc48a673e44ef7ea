//! `greenstall parked list --grouped`.

use std::io::{Write, stdout};

use query_service::operations::{ParkedGroup, ParkedGroups};

use crate::{Outcome, operate::workbench::reading, operations::groups::groups, settings::Settings};

/// Prints the parked items, grouped by error.
pub(super) async fn list(settings: &Settings, json: bool) -> Outcome<()> {
    let groups =
        reading(settings, async |ports| groups(&ports.engine, &ports.pool, &ports.log).await).await?;
    print(&mut stdout().lock(), &groups, json)
}

fn print(out: &mut impl Write, groups: &ParkedGroups, json: bool) -> Outcome<()> {
    for ParkedGroup { error, total, owners, items } in &groups.groups {
        if json {
            let group =
                serde_json::json!({ "error": error, "total": total, "owners": owners, "items": items });
            writeln!(out, "{group}")?;
            continue;
        }
        writeln!(out, "{total} parked by {}: {error}", owners.join(", "))?;
        for item in items {
            let stream = item.stream.as_deref().unwrap_or("a stream of another program");
            let event = item.event.as_deref().unwrap_or("an event that was not found");
            let version = item.version.map_or_else(String::new, |version| format!(" {version}"));
            let behind = match item.waiting {
                0 => String::new(),
                waiting if item.more_wait => format!(", more than {waiting} later events wait"),
                waiting => format!(", {waiting} later events wait"),
            };
            writeln!(out, "    {} {stream}{version} {event}{behind}", item.owner)?;
        }
    }
    match (groups.total, groups.more, json) {
        (0, _, false) => writeln!(out, "nothing is parked")?,
        (_, true, false) => writeln!(out, "and more groups")?,
        _ => {}
    }
    Ok(())
}
