//! Suggestions while the shopper types a search.

use postgres_kit::{FromRow, statements};
use service_kit::{Problem, words::words};
use uuid::Uuid;

use super::Catalog;
use crate::queries::failed;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn merchants_called(query: Option<&str>, limit: i64) -> row Named = include_str!("suggest_merchants.sql");
}

/// Words after this many are ignored.
const MAX_WORDS: usize = 16;
/// The largest number of products in an answer.
const MAX_PRODUCTS: usize = 6;
/// The largest number of merchants in an answer.
const MAX_MERCHANTS: i64 = 3;
/// A shorter last word is a prefix of too many words.
const MIN_LETTERS: usize = 3;

/// A product or a merchant whose name matches.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Named {
    pub text: String,
    /// The product's or the merchant's id.
    pub id: Uuid,
}

/// The typed words; the last one may be incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning(Vec<String>);

impl Beginning {
    /// Splits a text into words without case and accents.
    pub fn of(text: &str) -> Self {
        let mut words = words(text);
        words.truncate(MAX_WORDS);
        Self(words)
    }

    /// Whether the text has no searchable word.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every typed word is a prefix of one of these words.
    pub fn begins(&self, words: &[String]) -> bool {
        self.0.iter().all(|typed| words.iter().any(|word| word.starts_with(typed.as_str())))
    }

    fn text(&self) -> String {
        self.0.join(" ")
    }

    /// A text search query for these prefixes; `None` when the last word is so short that it would match too much. The
    /// words contain only letters and digits, so they need no escaping.
    fn query(&self) -> Option<String> {
        let last = self.0.last()?;
        let words: Vec<String> = self.0.iter().map(|word| format!("'{word}':*")).collect();
        (last.chars().count() >= MIN_LETTERS).then(|| words.join(" & "))
    }
}

impl Catalog {
    /// Products whose names have these words, each name once. Names that begin with them come first, then the most
    /// viewed.
    pub async fn products_called(&self, beginning: &Beginning) -> Result<Vec<Named>, Problem> {
        let text = beginning.text();
        let found = self.in_index(move |index| index.suggest_products(&text, MAX_PRODUCTS)).await?;
        Ok(found.into_iter().map(|product| Named { text: product.text, id: product.id }).collect())
    }

    /// Merchants whose business names have these words; those with the most products come first.
    pub async fn merchants_called(&self, beginning: &Beginning) -> Result<Vec<Named>, Problem> {
        let Some(query) = beginning.query() else { return Ok(Vec::new()) };
        sql::merchants_called(Some(&query), MAX_MERCHANTS).fetch_all(&self.pool).await.map_err(failed)
    }

    /// Replaces the words that no product has by similarly spelled ones; `None` when there is nothing to replace.
    pub async fn corrected(&self, beginning: &Beginning) -> Result<Option<Beginning>, Problem> {
        let text = beginning.text();
        let corrected = self.in_index(move |index| index.corrected(&text)).await?;
        Ok(corrected.map(|(_, text)| Beginning::of(&text)))
    }
}
