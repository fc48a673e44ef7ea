//! Writes a folded batch into the tables.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use shared_events::{Actor, ids::AccountId, shop::ProductDetails};
use sqlx::{FromRow, PgConnection, types::Json};
use uuid::Uuid;

use super::{
    super::{
        columns::{column, json_column},
        reading::actor_word,
    },
    entry::Entry,
    thing::{Reason, Thing},
};
use crate::engine::ApplyError;

#[derive(FromRow)]
struct ThingRow {
    id: Uuid,
    #[sqlx(rename = "type")]
    kind: String,
    merchant_id: Option<Uuid>,
    name: Option<String>,
    state: Json<Map<String, Value>>,
    details: Option<Json<ProductDetails>>,
}

/// Loads these subjects from the table.
pub(super) async fn load_things(
    tx: &mut PgConnection,
    ids: &[Uuid],
) -> Result<BTreeMap<Uuid, Thing>, ApplyError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<ThingRow> =
        sqlx::query_as(include_str!("sql/load_things.sql")).bind(ids).fetch_all(tx).await?;
    let thing = |row: ThingRow| Thing {
        kind: row.kind,
        merchant_id: row.merchant_id,
        name: row.name,
        state: row.state.0,
        details: row.details.map(|Json(details)| details),
    };
    Ok(rows.into_iter().map(|row| (row.id, thing(row))).collect())
}

pub(super) async fn store_things(
    tx: &mut PgConnection,
    things: &BTreeMap<Uuid, Thing>,
) -> Result<(), ApplyError> {
    if things.is_empty() {
        return Ok(());
    }
    let rows: Vec<(&Uuid, &Thing)> = things.iter().collect();
    sqlx::query(include_str!("sql/upsert_things.sql"))
        .bind(column(&rows, |(id, _)| **id))
        .bind(column(&rows, |(_, thing)| thing.kind.as_str()))
        .bind(column(&rows, |(_, thing)| thing.merchant_id))
        .bind(column(&rows, |(_, thing)| thing.name.as_deref()))
        .bind(json_column(&rows, |(_, thing)| &thing.state))
        .bind(column(&rows, |(_, thing)| thing.details.as_ref().map(Json)))
        .execute(tx)
        .await?;
    Ok(())
}

pub(super) async fn insert_entries(tx: &mut PgConnection, rows: &[Entry]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    let reason = |row: &Entry| row.decision.reason.clone().unwrap_or(Reason { text: None, of: None });
    sqlx::query(include_str!("sql/insert_entries.sql"))
        .bind(column(rows, |row| i64::try_from(row.position.0).expect("positions come from a bigint")))
        .bind(column(rows, |row| row.event_id))
        .bind(column(rows, |row| row.at))
        .bind(column(rows, |row| person(&row.actor).map(AccountId::uuid)))
        .bind(column(rows, |row| system(&row.actor)))
        .bind(column(rows, |row| actor_word(&row.actor)))
        .bind(column(rows, |row| row.decision.action))
        .bind(column(rows, |row| row.subject_type.as_str()))
        .bind(column(rows, |row| row.subject_id))
        .bind(column(rows, |row| row.subject_name.as_deref()))
        .bind(column(rows, |row| row.merchant_id))
        .bind(column(rows, |row| reason(row).text))
        .bind(column(rows, |row| reason(row).of))
        .bind(column(rows, |row| row.decision.before.as_ref().map(Json)))
        .bind(column(rows, |row| row.decision.after.as_ref().map(Json)))
        .execute(&mut *tx)
        .await?;
    sqlx::query(include_str!("sql/add_totals.sql"))
        .bind(column(rows, |row| row.subject_type.as_str()))
        .bind(column(rows, |row| row.decision.action))
        .execute(tx)
        .await?;
    Ok(())
}

const fn person(actor: &Actor) -> Option<AccountId> {
    match actor {
        Actor::Account { id, .. } => Some(*id),
        Actor::System { .. } => None,
    }
}

fn system(actor: &Actor) -> Option<&str> {
    match actor {
        Actor::Account { .. } => None,
        Actor::System { name } => Some(name),
    }
}
