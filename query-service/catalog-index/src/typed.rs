//! Splits the text that a shopper has typed into terms.

use crate::{
    Error,
    parts::Part,
    snapshot::Snapshot,
    stemming::{is_stop_word, one_and_many, stem},
    terms::{Terms, Word},
};

/// Further words of a search are ignored.
const MAX_WORDS: usize = 16;

pub(crate) fn typed(text: &str) -> Vec<String> {
    let mut words = words::words(text);
    words.truncate(MAX_WORDS);
    words
}

impl Snapshot {
    /// Splits a search text into words. The last word may be incomplete; so may another word that no product has.
    /// Stop words are ignored beside other words. `None` when the text is blank.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn terms(&self, text: &str) -> Result<Option<Terms>, Error> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let typed = typed(text).into_iter().map(|word| (word, Vec::new())).collect();
        self.terms_of(typed).map(Some)
    }

    /// The terms of words with alternatives.
    pub(crate) fn terms_of(&self, typed: Vec<(String, Vec<String>)>) -> Result<Terms, Error> {
        let phrase = typed.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(" ");
        let has_others = typed.iter().any(|(word, _)| !is_stop_word(word));
        let searched: Vec<_> =
            typed.into_iter().filter(|(word, _)| !has_others || !is_stop_word(word)).collect();
        let last = searched.len().saturating_sub(1);
        let mut words = Vec::with_capacity(searched.len());
        for (place, (word, others)) in searched.into_iter().enumerate() {
            let spellings: Vec<String> = std::iter::once(word).chain(others).collect();
            let mut stems: Vec<String> = Vec::new();
            for spelling in &spellings {
                for one in std::iter::once(spelling).chain(&one_and_many(spelling)) {
                    let stem = stem(one);
                    if !stems.contains(&stem) {
                        stems.push(stem);
                    }
                }
            }
            let may_be_begun = place == last || !self.has_one_of(&stems)?;
            words.push(Word { stems, prefixes: if may_be_begun { spellings } else { Vec::new() } });
        }
        Ok(Terms { words, phrase })
    }

    /// Whether some product has one of these stems.
    fn has_one_of(&self, stems: &[String]) -> Result<bool, Error> {
        for stem in stems {
            for part in [Part::NameStem, Part::LabelStem, Part::TextStem] {
                if self.has(part, stem)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
