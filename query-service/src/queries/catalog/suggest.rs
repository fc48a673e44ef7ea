//! What people may want to look for, while they are typing it.

use postgres_kit::Pool;
use sqlx::FromRow;
use uuid::Uuid;

use super::{spelling, terms::typed};

/// The most products.
const PRODUCTS: i64 = 6;
/// The most merchants.
const MERCHANTS: i64 = 3;
/// Beginnings of fewer letters are those of too many words: only names that begin so are looked at.
const LETTERS: usize = 3;

/// A thing that is called like what was typed.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Named {
    /// What it is called.
    pub text: String,
    /// The product or the merchant.
    pub id: Uuid,
}

/// Words of which the last one may not be complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning(Vec<String>);

impl Beginning {
    /// Of a text, without case and accents.
    pub fn of(text: &str) -> Self {
        Self(typed(text))
    }

    /// Nothing was typed that could be found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every word begins one of these.
    pub fn begins(&self, words: &[String]) -> bool {
        self.0.iter().all(|typed| words.iter().any(|word| word.starts_with(typed.as_str())))
    }

    /// The same with the words that are not in the catalog replaced by those that may have been meant; none when
    /// there is nothing to replace.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn corrected(&self, pool: &Pool) -> Result<Option<Self>, sqlx::Error> {
        let mut words = Vec::new();
        for word in &self.0 {
            let meant = spelling::corrections(pool, word).await?.into_iter().next();
            words.push(meant.unwrap_or_else(|| word.clone()));
        }
        Ok((words != self.0).then_some(Self(words)))
    }

    /// A text search query for words that begin so; none when there are too many of them. Words have letters and digits
    /// alone.
    fn query(&self, weight: &str) -> Option<String> {
        let last = self.0.last()?;
        let words: Vec<String> = self.0.iter().map(|word| format!("'{word}':*{weight}")).collect();
        (last.chars().count() >= LETTERS).then(|| words.join(" & "))
    }
}

/// Products whose names have these words, each name once; those that begin with them first, then what is looked at
/// most.
///
/// # Errors
/// Those of the database.
pub async fn products_called(pool: &Pool, beginning: &Beginning) -> Result<Vec<Named>, sqlx::Error> {
    sqlx::query_as(include_str!("suggest_products.sql"))
        .bind(beginning.0.join(" "))
        .bind(beginning.query("A"))
        .bind(PRODUCTS)
        .fetch_all(pool)
        .await
}

/// Merchants whose businesses' names have these words; who sells most comes first.
///
/// # Errors
/// Those of the database.
pub async fn merchants_called(pool: &Pool, beginning: &Beginning) -> Result<Vec<Named>, sqlx::Error> {
    sqlx::query_as(include_str!("suggest_merchants.sql"))
        .bind(beginning.query(""))
        .bind(MERCHANTS)
        .fetch_all(pool)
        .await
}
