//! Writes a folded batch.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde_json::{Map, Value};
use shared_events::{Actor, ids::AccountId, shop::ProductDetails};
use sqlx::{FromRow, PgConnection, types::Json};
use uuid::Uuid;

use super::fold::{
    Changes,
    entry::Entry,
    subject::{Reason, Subject},
};
use crate::{
    engine::{ApplyError, Folded},
    views::{
        columns::{bigint, column, json_column},
        decode::actor_word,
        erase::erase,
    },
};

#[async_trait]
impl Folded for Changes {
    /// Erasures are written last.
    async fn write(mut self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut subjects = load_subjects(tx, &self.subjects_to_load()).await?;
        let erased = std::mem::take(&mut self.erased);
        let entries = self.into_entries(&mut subjects);
        upsert_subjects(tx, &subjects).await?;
        insert_entries(tx, &entries).await?;
        erase(tx, &erased, include_str!("sql/erase_reasons.sql")).await
    }
}

#[derive(FromRow)]
struct SubjectRow {
    id: Uuid,
    #[sqlx(rename = "type")]
    kind: String,
    merchant_id: Option<Uuid>,
    name: Option<String>,
    state: Json<Map<String, Value>>,
    details: Option<Json<ProductDetails>>,
}

/// Loads these subjects from the table.
async fn load_subjects(tx: &mut PgConnection, ids: &[Uuid]) -> Result<BTreeMap<Uuid, Subject>, ApplyError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<SubjectRow> =
        sqlx::query_as(include_str!("sql/load_subjects.sql")).bind(ids).fetch_all(tx).await?;
    let subject = |row: SubjectRow| Subject {
        kind: row.kind,
        merchant_id: row.merchant_id,
        name: row.name,
        state: row.state.0,
        details: row.details.map(|Json(details)| details),
    };
    Ok(rows.into_iter().map(|row| (row.id, subject(row))).collect())
}

async fn upsert_subjects(
    tx: &mut PgConnection,
    subjects: &BTreeMap<Uuid, Subject>,
) -> Result<(), ApplyError> {
    if subjects.is_empty() {
        return Ok(());
    }
    let rows: Vec<(&Uuid, &Subject)> = subjects.iter().collect();
    sqlx::query(include_str!("sql/upsert_subjects.sql"))
        .bind(column(&rows, |(id, _)| **id))
        .bind(column(&rows, |(_, subject)| subject.kind.as_str()))
        .bind(column(&rows, |(_, subject)| subject.merchant_id))
        .bind(column(&rows, |(_, subject)| subject.name.as_deref()))
        .bind(json_column(&rows, |(_, subject)| &subject.state))
        .bind(column(&rows, |(_, subject)| subject.details.as_ref().map(Json)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_entries(tx: &mut PgConnection, rows: &[Entry]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    let reason = |row: &Entry| row.decision.reason.clone().unwrap_or(Reason { text: None, of: None });
    sqlx::query(include_str!("sql/insert_entries.sql"))
        .bind(column(rows, |row| bigint(row.position.0)))
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
