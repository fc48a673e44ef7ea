//! `greenstall views rebuild --review` and `views review`.

use std::io::{Write, stdout};

use projections::engine::{ChangeKind, FieldChange, Review, RowChange};
use shared_events::events::OperatorAct;

use super::{
    build::show as shown,
    steer::{readable, steer},
};
use crate::{
    Outcome,
    operate::{usage::usage, workbench::reading, written_down::ReasonArgument},
    ports::Ports,
    report::Report,
    settings::Settings,
};

/// Builds a view, holds the build for `views swap`, and prints how it differs from the serving generation.
pub(super) async fn rebuild(settings: &Settings, view: &str, why: &ReasonArgument) -> Outcome<()> {
    let mut report = Report::new(view);
    let build = async |ports: &Ports| {
        let shown = |progress| {
            shown(&mut report, progress);
        };
        ports.engine.rebuild_for_review(view, shown).await
    };
    let review = steer(settings, OperatorAct::Review, view, why, build).await?;
    report.done("built, and compared with what serves");
    print(&mut stdout().lock(), view, &review)
}

/// Prints the differences of a held build again.
pub(super) async fn show(settings: &Settings, view: &str, json: bool) -> Outcome<()> {
    let found = reading(settings, async |ports| ports.engine.review(view).await.map_err(readable)).await?;
    let review = found.ok_or_else(|| usage(format!("no build of {view} waits for a decision")))?;
    let mut out = stdout().lock();
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&review)?)?);
    }
    print(&mut out, view, &review)
}

fn print(out: &mut impl Write, view: &str, review: &Review) -> Outcome<()> {
    let rows = |rows: Option<u64>| rows.map_or_else(|| "no table".to_owned(), |rows| format!("{rows} rows"));
    for table in &review.tables {
        let name = format!("{view}.{}", table.table);
        let (served, built) = (rows(table.serving_rows), rows(table.rebuilt_rows));
        match table.added + table.removed + table.changed {
            0 if table.serving_rows == table.rebuilt_rows => writeln!(out, "{name:<28} {served}, the same")?,
            _ => writeln!(
                out,
                "{name:<28} {served}, {built} when built anew: {} changed, {} added, {} removed",
                table.changed, table.added, table.removed
            )?,
        }
        for example in &table.examples {
            row(out, example)?;
        }
    }
    match &review.not_compared {
        Some(why) => writeln!(out, "not compared: {why}")?,
        None => {
            writeln!(out, "{} rows differ; texts that may be somebody's are not shown", review.different())?
        }
    }
    Ok(writeln!(out, "`views swap {view}` lets it serve, `views cancel {view}` drops it")?)
}

fn row(out: &mut impl Write, row: &RowChange) -> Outcome<()> {
    let kind = match row.kind {
        ChangeKind::Added => "added",
        ChangeKind::Removed => "removed",
        ChangeKind::Changed => "changed",
    };
    writeln!(out, "    {kind} {}", row.key)?;
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "none".to_owned());
    for FieldChange { name, before, after, .. } in &row.fields {
        match row.kind {
            ChangeKind::Changed => writeln!(out, "        {name}: {} -> {}", value(before), value(after))?,
            ChangeKind::Added => writeln!(out, "        {name}: {}", value(after))?,
            ChangeKind::Removed => writeln!(out, "        {name}: {}", value(before))?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use projections::engine::TableReview;
    use shared_events::Position;

    use super::*;

    #[test]
    fn the_differences_are_printed_field_by_field() {
        let text = |text: &str| Some(text.to_owned());
        let price = FieldChange { name: "price".to_owned(), before: text("350"), after: None, masked: false };
        let row = RowChange { kind: ChangeKind::Changed, key: "7".to_owned(), fields: vec![price] };
        let table = TableReview {
            table: "products".to_owned(),
            serving_rows: Some(12),
            rebuilt_rows: Some(12),
            added: 0,
            removed: 0,
            changed: 1,
            examples: vec![row],
        };
        let review = Review {
            generation: 5,
            serving: 4,
            position: Position(42),
            compared_at: DateTime::UNIX_EPOCH,
            tables: vec![table],
            parked: 0,
            not_compared: None,
        };
        let mut out = Vec::new();
        print(&mut out, "catalog", &review).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("12 rows, 12 rows when built anew: 1 changed, 0 added, 0 removed"), "{text}");
        assert!(text.contains("    changed 7\n        price: 350 -> none\n"), "{text}");
        assert!(text.contains("1 rows differ") && text.contains("`views swap catalog`"), "{text}");
    }
}
