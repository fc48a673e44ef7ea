//! Removes personal data from an error's text before a screen shows it: e-mail addresses and quoted values.

use shared_events::codec::without_values;
use uuid::Uuid;

/// Longer errors are truncated.
const MAX_ERROR_LENGTH: usize = 500;
/// The length of an id as errors print it.
const ID_LENGTH: usize = 36;

/// The error's text without personal data.
pub(crate) fn masked(error: &str) -> String {
    let masked_text = without_addresses(&without_values(error));
    match masked_text.char_indices().nth(MAX_ERROR_LENGTH) {
        Some((end, _)) => format!("{}…", &masked_text[..end]),
        None => masked_text,
    }
}

/// The masked error without ids and numbers. Errors that differ only in those are of one kind.
pub(crate) fn kind_of(error: &str) -> String {
    let masked = masked(error);
    let mut kind = String::with_capacity(masked.len());
    let mut word = String::new();
    for one in masked.chars() {
        if one.is_alphanumeric() || one == '-' {
            word.push(one);
        } else {
            push(&mut kind, &word);
            word.clear();
            kind.push(one);
        }
    }
    push(&mut kind, &word);
    kind
}

/// Appends a word, with an ellipsis in place of a number or of an id at its end.
fn push(kind: &mut String, word: &str) {
    let id = word
        .len()
        .checked_sub(ID_LENGTH)
        .filter(|from| word.get(*from..).is_some_and(|id| id.parse::<Uuid>().is_ok()));
    let is_number = !word.is_empty() && word.chars().all(|one| one.is_ascii_digit());
    match id {
        Some(from) => kind.extend([&word[..from], "…"]),
        None => kind.push_str(if is_number { "…" } else { word }),
    }
}

fn without_addresses(text: &str) -> String {
    let mut masked_text = String::with_capacity(text.len());
    let in_address = |one: char| one.is_alphanumeric() || "._%+-@".contains(one);
    let mut rest = text;
    while let Some(first) = rest.find(in_address) {
        masked_text.push_str(&rest[..first]);
        let word = &rest[first..];
        let end = word.find(|one| !in_address(one)).unwrap_or(word.len());
        masked_text.push_str(if word[..end].contains('@') { "…" } else { &word[..end] });
        rest = &word[end..];
    }
    masked_text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_personal_data_is_left() {
        let error = "550 no mailbox <anna.apple@apple.example>: \"Anna Apple\" has moved";
        assert_eq!(masked(error), "550 no mailbox <…>: \"…\" has moved");
        assert_eq!(masked("took longer than 10s"), "took longer than 10s");
        assert_eq!(masked(&"é".repeat(600)).chars().count(), 501);
    }

    #[test]
    fn errors_that_differ_only_in_ids_and_numbers_are_one_kind() {
        let kind = "order-… version …: cannot read OrderTeleported version …";
        for id in ["0199c0de-0000-7000-8000-000000000000", "0199c0de-0000-7000-8000-0000000000ff"] {
            let error = format!("order-{id} version 12: cannot read OrderTeleported version 1");
            assert_eq!(kind_of(&error), kind, "{error}");
        }
        assert_eq!(kind_of("took longer than 10s"), "took longer than 10s");
        assert_ne!(kind_of("the provider is away"), kind_of("the card is closed"));
    }
}
