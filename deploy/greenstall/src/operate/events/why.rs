//! `greenstall events why`: explains the present state of an order or a product by its events.

use std::io::{Write, stdout};

use clap::ValueEnum;
use query_service::operations::{FieldSet, Reason, Why, WhyKind};
use uuid::Uuid;

use crate::{Outcome, operate::workbench::reading, operations::events::explain, settings::Settings};

/// The kinds of entities that can be explained.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExplainedKind {
    /// An order, with the payment that it comes from
    Order,
    /// A product, with its stock
    Product,
}

/// Prints the reasons, oldest first.
pub(super) async fn print_why(settings: &Settings, kind: ExplainedKind, id: Uuid, json: bool) -> Outcome<()> {
    let (kind, name) = match kind {
        ExplainedKind::Order => (WhyKind::Order, "order"),
        ExplainedKind::Product => (WhyKind::Product, "product"),
    };
    let found = reading(settings, async |ports| Ok(explain(&ports.log, kind, id).await?)).await?;
    let found = found.ok_or_else(|| format!("there is no {name} {id}"))?;
    print(&mut stdout().lock(), &found, json)
}

fn print(out: &mut impl Write, Why { reasons, left_out, .. }: &Why, json: bool) -> Outcome<()> {
    if json {
        for reason in reasons {
            writeln!(out, "{}", serde_json::to_string(reason)?)?;
        }
        return Ok(());
    }
    if *left_out > 0 {
        writeln!(out, "({left_out} earlier events are left out)")?;
    }
    for Reason { event, sentence, fields } in reasons {
        let at = event.recorded_at.format("%Y-%m-%d %H:%M:%S UTC");
        writeln!(out, "{:>10}  {at}  {sentence}", event.position)?;
        for field in fields {
            writeln!(out, "            {}", line(field))?;
        }
    }
    Ok(())
}

fn line(FieldSet { name, before, after, masked }: &FieldSet) -> String {
    match (before, after) {
        _ if *masked => format!("{name}: (personal data)"),
        (None, Some(after)) => format!("{name}: {after}"),
        (Some(before), Some(after)) => format!("{name}: {after} (before: {before})"),
        (before, None) => {
            format!("{name}: nothing any more (before: {})", before.as_deref().unwrap_or("nothing"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_field_is_printed_with_its_old_value() {
        let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let line = |before, after, masked| {
            line(&FieldSet { name: "Price".to_owned(), before: text(before), after: text(after), masked })
        };
        assert_eq!(line("", "$4.00", false), "Price: $4.00");
        assert_eq!(line("$3.50", "$4.00", false), "Price: $4.00 (before: $3.50)");
        assert_eq!(line("$3.50", "", false), "Price: nothing any more (before: $3.50)");
        assert_eq!(line("", "", true), "Price: (personal data)");
    }
}
