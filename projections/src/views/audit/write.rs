//! Writes a folded batch.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, bigint, statements};
use serde_json::{Map, Value};
use shared_events::{Actor, ids::AccountId, shop::ProductDetails};
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use super::fold::{
    Changes,
    entry::Entry,
    subject::{Reason, Subject},
};
use crate::{
    engine::{ApplyError, Folded},
    views::{
        columns::{column, json, json_column, optional_json},
        decode::actor_word,
        erase::erase,
    },
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_subjects(ids: &[Uuid]) -> row SubjectRow = include_str!("sql/load_subjects.sql");
    fn upsert_subjects(
        ids: Vec<Uuid>, kinds: Vec<&str>, merchants: Vec<Option<Uuid>>, names: Vec<Option<&str>>,
        states: Vec<Json<&Map<String, Value>>>, details: Vec<Option<Json<&ProductDetails>>>,
        instructions: Vec<Option<&str>>,
    ) = include_str!("sql/upsert_subjects.sql");
    fn insert_entries(
        positions: Vec<i64>, event_ids: Vec<Uuid>, at: Vec<DateTime<Utc>>, people: Vec<Option<Uuid>>,
        systems: Vec<Option<&str>>, actors: Vec<&str>, actions: Vec<&str>, subject_types: Vec<&str>,
        subject_ids: Vec<Uuid>, subject_names: Vec<Option<&str>>, merchants: Vec<Option<Uuid>>,
        reasons: Vec<Option<String>>, reasons_of: Vec<Option<Uuid>>, before: Vec<Option<Json<&Map<String, Value>>>>,
        after: Vec<Option<Json<&Map<String, Value>>>>,
    ) = include_str!("sql/insert_entries.sql");
    fn add_totals(subject_types: Vec<&str>, actions: Vec<&str>) = include_str!("sql/add_totals.sql");
    fn erase_reasons(people: &[Uuid]) = include_str!("sql/erase_reasons.sql");
}

#[async_trait]
impl Folded for Changes {
    /// Erasures are written last.
    async fn write(mut self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut subjects = load_subjects(tx, &self.subjects_to_load()).await?;
        let erased = std::mem::take(&mut self.erased);
        let entries = self.into_entries(&mut subjects);
        upsert_subjects(tx, &subjects).await?;
        insert_entries(tx, &entries).await?;
        erase(tx, &erased, sql::erase_reasons).await
    }
}

#[derive(FromRow)]
struct SubjectRow {
    id: Uuid,
    #[row(rename = "type")]
    kind: String,
    merchant_id: Option<Uuid>,
    name: Option<String>,
    #[row(with = json)]
    state: Map<String, Value>,
    #[row(with = optional_json)]
    details: Option<ProductDetails>,
    instructions: Option<String>,
}

/// Loads these subjects from the table.
async fn load_subjects(tx: &mut PgConnection, ids: &[Uuid]) -> Result<BTreeMap<Uuid, Subject>, ApplyError> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sql::load_subjects(ids).fetch_all(tx).await?;
    let subject = |row: SubjectRow| Subject {
        kind: row.kind,
        merchant_id: row.merchant_id,
        name: row.name,
        state: row.state,
        details: row.details,
        instructions: row.instructions,
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
    sql::upsert_subjects(
        column(&rows, |(id, _)| **id),
        column(&rows, |(_, subject)| subject.kind.as_str()),
        column(&rows, |(_, subject)| subject.merchant_id),
        column(&rows, |(_, subject)| subject.name.as_deref()),
        json_column(&rows, |(_, subject)| &subject.state),
        column(&rows, |(_, subject)| subject.details.as_ref().map(Json)),
        column(&rows, |(_, subject)| subject.instructions.as_deref()),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_entries(tx: &mut PgConnection, rows: &[Entry]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    let reason = |row: &Entry| row.decision.reason.clone().unwrap_or(Reason { text: None, of: None });
    sql::insert_entries(
        column(rows, |row| bigint(row.position.0)),
        column(rows, |row| row.event_id),
        column(rows, |row| row.at),
        column(rows, |row| person(&row.actor).map(AccountId::uuid)),
        column(rows, |row| system(&row.actor)),
        column(rows, |row| actor_word(&row.actor)),
        column(rows, |row| row.decision.action),
        column(rows, |row| row.subject_type.as_str()),
        column(rows, |row| row.subject_id),
        column(rows, |row| row.subject_name.as_deref()),
        column(rows, |row| row.merchant_id),
        column(rows, |row| reason(row).text),
        column(rows, |row| reason(row).of),
        column(rows, |row| row.decision.before.as_ref().map(Json)),
        column(rows, |row| row.decision.after.as_ref().map(Json)),
    )
    .execute(&mut *tx)
    .await?;
    sql::add_totals(column(rows, |row| row.subject_type.as_str()), column(rows, |row| row.decision.action))
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
