//! Writes the tables `words` and `spellings`. First loads the words that the tables already contain.

use std::collections::BTreeMap;

use postgres_kit::statements;
use sqlx::PgConnection;

use crate::{
    engine::ApplyError,
    views::{catalog::fold::vocabulary::VocabularyChanges, columns::column},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_words(words: &[&str]) -> row (String, i64) = include_str!("../sql/load_words.sql");
    fn upsert_words(words: Vec<&str>, products: Vec<i64>) = include_str!("../sql/upsert_words.sql");
    fn insert_spellings(words: Vec<String>) = include_str!("../sql/insert_spellings.sql");
    fn delete_words(words: Vec<&str>) = include_str!("../sql/delete_words.sql");
}

pub(super) async fn write(tx: &mut PgConnection, mut changes: VocabularyChanges) -> Result<(), ApplyError> {
    changes.0.retain(|_, more| *more != 0);
    if changes.0.is_empty() {
        return Ok(());
    }
    let words: Vec<&str> = changes.0.keys().map(String::as_str).collect();
    let known = sql::load_words(&words).fetch_all(&mut *tx).await?;
    let known: BTreeMap<String, i64> = known.into_iter().collect();
    let new = changes.0.keys().filter(|word| !known.contains_key(*word)).cloned().collect::<Vec<_>>();
    let all = changes.0.into_iter().map(|(word, more)| (known.get(&word).unwrap_or(&0) + more, word));
    let (used, gone): (Vec<_>, Vec<_>) = all.partition(|(products, _)| *products > 0);
    sql::upsert_words(column(&used, |(_, word)| word.as_str()), column(&used, |(products, _)| *products))
        .execute(&mut *tx)
        .await?;
    if !new.is_empty() {
        sql::insert_spellings(new).execute(&mut *tx).await?;
    }
    if !gone.is_empty() {
        let gone = column(&gone, |(_, word)| word.as_str());
        sql::delete_words(gone).execute(tx).await?;
    }
    Ok(())
}
