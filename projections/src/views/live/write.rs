//! Writes a folded batch into the tables.

use std::collections::{BTreeSet, HashMap, HashSet};

use async_trait::async_trait;
use shared_events::{Position, ids::AccountId, notification};
use sqlx::{PgConnection, Row as _};
use uuid::Uuid;

use super::{
    super::{columns::column, erasing::erase},
    KEPT,
    apply::{Changes, Fact, Happened, Party},
};
use crate::engine::{ApplyError, Folded};

/// A piece of news for a person.
struct News {
    number: i64,
    position: i64,
    kind: &'static str,
    thing: String,
}

/// The news of one person in this batch.
#[derive(Default)]
struct Reader {
    last_number: i64,
    forgotten_to: i64,
    news: Vec<News>,
}

impl Reader {
    fn tell(&mut self, at: Position, kind: &'static str, thing: String) {
        self.last_number += 1;
        self.news.push(News { number: self.last_number, position: place(at), kind, thing });
    }

    /// The number of the newest row that is not kept.
    const fn floor(&self) -> i64 {
        self.last_number - KEPT
    }

    /// Drops this batch's own rows beyond the last [`KEPT`], too.
    fn forget(&mut self) {
        let floor = self.floor();
        let old = self.news.partition_point(|news| news.number <= floor);
        if let Some(newest) = self.news.drain(..old).next_back() {
            self.forgotten_to = newest.position;
        }
    }
}

#[async_trait]
impl Folded for Changes {
    /// Deletes old rows first, then inserts the new ones.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut parties = known_parties(tx, &self).await?;
        write_parties(tx, &self.made).await?;
        parties.extend(&self.made);
        let told: Vec<(Uuid, Told)> =
            self.happened.iter().flat_map(|happened| told(happened, &parties)).collect();
        let mut readers = known_readers(tx, told.iter().map(|(account, _)| *account).collect()).await?;
        let mut erased = Vec::new();
        for (account, told) in told {
            match told {
                Told::News { position, kind, thing } => {
                    readers.entry(account).or_default().tell(position, kind, thing);
                }
                Told::Nothing => {
                    readers.remove(&account);
                    erased.push(account);
                }
            }
        }
        erase(tx, &erased, "DELETE FROM feed WHERE account_id = ANY($1)").await?;
        erase(tx, &erased, "DELETE FROM readers WHERE account_id = ANY($1)").await?;
        write_readers(tx, readers).await?;
        write_endings(tx, &self.endings).await
    }
}

/// The effect of an event on one person.
enum Told {
    News {
        position: Position,
        kind: &'static str,
        thing: String,
    },
    /// Deletes all earlier news.
    Nothing,
}

/// All people who are told of it. A notification comes before the order or message that it is about.
fn told(happened: &Happened, parties: &HashMap<Uuid, Party>) -> Vec<(Uuid, Told)> {
    let news = |account: AccountId, kind: &'static str, thing: String| {
        (account.uuid(), Told::News { position: happened.position, kind, thing })
    };
    let notified = |account: AccountId| news(account, "notification", happened.event.to_string());
    let id = happened.event.stream.id;
    match (&happened.fact, parties.get(&id)) {
        (Fact::Erased, _) => vec![(id, Told::Nothing)],
        (Fact::Notified(account), _) => vec![notified(*account)],
        (Fact::Message { id, sender, recipient }, _) => vec![
            notified(*recipient),
            news(*recipient, "message", id.clone()),
            news(*sender, "message", id.clone()),
        ],
        (Fact::OfProduct, Some(party)) => vec![notified(party.owner)],
        (Fact::OfOrder(event, actor), Some(Party { owner, merchant: Some(merchant) })) => {
            let mut all: Vec<_> =
                notification::of_order(event, actor, *owner, *merchant).into_iter().map(notified).collect();
            // A merchant who buys from the own stall sees it once.
            let both = BTreeSet::from([*owner, *merchant]);
            all.extend(both.into_iter().map(|account| news(account, "order", id.to_string())));
            all
        }
        // The creation of this product or order was left out, so its people are unknown.
        (Fact::OfProduct | Fact::OfOrder(..), _) => Vec::new(),
    }
}

/// Loads the people of the products and orders in this batch.
async fn known_parties(tx: &mut PgConnection, changes: &Changes) -> Result<HashMap<Uuid, Party>, ApplyError> {
    let ids: HashSet<Uuid> = changes
        .happened
        .iter()
        .filter(|happened| matches!(happened.fact, Fact::OfProduct | Fact::OfOrder(..)))
        .map(|happened| happened.event.stream.id)
        .filter(|id| !changes.made.contains_key(id))
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let rows = sqlx::query("SELECT id, owner_id, merchant_id FROM parties WHERE id = ANY($1)")
        .bind(ids)
        .fetch_all(tx)
        .await?;
    let party = |row: &sqlx::postgres::PgRow| {
        let owner = AccountId::new(row.try_get("owner_id")?);
        let merchant = row.try_get::<Option<Uuid>, _>("merchant_id")?.map(AccountId::new);
        Ok((row.try_get("id")?, Party { owner, merchant }))
    };
    rows.iter().map(party).collect()
}

async fn write_parties(tx: &mut PgConnection, made: &HashMap<Uuid, Party>) -> Result<(), ApplyError> {
    let made: Vec<(&Uuid, &Party)> = made.iter().collect();
    if made.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO parties (id, owner_id, merchant_id) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
         ON CONFLICT DO NOTHING",
    )
    .bind(column(&made, |(id, _)| **id))
    .bind(column(&made, |(_, party)| party.owner.uuid()))
    .bind(column(&made, |(_, party)| party.merchant.map(AccountId::uuid)))
    .execute(tx)
    .await?;
    Ok(())
}

async fn known_readers(
    tx: &mut PgConnection,
    accounts: HashSet<Uuid>,
) -> Result<HashMap<Uuid, Reader>, ApplyError> {
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let accounts: Vec<Uuid> = accounts.into_iter().collect();
    let rows =
        sqlx::query("SELECT account_id, last_number, forgotten_to FROM readers WHERE account_id = ANY($1)")
            .bind(accounts)
            .fetch_all(tx)
            .await?;
    let reader = |row: &sqlx::postgres::PgRow| {
        let (last_number, forgotten_to) = (row.try_get("last_number")?, row.try_get("forgotten_to")?);
        Ok((row.try_get("account_id")?, Reader { last_number, forgotten_to, news: Vec::new() }))
    };
    rows.iter().map(reader).collect()
}

async fn write_readers(tx: &mut PgConnection, mut readers: HashMap<Uuid, Reader>) -> Result<(), ApplyError> {
    readers.retain(|_, reader| !reader.news.is_empty());
    forget(tx, &mut readers).await?;
    let readers: Vec<(Uuid, Reader)> = readers.into_iter().collect();
    let news: Vec<(Uuid, &News)> = readers
        .iter()
        .flat_map(|(account, reader)| reader.news.iter().map(move |news| (*account, news)))
        .collect();
    if news.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO feed (account_id, number, position, kind, thing)
         SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])",
    )
    .bind(column(&news, |(account, _)| *account))
    .bind(column(&news, |(_, news)| news.number))
    .bind(column(&news, |(_, news)| news.position))
    .bind(column(&news, |(_, news)| news.kind))
    .bind(column(&news, |(_, news)| news.thing.as_str()))
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO readers (account_id, last_number, forgotten_to)
         SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[])
         ON CONFLICT (account_id)
         DO UPDATE SET last_number = excluded.last_number, forgotten_to = excluded.forgotten_to",
    )
    .bind(column(&readers, |(account, _)| *account))
    .bind(column(&readers, |(_, reader)| reader.last_number))
    .bind(column(&readers, |(_, reader)| reader.forgotten_to))
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes rows that are no longer kept, and records how far that went.
async fn forget(tx: &mut PgConnection, readers: &mut HashMap<Uuid, Reader>) -> Result<(), ApplyError> {
    let full: Vec<(Uuid, i64)> = readers
        .iter()
        .filter(|(_, reader)| reader.floor() > 0)
        .map(|(account, reader)| (*account, reader.floor()))
        .collect();
    if full.is_empty() {
        return Ok(());
    }
    let gone: Vec<(Uuid, i64)> = sqlx::query_as(
        "WITH gone AS (
             DELETE FROM feed USING unnest($1::uuid[], $2::bigint[]) AS reader (account_id, floor)
             WHERE feed.account_id = reader.account_id AND feed.number <= reader.floor
             RETURNING feed.account_id, feed.position
         )
         SELECT account_id, max(position) FROM gone GROUP BY account_id",
    )
    .bind(column(&full, |(account, _)| *account))
    .bind(column(&full, |(_, floor)| *floor))
    .fetch_all(tx)
    .await?;
    for (account, position) in gone {
        if let Some(reader) = readers.get_mut(&account) {
            reader.forgotten_to = position;
        }
    }
    readers.values_mut().for_each(Reader::forget);
    Ok(())
}

async fn write_endings(tx: &mut PgConnection, endings: &HashMap<Uuid, Position>) -> Result<(), ApplyError> {
    let endings: Vec<(&Uuid, &Position)> = endings.iter().collect();
    if endings.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO endings (account_id, position) SELECT * FROM unnest($1::uuid[], $2::bigint[])
         ON CONFLICT (account_id) DO UPDATE SET position = excluded.position",
    )
    .bind(column(&endings, |(account, _)| **account))
    .bind(column(&endings, |(_, position)| place(**position)))
    .execute(tx)
    .await?;
    Ok(())
}

/// A position as Postgres' `bigint`.
fn place(position: Position) -> i64 {
    i64::try_from(position.0).expect("a log has fewer than 2^63 events")
}
