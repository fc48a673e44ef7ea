//! A batch's changes to the tables `words` and `spellings`, from which misspelt searches are corrected. They depend
//! on existing rows, so the rows are read first.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use super::{
    super::columns::column,
    product::{Change, Product, words_of},
};
use crate::engine::ApplyError;

/// Length of the words that are corrected; longer ones are hardly real words.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=24;

/// How many products more, or fewer, contain each word.
#[derive(Default)]
pub(super) struct Vocabulary(BTreeMap<String, i64>);

impl Vocabulary {
    pub(super) fn fold(&mut self, product: &Product) {
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

    pub(super) async fn write(mut self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        self.0.retain(|_, more| *more != 0);
        if self.0.is_empty() {
            return Ok(());
        }
        let words: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let known: Vec<(String, i64)> =
            sqlx::query_as("SELECT word, products FROM words WHERE word = ANY($1)")
                .bind(words)
                .fetch_all(&mut *tx)
                .await?;
        let known: BTreeMap<String, i64> = known.into_iter().collect();
        let new = self.0.keys().filter(|word| !known.contains_key(*word)).cloned().collect::<Vec<_>>();
        let all = self.0.into_iter().map(|(word, more)| (known.get(&word).unwrap_or(&0) + more, word));
        let (used, gone): (Vec<_>, Vec<_>) = all.partition(|(products, _)| *products > 0);
        sqlx::query(include_str!("sql/upsert_words.sql"))
            .bind(column(&used, |(_, word)| word.as_str()))
            .bind(column(&used, |(products, _)| *products))
            .execute(&mut *tx)
            .await?;
        if !new.is_empty() {
            sqlx::query(include_str!("sql/insert_spellings.sql")).bind(new).execute(&mut *tx).await?;
        }
        if !gone.is_empty() {
            let gone = column(&gone, |(_, word)| word.as_str());
            sqlx::query(include_str!("sql/delete_words.sql")).bind(gone).execute(tx).await?;
        }
        Ok(())
    }
}

fn is_corrected(word: &str) -> bool {
    LETTERS.contains(&word.chars().count()) && word.chars().all(char::is_alphabetic)
}
