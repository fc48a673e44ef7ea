//! Writes a folded batch.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, bigint, statements};
use shared_events::{Position, ids::AccountId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::fold::{Changes, Rows, Subject};
use crate::{
    engine::{ApplyError, Folded},
    views::{columns::column, erase::erase},
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn load_subjects(ids: &[Uuid]) -> row SubjectRow = include_str!("sql/load_subjects.sql");
    fn upsert_subjects(
        ids: Vec<Uuid>, owners: Vec<Option<Uuid>>, merchants: Vec<Option<Uuid>>, names: Vec<&str>,
        merchant_names: Vec<Option<&str>>,
    ) = include_str!("sql/upsert_subjects.sql");
    fn insert_notifications(
        recipients: Vec<Uuid>, ids: Vec<String>, kinds: Vec<&str>, titles: Vec<&str>, texts: Vec<&str>,
        subjects: Vec<Uuid>, positions: Vec<i64>, at: Vec<DateTime<Utc>>,
    ) = include_str!("sql/insert_notifications.sql");
    fn insert_reads(accounts: Vec<Uuid>, ids: Vec<&str>) = include_str!("sql/insert_reads.sql");
    fn upsert_inboxes(accounts: Vec<Uuid>, positions: Vec<i64>) = include_str!("sql/upsert_inboxes.sql");
    fn erase_notifications(people: &[Uuid]) = include_str!("sql/erase_notifications.sql");
    fn erase_reads(people: &[Uuid]) = include_str!("sql/erase_reads.sql");
    fn erase_inboxes(people: &[Uuid]) = include_str!("sql/erase_inboxes.sql");
}

#[derive(FromRow)]
struct SubjectRow {
    id: Uuid,
    owner_id: Option<Uuid>,
    merchant_id: Option<Uuid>,
    name: String,
    merchant: Option<String>,
}

#[async_trait]
impl Folded for Changes {
    /// Deletes erased notifications first, then inserts the later ones.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let subjects = load_subjects(tx, self.subjects()).await?;
        let rows = self.into_rows(subjects);
        let erased: Vec<Uuid> = rows.erased.iter().copied().collect();
        erase(tx, &erased, sql::erase_notifications).await?;
        erase(tx, &erased, sql::erase_reads).await?;
        erase(tx, &erased, sql::erase_inboxes).await?;
        upsert_subjects(tx, &rows).await?;
        insert_notifications(tx, &rows).await?;
        write_reads(tx, &rows).await
    }
}

/// Loads these products, orders and conversations.
async fn load_subjects(
    tx: &mut PgConnection,
    ids: HashSet<Uuid>,
) -> Result<HashMap<Uuid, Subject>, ApplyError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<Uuid> = ids.into_iter().collect();
    let rows = sql::load_subjects(&ids).fetch_all(tx).await?;
    let subject = |SubjectRow { id, owner_id, merchant_id, name, merchant }| {
        let (owner, merchant_id) = (owner_id.map(AccountId::new), merchant_id.map(AccountId::new));
        (id, Subject { owner, merchant_id, name, merchant })
    };
    Ok(rows.into_iter().map(subject).collect())
}

async fn upsert_subjects(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    let subjects: Vec<(&Uuid, &Subject)> =
        rows.subjects.iter().filter(|(id, _)| rows.changed.contains(id)).collect();
    if subjects.is_empty() {
        return Ok(());
    }
    sql::upsert_subjects(
        column(&subjects, |(id, _)| **id),
        column(&subjects, |(_, subject)| subject.owner.map(AccountId::uuid)),
        column(&subjects, |(_, subject)| subject.merchant_id.map(AccountId::uuid)),
        column(&subjects, |(_, subject)| subject.name.as_str()),
        column(&subjects, |(_, subject)| subject.merchant.as_deref()),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_notifications(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    let rows = &rows.notifications;
    if rows.is_empty() {
        return Ok(());
    }
    sql::insert_notifications(
        column(rows, |row| row.recipient),
        column(rows, |row| row.id.to_string()),
        column(rows, |row| row.kind.as_str()),
        column(rows, |row| row.text.0),
        column(rows, |row| row.text.1.as_str()),
        column(rows, |row| row.id.stream.id),
        column(rows, |row| bigint(row.position.0)),
        column(rows, |row| row.at),
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn write_reads(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    let reads: Vec<&(Uuid, String)> = rows.reads.iter().collect();
    if !reads.is_empty() {
        sql::insert_reads(column(&reads, |(account, _)| *account), column(&reads, |(_, id)| id.as_str()))
            .execute(&mut *tx)
            .await?;
    }
    let inboxes: Vec<(&Uuid, &Position)> = rows.read_up_to.iter().collect();
    if !inboxes.is_empty() {
        sql::upsert_inboxes(
            column(&inboxes, |(account, _)| **account),
            column(&inboxes, |(_, position)| bigint(position.0)),
        )
        .execute(tx)
        .await?;
    }
    Ok(())
}
