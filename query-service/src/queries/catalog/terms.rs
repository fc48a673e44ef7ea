//! What people type into a search, as what Postgres searches for.

use service_kit::words;
use sqlx::PgPool;

use super::spelling;

/// More words of a search than this are ignored.
const MOST_WORDS: usize = 16;

/// What a search text looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Words.
    Query(Words),
    /// There is no word in it that could be found.
    Nothing,
}

/// The words of a search, as text search queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// Each of the words must begin some word, or have its stem.
    pub(super) query: String,
    /// Each of the words as it is, or by its stem.
    pub(super) exact: String,
    /// All of them, with single spaces.
    pub(super) phrase: String,
}

/// One word of a search: what was typed, and what may have been meant.
pub(super) struct Typed {
    pub(super) word: String,
    pub(super) meant: Vec<String>,
}

/// Turns what people type into what Postgres searches for; none when the text is blank.
///
/// # Errors
/// Those of the database.
pub async fn search_terms(pool: &PgPool, text: &str) -> Result<Option<Terms>, sqlx::Error> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let typed: Vec<_> = typed(text).into_iter().map(|word| Typed { word, meant: Vec::new() }).collect();
    terms(pool, &typed).await.map(Some)
}

/// The same text with the words that nobody's product has replaced by those that people may have meant, and how it
/// reads then; none when there is nothing to replace.
///
/// # Errors
/// Those of the database.
pub async fn corrected_terms(pool: &PgPool, text: &str) -> Result<Option<(Terms, String)>, sqlx::Error> {
    let mut words = Vec::new();
    let mut reads = Vec::new();
    let mut is_changed = false;
    for word in typed(text) {
        let meant = spelling::corrections(pool, &word).await?;
        is_changed |= !meant.is_empty();
        reads.push(meant.first().unwrap_or(&word).clone());
        words.push(Typed { word, meant });
    }
    if !is_changed {
        return Ok(None);
    }
    Ok(Some((terms(pool, &words).await?, reads.join(" "))))
}

pub(super) fn typed(text: &str) -> Vec<String> {
    let mut words = words::words(text);
    words.truncate(MOST_WORDS);
    words
}

async fn terms(pool: &PgPool, typed: &[Typed]) -> Result<Terms, sqlx::Error> {
    let mut places = Vec::new();
    let mut words = Vec::new();
    for (place, one) in (0_i32..).zip(typed) {
        for word in std::iter::once(&one.word).chain(&one.meant) {
            places.push(place);
            words.push(word.as_str());
        }
    }
    let row: (Option<String>, Option<String>) =
        sqlx::query_as(include_str!("search_terms.sql")).bind(places).bind(words).fetch_one(pool).await?;
    let (Some(query), Some(exact)) = row else { return Ok(Terms::Nothing) };
    let phrase: Vec<&str> = typed.iter().map(|one| one.meant.first().unwrap_or(&one.word).as_str()).collect();
    Ok(Terms::Query(Words { query, exact, phrase: phrase.join(" ") }))
}
