//! The words of a search, as the terms that are looked up.

/// The words of a search. A product matches when it has all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    pub(crate) words: Vec<Word>,
    /// All typed words, joined by single spaces.
    pub(crate) phrase: String,
}

/// One word of a search with its alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) stems: Vec<String>,
    /// A word that begins with one of these matches, too.
    pub(crate) prefixes: Vec<String>,
}

impl Terms {
    /// Whether the text has no searchable word, so that nothing matches.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}
