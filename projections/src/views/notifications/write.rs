//! Writes a folded batch.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use shared_events::{Position, ids::AccountId};
use sqlx::{PgConnection, Row as _};
use uuid::Uuid;

use super::fold::{Changes, Rows, Subject};
use crate::{
    engine::{ApplyError, Folded},
    views::{
        columns::{bigint, column},
        erase::erase,
    },
};

#[async_trait]
impl Folded for Changes {
    /// Deletes erased notifications first, then inserts the later ones.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let subjects = load_subjects(tx, self.subjects()).await?;
        let rows = self.into_rows(subjects);
        let erased: Vec<Uuid> = rows.erased.iter().copied().collect();
        erase(tx, &erased, include_str!("sql/erase_notifications.sql")).await?;
        erase(tx, &erased, include_str!("sql/erase_reads.sql")).await?;
        erase(tx, &erased, include_str!("sql/erase_inboxes.sql")).await?;
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
    let rows = sqlx::query(include_str!("sql/load_subjects.sql")).bind(ids).fetch_all(tx).await?;
    let mut subjects = HashMap::new();
    for row in rows {
        let account = |column| row.try_get::<Option<Uuid>, _>(column).map(|id| id.map(AccountId::new));
        let subject = Subject {
            owner: account("owner_id")?,
            merchant_id: account("merchant_id")?,
            name: row.try_get("name")?,
            merchant: row.try_get("merchant")?,
        };
        subjects.insert(row.try_get("id")?, subject);
    }
    Ok(subjects)
}

async fn upsert_subjects(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    let subjects: Vec<(&Uuid, &Subject)> =
        rows.subjects.iter().filter(|(id, _)| rows.changed.contains(id)).collect();
    if subjects.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/upsert_subjects.sql"))
        .bind(column(&subjects, |(id, _)| **id))
        .bind(column(&subjects, |(_, subject)| subject.owner.map(AccountId::uuid)))
        .bind(column(&subjects, |(_, subject)| subject.merchant_id.map(AccountId::uuid)))
        .bind(column(&subjects, |(_, subject)| subject.name.as_str()))
        .bind(column(&subjects, |(_, subject)| subject.merchant.as_deref()))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_notifications(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    let rows = &rows.notifications;
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("sql/insert_notifications.sql"))
        .bind(column(rows, |row| row.recipient))
        .bind(column(rows, |row| row.id.to_string()))
        .bind(column(rows, |row| row.kind.as_str()))
        .bind(column(rows, |row| row.text.0))
        .bind(column(rows, |row| row.text.1.as_str()))
        .bind(column(rows, |row| row.id.stream.id))
        .bind(column(rows, |row| bigint(row.position.0)))
        .bind(column(rows, |row| row.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn write_reads(tx: &mut PgConnection, rows: &Rows) -> Result<(), ApplyError> {
    let reads: Vec<&(Uuid, String)> = rows.reads.iter().collect();
    if !reads.is_empty() {
        sqlx::query(include_str!("sql/insert_reads.sql"))
            .bind(column(&reads, |(account, _)| *account))
            .bind(column(&reads, |(_, id)| id.as_str()))
            .execute(&mut *tx)
            .await?;
    }
    let inboxes: Vec<(&Uuid, &Position)> = rows.read_up_to.iter().collect();
    if !inboxes.is_empty() {
        sqlx::query(include_str!("sql/upsert_inboxes.sql"))
            .bind(column(&inboxes, |(account, _)| **account))
            .bind(column(&inboxes, |(_, position)| bigint(position.0)))
            .execute(tx)
            .await?;
    }
    Ok(())
}
