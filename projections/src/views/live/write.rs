//! Writes a folded batch.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use shared_events::{Position, ids::AccountId};
use sqlx::{PgConnection, Row as _, postgres::PgRow};
use uuid::Uuid;

use super::fold::{BatchEffects, BatchNews, Changes, News, Party, Reader};
use crate::{
    engine::{ApplyError, Folded},
    views::{
        columns::{bigint, column},
        erase::erase,
    },
};

#[async_trait]
impl Folded for Changes {
    /// Deletes old rows first, then inserts new ones.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut parties = load_parties(tx, self.unknown_parties()).await?;
        insert_parties(tx, &self.created).await?;
        parties.extend(&self.created);
        let effects = BatchEffects::new(&self.occurrences, &parties);
        let readers = load_readers(tx, effects.accounts()).await?;
        let BatchNews { readers, erased } = effects.apply(readers);
        erase(tx, &erased, include_str!("sql/erase_feed.sql")).await?;
        erase(tx, &erased, include_str!("sql/erase_readers.sql")).await?;
        write_readers(tx, readers).await?;
        upsert_endings(tx, &self.endings).await
    }
}

/// Loads the people of these products and orders.
async fn load_parties(tx: &mut PgConnection, ids: HashSet<Uuid>) -> Result<HashMap<Uuid, Party>, ApplyError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let rows = sqlx::query(include_str!("sql/load_parties.sql")).bind(ids).fetch_all(tx).await?;
    let party = |row: &PgRow| {
        let owner = AccountId::new(row.try_get("owner_id")?);
        let merchant = row.try_get::<Option<Uuid>, _>("merchant_id")?.map(AccountId::new);
        Ok((row.try_get("id")?, Party { owner, merchant }))
    };
    rows.iter().map(party).collect()
}

async fn insert_parties(tx: &mut PgConnection, created: &HashMap<Uuid, Party>) -> Result<(), ApplyError> {
    let created: Vec<(&Uuid, &Party)> = created.iter().collect();
    if created.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/insert_parties.sql"))
        .bind(column(&created, |(id, _)| **id))
        .bind(column(&created, |(_, party)| party.owner.uuid()))
        .bind(column(&created, |(_, party)| party.merchant.map(AccountId::uuid)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn load_readers(
    tx: &mut PgConnection,
    accounts: HashSet<Uuid>,
) -> Result<HashMap<Uuid, Reader>, ApplyError> {
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let accounts: Vec<Uuid> = accounts.into_iter().collect();
    let rows = sqlx::query(include_str!("sql/load_readers.sql")).bind(accounts).fetch_all(tx).await?;
    let reader = |row: &PgRow| {
        let (last_number, forgotten_to) = (row.try_get("last_number")?, row.try_get("forgotten_to")?);
        Ok((row.try_get("account_id")?, Reader { last_number, forgotten_to, news: Vec::new() }))
    };
    rows.iter().map(reader).collect()
}

async fn write_readers(tx: &mut PgConnection, mut readers: HashMap<Uuid, Reader>) -> Result<(), ApplyError> {
    readers.retain(|_, reader| !reader.news.is_empty());
    delete_old_feed(tx, &mut readers).await?;
    let readers: Vec<(Uuid, Reader)> = readers.into_iter().collect();
    let news: Vec<(Uuid, &News)> = readers
        .iter()
        .flat_map(|(account, reader)| reader.news.iter().map(move |news| (*account, news)))
        .collect();
    if news.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/insert_feed.sql"))
        .bind(column(&news, |(account, _)| *account))
        .bind(column(&news, |(_, news)| news.number))
        .bind(column(&news, |(_, news)| news.position))
        .bind(column(&news, |(_, news)| news.kind))
        .bind(column(&news, |(_, news)| news.reference.as_str()))
        .execute(&mut *tx)
        .await?;
    sqlx::query(include_str!("sql/upsert_readers.sql"))
        .bind(column(&readers, |(account, _)| *account))
        .bind(column(&readers, |(_, reader)| reader.last_number))
        .bind(column(&readers, |(_, reader)| reader.forgotten_to))
        .execute(tx)
        .await?;
    Ok(())
}

/// Deletes the rows that are no longer kept, and records the position of the newest one.
async fn delete_old_feed(
    tx: &mut PgConnection,
    readers: &mut HashMap<Uuid, Reader>,
) -> Result<(), ApplyError> {
    let full: Vec<(Uuid, i64)> = readers
        .iter()
        .filter(|(_, reader)| reader.floor() > 0)
        .map(|(account, reader)| (*account, reader.floor()))
        .collect();
    if full.is_empty() {
        return Ok(());
    }
    let gone: Vec<(Uuid, i64)> = sqlx::query_as(include_str!("sql/delete_old_feed.sql"))
        .bind(column(&full, |(account, _)| *account))
        .bind(column(&full, |(_, floor)| *floor))
        .fetch_all(tx)
        .await?;
    for (account, position) in gone {
        if let Some(reader) = readers.get_mut(&account) {
            reader.forgotten_to = position;
        }
    }
    readers.values_mut().for_each(Reader::drop_old_news);
    Ok(())
}

async fn upsert_endings(tx: &mut PgConnection, endings: &HashMap<Uuid, Position>) -> Result<(), ApplyError> {
    let endings: Vec<(&Uuid, &Position)> = endings.iter().collect();
    if endings.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/upsert_endings.sql"))
        .bind(column(&endings, |(account, _)| **account))
        .bind(column(&endings, |(_, position)| bigint(position.0)))
        .execute(tx)
        .await?;
    Ok(())
}
