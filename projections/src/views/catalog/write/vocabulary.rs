//! Writes the tables `words` and `spellings`. First loads the words that the tables already contain.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use crate::{
    engine::ApplyError,
    views::{catalog::fold::vocabulary::VocabularyChanges, columns::column},
};

pub(super) async fn write(tx: &mut PgConnection, mut changes: VocabularyChanges) -> Result<(), ApplyError> {
    changes.0.retain(|_, more| *more != 0);
    if changes.0.is_empty() {
        return Ok(());
    }
    let words: Vec<&str> = changes.0.keys().map(String::as_str).collect();
    let known: Vec<(String, i64)> =
        sqlx::query_as(include_str!("../sql/load_words.sql")).bind(words).fetch_all(&mut *tx).await?;
    let known: BTreeMap<String, i64> = known.into_iter().collect();
    let new = changes.0.keys().filter(|word| !known.contains_key(*word)).cloned().collect::<Vec<_>>();
    let all = changes.0.into_iter().map(|(word, more)| (known.get(&word).unwrap_or(&0) + more, word));
    let (used, gone): (Vec<_>, Vec<_>) = all.partition(|(products, _)| *products > 0);
    sqlx::query(include_str!("../sql/upsert_words.sql"))
        .bind(column(&used, |(_, word)| word.as_str()))
        .bind(column(&used, |(products, _)| *products))
        .execute(&mut *tx)
        .await?;
    if !new.is_empty() {
        sqlx::query(include_str!("../sql/insert_spellings.sql")).bind(new).execute(&mut *tx).await?;
    }
    if !gone.is_empty() {
        let gone = column(&gone, |(_, word)| word.as_str());
        sqlx::query(include_str!("../sql/delete_words.sql")).bind(gone).execute(tx).await?;
    }
    Ok(())
}
