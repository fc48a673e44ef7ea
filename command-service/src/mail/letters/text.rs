//! The plain-text version of a letter.

use std::fmt::Write;

use shared_events::shop::Line;

use super::{Block, one_line::one_line};

/// The complete text.
pub(super) fn of(greeting: &str, blocks: &[Block], public_url: &str) -> String {
    let mut text = format!("{greeting}\n");
    for block in blocks {
        text.push('\n');
        let _ = match block {
            Block::Paragraph(words) => writeln!(text, "{}", one_line(words)),
            Block::Quote(words) => quoted(&mut text, words),
            Block::Facts(facts) => facts
                .iter()
                .try_for_each(|(name, value)| writeln!(text, "{}: {}", one_line(name), one_line(value))),
            Block::Lines(lines) => lines.iter().try_for_each(|line| line_of(&mut text, line)),
            Block::Link(label, path) => writeln!(text, "{label}:\n{public_url}{path}"),
        };
    }
    let _ = writeln!(text, "\n-- \nGreenstall, local food and crafts\n{public_url}");
    text
}

/// Prefixes each line with a bar, so that no quoted text looks like the shop's own.
fn quoted(text: &mut String, words: &str) -> std::fmt::Result {
    words.trim().lines().try_for_each(|line| writeln!(text, "> {}", one_line(line)))
}

fn line_of(text: &mut String, line: &Line) -> std::fmt::Result {
    let (name, unit, price) = (one_line(&line.name), one_line(&line.unit), line.price);
    writeln!(text, "{} x {name} ({price} per {unit}): {}", line.quantity, line.subtotal())
}
