//! Text that must stay in one line.

/// Replaces line breaks and other control characters: user text must not start a new line in a one-line field.
pub(super) fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn shortened(text: &str, characters: usize) -> String {
    if text.chars().count() <= characters {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(characters - 1).collect();
    format!("{}…", beginning.trim_end())
}
