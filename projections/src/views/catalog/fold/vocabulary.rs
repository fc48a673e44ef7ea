//! A batch's changes to the tables `words` and `spellings`, which correct misspelt searches.

use std::{collections::BTreeMap, ops::RangeInclusive};

use super::product::{Change, Product, words_of};

/// Lengths in letters of the words in the vocabulary. Longer ones are hardly real words.
const CORRECTED_WORD_LENGTHS: RangeInclusive<usize> = 3..=24;

/// By word: how many more products contain it, or fewer when negative.
#[derive(Default)]
pub(crate) struct VocabularyChanges(pub(crate) BTreeMap<String, i64>);

impl VocabularyChanges {
    pub(crate) fn fold(&mut self, product: &Product) {
        let deleted = product.change == Change::Deleted;
        if deleted || product.details.is_some() {
            self.add(product.wording.iter().flat_map(|before| before.words()), -1);
        }
        if !deleted {
            self.add(product.details.iter().flat_map(words_of), 1);
        }
    }

    fn add(&mut self, words: impl Iterator<Item = String>, times: i64) {
        for word in words.filter(|word| is_corrected(word)) {
            *self.0.entry(word).or_default() += times;
        }
    }
}

fn is_corrected(word: &str) -> bool {
    CORRECTED_WORD_LENGTHS.contains(&word.chars().count()) && word.chars().all(char::is_alphabetic)
}
