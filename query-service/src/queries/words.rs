//! What people type into a search field, as Postgres looks for it in the lists of admins.

/// More words than these are ignored.
const MOST_WORDS: usize = 16;
/// More letters of a word than these are ignored.
const MOST_LETTERS: usize = 64;

/// A text for `to_tsquery('simple', …)`: each of the words must begin some word. Where there is no word, nothing is found.
pub(super) fn beginnings(text: &str) -> String {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .map(|word| word.chars().take(MOST_LETTERS).chain(":*".chars()).collect())
        .collect();
    words.join(" & ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_begin_a_word() {
        assert_eq!(beginnings(" Green  farm "), "Green:* & farm:*");
        assert_eq!(beginnings("ada@example.org"), "ada:* & example:* & org:*");
        assert_eq!(beginnings("'); DROP | !(x) & y:*"), "DROP:* & x:* & y:*");
        assert_eq!(beginnings(" -- "), "");
        assert_eq!(beginnings(&"a ".repeat(100)).matches(":*").count(), MOST_WORDS);
    }
}
