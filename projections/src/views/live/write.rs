//! Writes a folded batch.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use postgres_kit::{FromRow, bigint, statements};
use shared_events::{Position, ids::AccountId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{BatchEffects, BatchNews, Changes, News, Party, Reader};
use crate::{
    engine::{ApplyError, Folded},
    views::{columns::column, erase::erase},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_parties(ids: &[Uuid]) -> row PartyRow = include_str!("sql/load_parties.sql");
    fn insert_parties(ids: Vec<Uuid>, owners: Vec<Uuid>, merchants: Vec<Option<Uuid>>) =
        include_str!("sql/insert_parties.sql");
    fn load_readers(accounts: &[Uuid]) -> row ReaderRow = include_str!("sql/load_readers.sql");
    fn insert_feed(
        accounts: Vec<Uuid>, numbers: Vec<i64>, positions: Vec<i64>, kinds: Vec<&str>,
        references: Vec<&str>,
    ) = include_str!("sql/insert_feed.sql");
    fn upsert_readers(accounts: Vec<Uuid>, last_numbers: Vec<i64>, forgotten_to: Vec<i64>) =
        include_str!("sql/upsert_readers.sql");
    fn delete_old_feed(accounts: Vec<Uuid>, floors: Vec<i64>) -> row (Uuid, i64) =
        include_str!("sql/delete_old_feed.sql");
    fn upsert_endings(accounts: Vec<Uuid>, positions: Vec<i64>) = include_str!("sql/upsert_endings.sql");
    fn erase_feed(people: &[Uuid]) = include_str!("sql/erase_feed.sql");
    fn erase_readers(people: &[Uuid]) = include_str!("sql/erase_readers.sql");
}

#[derive(FromRow)]
struct PartyRow {
    id: Uuid,
    owner_id: Uuid,
    merchant_id: Option<Uuid>,
}

#[derive(FromRow)]
struct ReaderRow {
    account_id: Uuid,
    last_number: i64,
    forgotten_to: i64,
}

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
        erase(tx, &erased, sql::erase_feed).await?;
        erase(tx, &erased, sql::erase_readers).await?;
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
    let rows = sql::load_parties(&ids).fetch_all(tx).await?;
    let party = |row: PartyRow| {
        let merchant = row.merchant_id.map(AccountId::new);
        (row.id, Party { owner: AccountId::new(row.owner_id), merchant })
    };
    Ok(rows.into_iter().map(party).collect())
}

async fn insert_parties(tx: &mut PgConnection, created: &HashMap<Uuid, Party>) -> Result<(), ApplyError> {
    let created: Vec<(&Uuid, &Party)> = created.iter().collect();
    if created.is_empty() {
        return Ok(());
    }
    sql::insert_parties(
        column(&created, |(id, _)| **id),
        column(&created, |(_, party)| party.owner.uuid()),
        column(&created, |(_, party)| party.merchant.map(AccountId::uuid)),
    )
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
    let rows = sql::load_readers(&accounts).fetch_all(tx).await?;
    let reader = |ReaderRow { account_id, last_number, forgotten_to }| {
        (account_id, Reader { last_number, forgotten_to, news: Vec::new() })
    };
    Ok(rows.into_iter().map(reader).collect())
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
    sql::insert_feed(
        column(&news, |(account, _)| *account),
        column(&news, |(_, news)| news.number),
        column(&news, |(_, news)| news.position),
        column(&news, |(_, news)| news.kind),
        column(&news, |(_, news)| news.reference.as_str()),
    )
    .execute(&mut *tx)
    .await?;
    sql::upsert_readers(
        column(&readers, |(account, _)| *account),
        column(&readers, |(_, reader)| reader.last_number),
        column(&readers, |(_, reader)| reader.forgotten_to),
    )
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
    let gone =
        sql::delete_old_feed(column(&full, |(account, _)| *account), column(&full, |(_, floor)| *floor))
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
    sql::upsert_endings(
        column(&endings, |(account, _)| **account),
        column(&endings, |(_, position)| bigint(position.0)),
    )
    .execute(tx)
    .await?;
    Ok(())
}
