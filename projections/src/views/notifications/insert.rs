//! Writes a batch into the tables.

use std::collections::{HashMap, HashSet};

use shared_events::{Position, ids::AccountId};
use sqlx::{PgConnection, Row as _};
use uuid::Uuid;

use super::{
    super::columns::column,
    batch::{Batch, Thing},
};
use crate::engine::ApplyError;

/// Loads these from the table `things`.
pub(super) async fn known_things(
    tx: &mut PgConnection,
    ids: HashSet<Uuid>,
) -> Result<HashMap<Uuid, Thing>, ApplyError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let rows = sqlx::query("SELECT id, owner_id, merchant_id, name, merchant FROM things WHERE id = ANY($1)")
        .bind(ids)
        .fetch_all(tx)
        .await?;
    let mut things = HashMap::new();
    for row in rows {
        let account = |column| row.try_get::<Option<Uuid>, _>(column).map(|id| id.map(AccountId::new));
        let thing = Thing {
            owner: account("owner_id")?,
            merchant_id: account("merchant_id")?,
            name: row.try_get("name")?,
            merchant: row.try_get("merchant")?,
        };
        things.insert(row.try_get("id")?, thing);
    }
    Ok(things)
}

/// Deletes what was erased first, then inserts what happened since.
pub(super) async fn write(tx: &mut PgConnection, batch: &Batch) -> Result<(), ApplyError> {
    erase(tx, batch).await?;
    write_things(tx, batch).await?;
    write_notifications(tx, batch).await?;
    write_reads(tx, batch).await
}

async fn erase(tx: &mut PgConnection, batch: &Batch) -> Result<(), ApplyError> {
    if batch.erased.is_empty() {
        return Ok(());
    }
    let erased: Vec<Uuid> = batch.erased.iter().copied().collect();
    for delete in [
        "DELETE FROM notifications WHERE recipient_id = ANY($1)",
        "DELETE FROM reads WHERE account_id = ANY($1)",
        "DELETE FROM inboxes WHERE account_id = ANY($1)",
    ] {
        sqlx::query(delete).bind(&erased).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn write_things(tx: &mut PgConnection, batch: &Batch) -> Result<(), ApplyError> {
    let things: Vec<(&Uuid, &Thing)> =
        batch.things.iter().filter(|(id, _)| batch.changed.contains(id)).collect();
    if things.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO things (id, owner_id, merchant_id, name, merchant)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])
         ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    )
    .bind(column(&things, |(id, _)| **id))
    .bind(column(&things, |(_, thing)| thing.owner.map(AccountId::uuid)))
    .bind(column(&things, |(_, thing)| thing.merchant_id.map(AccountId::uuid)))
    .bind(column(&things, |(_, thing)| thing.name.as_str()))
    .bind(column(&things, |(_, thing)| thing.merchant.as_deref()))
    .execute(tx)
    .await?;
    Ok(())
}

async fn write_notifications(tx: &mut PgConnection, batch: &Batch) -> Result<(), ApplyError> {
    let rows = &batch.rows;
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO notifications (recipient_id, id, type, title, message, about_id, position, created_at)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::bigint[],
                              $8::timestamptz[])",
    )
    .bind(column(rows, |row| row.recipient))
    .bind(column(rows, |row| row.id.to_string()))
    .bind(column(rows, |row| row.kind.as_str()))
    .bind(column(rows, |row| row.text.0))
    .bind(column(rows, |row| row.text.1.as_str()))
    .bind(column(rows, |row| row.id.stream.id))
    .bind(column(rows, |row| number(row.position)))
    .bind(column(rows, |row| row.at))
    .execute(tx)
    .await?;
    Ok(())
}

async fn write_reads(tx: &mut PgConnection, batch: &Batch) -> Result<(), ApplyError> {
    let reads: Vec<&(Uuid, String)> = batch.reads.iter().collect();
    if !reads.is_empty() {
        sqlx::query(
            "INSERT INTO reads (account_id, id) SELECT * FROM unnest($1::uuid[], $2::text[]) ON CONFLICT DO NOTHING",
        )
        .bind(column(&reads, |(account, _)| *account))
        .bind(column(&reads, |(_, id)| id.as_str()))
        .execute(&mut *tx)
        .await?;
    }
    let inboxes: Vec<(&Uuid, &Position)> = batch.read_up_to.iter().collect();
    if !inboxes.is_empty() {
        sqlx::query(
            "INSERT INTO inboxes (account_id, read_up_to) SELECT * FROM unnest($1::uuid[], $2::bigint[])
             ON CONFLICT (account_id) DO UPDATE SET read_up_to = excluded.read_up_to",
        )
        .bind(column(&inboxes, |(account, _)| **account))
        .bind(column(&inboxes, |(_, position)| number(**position)))
        .execute(tx)
        .await?;
    }
    Ok(())
}

fn number(position: Position) -> i64 {
    i64::try_from(position.0).expect("positions come from a bigint")
}
