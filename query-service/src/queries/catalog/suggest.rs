//! Suggestions while the shopper types a search.

use postgres_kit::{FromRow, Pool, statements};
use uuid::Uuid;

use super::{spelling, terms::typed};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn products_called(text: &str, query: Option<&str>, limit: i64) -> row Named =
        include_str!("suggest_products.sql");
    fn merchants_called(query: Option<&str>, limit: i64) -> row Named = include_str!("suggest_merchants.sql");
}

/// The largest number of products in an answer.
const MAX_PRODUCTS: i64 = 6;
/// The largest number of merchants in an answer.
const MAX_MERCHANTS: i64 = 3;
/// A shorter last word is a prefix of too many words, so only names that begin with it are searched.
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
        Self(typed(text))
    }

    /// Whether the text has no searchable word.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every typed word is a prefix of one of these words.
    pub fn begins(&self, words: &[String]) -> bool {
        self.0.iter().all(|typed| words.iter().any(|word| word.starts_with(typed.as_str())))
    }

    /// Replaces the words that the catalog does not have by corrections; `None` when there is nothing to replace.
    pub async fn corrected(&self, pool: &Pool) -> Result<Option<Self>, sqlx::Error> {
        let mut words = Vec::new();
        for word in &self.0 {
            let meant = spelling::corrections(pool, word).await?.into_iter().next();
            words.push(meant.unwrap_or_else(|| word.clone()));
        }
        Ok((words != self.0).then_some(Self(words)))
    }

    /// A text search query for these prefixes; `None` when the last word is so short that it would match too much. The
    /// words contain only letters and digits, so they need no escaping.
    fn query(&self, weight: &str) -> Option<String> {
        let last = self.0.last()?;
        let words: Vec<String> = self.0.iter().map(|word| format!("'{word}':*{weight}")).collect();
        (last.chars().count() >= MIN_LETTERS).then(|| words.join(" & "))
    }
}

/// Products whose names have these words, each name once. Names that begin with them come first, then the most viewed.
pub async fn products_called(pool: &Pool, beginning: &Beginning) -> Result<Vec<Named>, sqlx::Error> {
    sql::products_called(&beginning.0.join(" "), beginning.query("A").as_deref(), MAX_PRODUCTS)
        .fetch_all(pool)
        .await
}

/// Merchants whose business names have these words; those with the most products come first.
pub async fn merchants_called(pool: &Pool, beginning: &Beginning) -> Result<Vec<Named>, sqlx::Error> {
    sql::merchants_called(beginning.query("").as_deref(), MAX_MERCHANTS).fetch_all(pool).await
}
