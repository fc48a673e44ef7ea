//! Turns the text of an admin's search field into a text search query.

/// Words after this many are ignored.
const MAX_WORDS: usize = 16;
/// Letters of a word after this many are ignored.
const MAX_LETTERS: usize = 64;

/// A query for `to_tsquery('simple', …)`: each typed word must be a prefix of some word. A text without words matches
/// nothing.
pub(super) fn beginnings(text: &str) -> String {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .map(|word| word.chars().take(MAX_LETTERS).chain(":*".chars()).collect())
        .collect();
    words.join(" & ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_be_a_prefix() {
        assert_eq!(beginnings(" Green  farm "), "Green:* & farm:*");
        assert_eq!(beginnings("ada@example.org"), "ada:* & example:* & org:*");
        assert_eq!(beginnings("'); DROP | !(x) & y:*"), "DROP:* & x:* & y:*");
        assert_eq!(beginnings(" -- "), "");
        assert_eq!(beginnings(&"a ".repeat(100)).matches(":*").count(), MAX_WORDS);
    }
}
