//! Turns search texts into Postgres text search queries.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use postgres_kit::{FromRow, Pool, statements};
use service_kit::words;

use super::spelling;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn search_terms(places: &[i32], words: &[&str]) -> row Words = include_str!("search_terms.sql");
}

/// The number of search texts in the cache.
const CACHE_SIZE: NonZeroUsize = NonZeroUsize::new(1_000).expect("it is not 0");

/// Words after this many are ignored.
const MAX_WORDS: usize = 16;

/// A parsed search text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// The searchable words of the text.
    Query(Words),
    /// The text has no searchable word.
    Nothing,
}

/// The words of a search, as text search queries from the broadest to the narrowest.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Words {
    /// Each word is a prefix of some word, or shares its stem.
    pub(super) query: String,
    /// Each word matches exactly or by its stem.
    pub(super) exact: String,
    /// Like `exact`, in name, tags or category.
    pub(super) label: String,
    /// Like `exact`, in the name.
    pub(super) name: String,
    /// Each word is a prefix of some word of the name.
    pub(super) begun: String,
    /// All words, joined by single spaces.
    #[row(skip)]
    pub(super) phrase: String,
}

/// A word of a search, with the alternatives that are searched, too.
struct Typed {
    word: String,
    others: Vec<String>,
}

/// A cache of parsed texts. It never expires, because the result does not depend on the catalog. Cloning is cheap.
#[derive(Clone, Debug)]
pub(super) struct Understood(Arc<Mutex<LruCache<String, Terms>>>);

impl Default for Understood {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(CACHE_SIZE))))
    }
}

impl Understood {
    /// Parses a search text into a text search query; `None` when the text is blank.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn terms(&self, pool: &Pool, text: &str) -> Result<Option<Terms>, sqlx::Error> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let typed = typed(text);
        let phrase = typed.join(" ");
        let understood = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(terms) = understood().get(&phrase) {
            return Ok(Some(terms.clone()));
        }
        let typed: Vec<_> =
            typed.into_iter().map(|word| Typed { others: one_and_many(&word), word }).collect();
        let terms = terms(pool, &typed, phrase.clone()).await?;
        understood().put(phrase, terms.clone());
        Ok(Some(terms))
    }
}

/// Replaces the words that no product contains by similarly spelled ones. Returns the query and the corrected text;
/// `None` when there is nothing to replace.
///
/// # Errors
/// When the database fails.
pub(super) async fn corrected(pool: &Pool, text: &str) -> Result<Option<(Terms, String)>, sqlx::Error> {
    let mut words = Vec::new();
    let mut reads = Vec::new();
    let mut is_changed = false;
    for word in typed(text) {
        let meant = spelling::corrections(pool, &word).await?;
        is_changed |= !meant.is_empty();
        reads.push(meant.first().unwrap_or(&word).clone());
        words.push(Typed { word, others: meant });
    }
    if !is_changed {
        return Ok(None);
    }
    let reads = reads.join(" ");
    Ok(Some((terms(pool, &words, reads.clone()).await?, reads)))
}

pub(super) fn typed(text: &str) -> Vec<String> {
    let mut words = words::words(text);
    words.truncate(MAX_WORDS);
    words
}

/// The singular or plural forms with another stem: `leaf` and `leaves`, `knives` and `knife`.
fn one_and_many(word: &str) -> Vec<String> {
    if word.len() < 4 {
        return Vec::new();
    }
    if let Some(begin) = word.strip_suffix("ves") {
        return vec![format!("{begin}f"), format!("{begin}fe")];
    }
    let one = word.strip_suffix("fe").or(word.strip_suffix('f'));
    one.map(|begin| format!("{begin}ves")).into_iter().collect()
}

async fn terms(pool: &Pool, typed: &[Typed], phrase: String) -> Result<Terms, sqlx::Error> {
    let mut places = Vec::new();
    let mut words = Vec::new();
    for (place, one) in (0_i32..).zip(typed) {
        for word in std::iter::once(&one.word).chain(&one.others) {
            places.push(place);
            words.push(word.as_str());
        }
    }
    let found = sql::search_terms(&places, &words).fetch_optional(pool).await?;
    Ok(found.map_or(Terms::Nothing, |words| Terms::Query(Words { phrase, ..words })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irregular_plurals_match_their_singulars() {
        for (word, others) in [
            ("leaves", vec!["leaf", "leafe"]),
            ("knife", vec!["knives"]),
            ("loaf", vec!["loaves"]),
            ("tomatoes", vec![]),
            ("ves", vec![]),
            ("of", vec![]),
        ] {
            assert_eq!(one_and_many(word), others, "{word}");
        }
    }
}
