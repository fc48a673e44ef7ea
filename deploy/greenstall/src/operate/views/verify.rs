//! `greenstall views verify`: compares views with a rebuild.

use std::{
    io::{Write, stdout},
    time::Instant,
};

use projections::engine::{TableComparison, Verification};
use serde_json::json;

use super::{build::show, steer::readable};
use crate::{Outcome, operate::workbench::with_ports, report::Report, settings::Settings};

/// Compares the serving generations with new builds. It fails when they differ.
pub(super) async fn verify(settings: &Settings, views: Vec<String>, json: bool) -> Outcome<()> {
    let different = with_ports(settings, async |ports| {
        let views = match views.is_empty() {
            false => views,
            true => ports.engine.status().await?.iter().map(|view| view.name.to_owned()).collect(),
        };
        let mut different = Vec::new();
        for view in views {
            let began = Instant::now();
            let mut report = Report::new(view.as_str());
            let shown = |progress| {
                show(&mut report, progress);
            };
            let verification = ports.engine.verify(&view, shown).await.map_err(readable)?;
            report.done(&format!("compared in {:.1} s", began.elapsed().as_secs_f64()));
            print(&mut stdout().lock(), &view, &verification, json)?;
            if !verification.is_clean() {
                different.push(view);
            }
        }
        Ok(different)
    });
    let different = different.await?;
    if different.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} shows something else than the log says; `views rebuild` puts it right (and please keep the differences: \
         they are a defect)",
        different.join(", ")
    )
    .into())
}

fn print(out: &mut impl Write, view: &str, verification: &Verification, json: bool) -> Outcome<()> {
    let Verification { position, tables, parked, skipped } = verification;
    if json {
        let tables: Vec<_> = tables
            .iter()
            .map(|table| {
                json!({ "table": table.table, "rows": table.serving_rows, "rebuiltRows": table.rebuilt_rows,
                        "different": table.different, "examples": table.examples })
            })
            .collect();
        let row = json!({ "name": view, "position": position, "clean": verification.is_clean(), "tables": tables,
                          "parked": parked.len(), "skipped": skipped.len() });
        writeln!(out, "{row}")?;
        return Ok(());
    }
    for TableComparison { table, serving_rows, rebuilt_rows, different, examples } in tables {
        let name = format!("{view}.{table}");
        match different {
            0 => writeln!(out, "{name:<28} {serving_rows:>9} rows, the same")?,
            _ => writeln!(
                out,
                "{name:<28} {serving_rows:>9} rows, {rebuilt_rows} when built anew: {different} differ"
            )?,
        }
        for example in examples {
            writeln!(out, "    {example}")?;
        }
    }
    if !parked.is_empty() {
        writeln!(out, "{:28} {} parked streams are left out of both", "", parked.len())?;
    }
    if !skipped.is_empty() {
        writeln!(out, "{:28} {} skipped events are left out of both", "", skipped.len())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use shared_events::Position;

    use super::*;

    #[test]
    fn a_difference_is_shown_with_examples() {
        let table = TableComparison {
            table: "products".to_owned(),
            serving_rows: 10,
            rebuilt_rows: 11,
            different: 1,
            examples: vec!["rebuilt: (1,Tomatoes)".to_owned()],
        };
        let same = TableComparison {
            table: "stock".to_owned(),
            rebuilt_rows: 10,
            different: 0,
            examples: vec![],
            ..table.clone()
        };
        let verification = Verification {
            position: Position(41),
            tables: vec![table, same],
            parked: vec![],
            skipped: vec![],
        };
        let mut out = Vec::new();
        print(&mut out, "catalog", &verification, false).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains("10 rows, 11 when built anew: 1 differ\n    rebuilt: (1,Tomatoes)\n"),
            "{text}"
        );
        assert!(text.contains("catalog.stock                       10 rows, the same\n"), "{text}");
        let mut out = Vec::new();
        print(&mut out, "catalog", &verification, true).unwrap();
        let object: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(
            (object["clean"].as_bool(), object["tables"][0]["different"].as_u64()),
            (Some(false), Some(1))
        );
    }
}
