//! The HTML version of a letter: one column, inline styles as mailboxes need them, readable on light and dark
//! backgrounds.

use std::fmt::Write;

use service_kit::html::escaped;
use shared_events::shop::Line;

use super::{Block, one_line::one_line};

const HTML_HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
"#;

/// For mail clients that support dark mode and style sheets; others use the inline colors.
const DARK_MODE_STYLE: &str = "<style>
@media (prefers-color-scheme: dark) {
  .page { background: #151a17 !important }
  .card { background: #1f2722 !important }
  .card, .card td { color: #e8ede9 !important }
  .soft, .soft td { color: #a9b6ad !important }
  .quote { background: #28322c !important; color: #e8ede9 !important }
}
</style>
";

const FONT_STYLE: &str = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/// The complete HTML.
pub(super) fn of(subject: &str, greeting: &str, blocks: &[Block], public_url: &str) -> String {
    let mut html =
        format!("{HTML_HEAD}<title>{}</title>\n{DARK_MODE_STYLE}</head>\n", escaped(&one_line(subject)));
    let site = escaped(public_url);
    let _ = writeln!(
        html,
        r#"<body class="page" style="margin:0;padding:24px 12px;background:#f3f6f4;{FONT_STYLE}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="overflow-wrap:anywhere">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px;color:#1d2721;font-size:16px;line-height:1.5">
<tr><td style="padding:24px 28px 0;font-size:18px;font-weight:700;color:#1f7a43">Greenstall</td></tr>
<tr><td style="padding:12px 28px 24px">
<p style="margin:12px 0">{}</p>"#,
        escaped(greeting)
    );
    for block in blocks {
        let _ = write_block(&mut html, block, public_url);
    }
    let _ = writeln!(
        html,
        r#"</td></tr>
</table>
<p class="soft" style="margin:16px 0 0;color:#5d6b62;font-size:13px">Greenstall, local food and crafts · <a href="{site}" style="color:#1f7a43">{site}</a></p>
</td></tr></table>
</body>
</html>"#
    );
    html
}

fn write_block(html: &mut String, block: &Block, public_url: &str) -> std::fmt::Result {
    match block {
        Block::Paragraph(words) => {
            writeln!(html, r#"<p style="margin:12px 0">{}</p>"#, escaped(&one_line(words)))
        }
        Block::Quote(words) => writeln!(
            html,
            r#"<blockquote class="quote" style="margin:12px 0;padding:12px 16px;background:#eef3ef;border-left:4px solid #1f7a43;border-radius:4px">{}</blockquote>"#,
            words.trim().lines().map(|line| escaped(&one_line(line))).collect::<Vec<_>>().join("<br>")
        ),
        Block::Facts(facts) => {
            html.push_str(r#"<table role="presentation" class="soft" cellpadding="0" cellspacing="0" style="margin:12px 0;color:#5d6b62">"#);
            for (name, value) in facts {
                let (name, value) = (escaped(&one_line(name)), escaped(&one_line(value)));
                write!(
                    html,
                    r#"<tr><td style="padding:2px 24px 2px 0;white-space:nowrap;vertical-align:top">{name}</td><td style="padding:2px 0">{value}</td></tr>"#
                )?;
            }
            html.push_str("</table>\n");
            Ok(())
        }
        Block::Lines(lines) => {
            html.push_str(
                r#"<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0">"#,
            );
            lines.iter().try_for_each(|line| write_line(html, line))?;
            html.push_str("</table>\n");
            Ok(())
        }
        Block::Link(label, path) => writeln!(
            html,
            r#"<p style="margin:20px 0"><a href="{}" style="display:inline-block;padding:10px 20px;background:#1f7a43;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">{}</a></p>"#,
            escaped(&format!("{public_url}{path}")),
            escaped(label)
        ),
    }
}

fn write_line(html: &mut String, line: &Line) -> std::fmt::Result {
    let (name, unit) = (escaped(&one_line(&line.name)), escaped(&one_line(&line.unit)));
    write!(
        html,
        r#"<tr><td style="padding:4px 0">{} × {name} <span class="soft" style="color:#5d6b62">({} per {unit})</span></td><td align="right" style="padding:4px 0 4px 12px;white-space:nowrap;vertical-align:top">{}</td></tr>"#,
        line.quantity,
        line.price,
        line.subtotal()
    )
}
