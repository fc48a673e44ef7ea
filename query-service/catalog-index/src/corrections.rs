//! Corrects search words that are not in the catalog, with Levenshtein automata over the index's vocabulary.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::{Term, query::FuzzyTermQuery, schema::Field};

use crate::{Error, snapshot::Snapshot, terms::Terms, typed::typed};

/// The most corrections of one word.
const MAX_CORRECTIONS: usize = 4;
/// Shorter words are not corrected: too many other words are similar.
const MIN_LETTERS: usize = 3;
/// Words of at least this many letters may have two mistakes.
const TWO_MISTAKES_FROM: usize = 6;
/// Longer words are not corrected.
const MAX_LETTERS: usize = 26;

impl Snapshot {
    /// Replaces each word that no product has by its likeliest corrections. Returns the terms to search for, and the
    /// corrected text. `None` when there is nothing to replace.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn corrected(&self, text: &str) -> Result<Option<(Terms, String)>, Error> {
        let mut words = Vec::new();
        let mut reads = Vec::new();
        let mut is_changed = false;
        for word in typed(text) {
            let meant = self.corrections(&word)?;
            is_changed |= !meant.is_empty();
            reads.push(meant.first().unwrap_or(&word).clone());
            words.push((word, meant));
        }
        if !is_changed {
            return Ok(None);
        }
        let reads = reads.join(" ");
        let terms = Terms { phrase: reads.clone(), ..self.terms_of(words)? };
        Ok(Some((terms, reads)))
    }

    /// The words of the vocabulary that a shopper may have meant by this one, the most frequent first. They differ by
    /// the fewest mistakes from it, or from the plural of a short word. Words with the same letters in another order
    /// exclude all others. Empty when the vocabulary has the word, or one that begins with it.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn corrections(&self, word: &str) -> Result<Vec<String>, Error> {
        let letters: Vec<char> = word.chars().collect();
        if !(MIN_LETTERS..=MAX_LETTERS).contains(&letters.len()) || self.has_begun(word)? {
            return Ok(Vec::new());
        }
        let most = if letters.len() >= TWO_MISTAKES_FROM { 2 } else { 1 };
        // The catalog may have only the plural of the word. For a long word, the missing `s` is the second mistake.
        let plural = if word.ends_with('s') { word.to_owned() } else { format!("{word}s") };
        let is_reordered = |candidate: &str| {
            let letters = sorted(candidate);
            letters == sorted(word) || letters == sorted(&plural)
        };
        for mistakes in 1..=most {
            let mut near: BTreeMap<String, u64> = BTreeMap::new();
            let mut candidates = self.within(word, mistakes)?;
            if most == 1 && plural != word {
                candidates
                    .extend(self.within(&plural, mistakes)?.into_iter().filter(|one| one.ends_with('s')));
            }
            for candidate in candidates {
                let products = self.products_with(&candidate)?;
                if products > 0 {
                    near.insert(candidate, products);
                }
            }
            if !near.is_empty() {
                if near.keys().any(|candidate| is_reordered(candidate)) {
                    near.retain(|candidate, _| is_reordered(candidate));
                }
                let mut near: Vec<(String, u64)> = near.into_iter().collect();
                near.sort_by_key(|(_, products)| std::cmp::Reverse(*products));
                return Ok(near.into_iter().map(|(word, _)| word).take(MAX_CORRECTIONS).collect());
            }
        }
        Ok(Vec::new())
    }

    /// Whether a product has a word of the vocabulary that begins with this one.
    pub(crate) fn has_begun(&self, beginning: &str) -> Result<bool, Error> {
        for segment in &self.segments {
            let index = &segment.data.terms.word;
            let mut words = index.terms().range().ge(beginning.as_bytes()).into_stream()?;
            while words.advance() && words.key().starts_with(beginning.as_bytes()) {
                let mut found = false;
                segment.each_with(index, words.key(), |_| {
                    found = true;
                    false
                })?;
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The words of the vocabulary that differ from this one by at most `mistakes` mistakes: letters left out, added,
    /// replaced or swapped with their neighbor. Includes words of deleted products.
    fn within(&self, word: &str, mistakes: u8) -> Result<BTreeSet<String>, Error> {
        // The automaton does not depend on the field.
        let term = Term::from_field_text(Field::from_field_id(0), word);
        let automaton = FuzzyTermQuery::new(term, mistakes, true).automaton()?;
        let mut found = BTreeSet::new();
        for segment in &self.segments {
            let mut words = segment.data.terms.word.terms().search(&automaton).into_stream()?;
            while words.advance() {
                found.extend(String::from_utf8(words.key().to_vec()).ok());
            }
        }
        Ok(found)
    }
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}
