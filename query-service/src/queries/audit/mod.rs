//! Queries over the view `audit`. People's names come from the view `accounts`, because they change and can be erased.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool};
use serde_json::Value;
use sqlx::{Postgres, QueryBuilder, types::Json};
use uuid::Uuid;

use super::accounts;
use crate::model::{AuditActor, AuditEntry, AuditSubject, DELETED_USER, Page};

/// The view's name.
pub const VIEW: &str = "audit";

/// The filter of the list. All members apply together; `None` is no restriction.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Decisions about subjects of this type.
    pub subject_type: Option<String>,
    /// Decisions of this kind.
    pub action: Option<String>,
    /// Decisions by this actor.
    pub actor: Option<Who>,
    /// Decisions about the subject with this id.
    pub subject: Option<Uuid>,
    /// Decisions about this merchant, its products or its orders.
    pub merchant: Option<Uuid>,
    /// Decisions at this time or later.
    pub from: Option<DateTime<Utc>>,
    /// Decisions before this time.
    pub until: Option<DateTime<Utc>>,
}

/// Who made a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// This person.
    Account(Uuid),
    /// The part of the system with this name.
    System(String),
}

/// A position in the list, which is sorted newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    at: DateTime<Utc>,
    position: i64,
}

impl Place {
    /// The position of this entry.
    pub const fn of(entry: &AuditEntry) -> Self {
        Self { at: entry.at, position: entry.position }
    }
}

/// The actor that a text names: an account's id, an e-mail address or the name of a part of the system.
pub async fn who(pool: &Pool, text: &str) -> Result<Who, sqlx::Error> {
    if let Ok(id) = text.parse() {
        return Ok(Who::Account(id));
    }
    let id = accounts::id_of(pool, text).await?;
    Ok(id.map_or_else(|| Who::System(text.to_owned()), |id| Who::Account(id.uuid())))
}

/// Counts the matching decisions.
pub async fn count(pool: &Pool, filter: &Filter) -> Result<u64, sqlx::Error> {
    let mut query = QueryBuilder::new(match filter {
        // The view keeps these totals.
        Filter { actor: None, subject: None, merchant: None, from: None, until: None, .. } => {
            "SELECT coalesce(sum(e.entries), 0)::bigint FROM read.audit_totals e WHERE true"
        }
        _ => "SELECT count(*) FROM read.audit_entries e WHERE true",
    });
    push_conditions(&mut query, filter);
    let found: i64 = query.build_query_scalar().fetch_one(pool).await?;
    Ok(found.unsigned_abs())
}

/// A page of the matching decisions, newest first.
pub async fn page(pool: &Pool, filter: &Filter, page: Page) -> Result<Vec<AuditEntry>, sqlx::Error> {
    let mut query = begin();
    push_conditions(&mut query, filter);
    end(&mut query, page.limit_i64(), page.offset_i64());
    fetch(query, pool).await
}

/// The matching decisions that follow this place, newest first.
pub async fn after(
    pool: &Pool,
    filter: &Filter,
    place: Option<Place>,
    limit: i64,
) -> Result<Vec<AuditEntry>, sqlx::Error> {
    let mut query = begin();
    push_conditions(&mut query, filter);
    if let Some(Place { at, position }) = place {
        query.push(" AND (e.at, e.position) < (").push_bind(at).push(", ").push_bind(position).push(")");
    }
    end(&mut query, limit, 0);
    fetch(query, pool).await
}

fn begin() -> QueryBuilder<Postgres> {
    QueryBuilder::new(include_str!("select_entries.sql"))
}

/// Joins the names of people after the limit, so that they are only read for the page.
fn end(query: &mut QueryBuilder<Postgres>, limit: i64, offset: i64) {
    query.push(" ORDER BY e.at DESC, e.position DESC LIMIT ").push_bind(limit);
    query.push(" OFFSET ").push_bind(offset).push(include_str!("join_people.sql"));
}

async fn fetch(mut query: QueryBuilder<Postgres>, pool: &Pool) -> Result<Vec<AuditEntry>, sqlx::Error> {
    let rows: Vec<EntryRow> = query.build_query_as().fetch_all(pool).await?;
    Ok(rows.into_iter().map(AuditEntry::from).collect())
}

fn push_conditions(query: &mut QueryBuilder<Postgres>, filter: &Filter) {
    if let Some(kind) = &filter.subject_type {
        query.push(" AND e.subject_type = ").push_bind(kind.clone());
    }
    if let Some(action) = &filter.action {
        query.push(" AND e.action = ").push_bind(action.clone());
    }
    match &filter.actor {
        Some(Who::Account(id)) => {
            query.push(" AND e.actor_id = ").push_bind(*id);
        }
        Some(Who::System(name)) => {
            query.push(" AND e.actor_name = ").push_bind(name.clone());
        }
        None => {}
    }
    if let Some(subject) = filter.subject {
        query.push(" AND e.subject_id = ").push_bind(subject);
    }
    if let Some(merchant) = filter.merchant {
        query.push(" AND e.merchant_id = ").push_bind(merchant);
    }
    if let Some(from) = filter.from {
        query.push(" AND e.at >= ").push_bind(from);
    }
    if let Some(until) = filter.until {
        query.push(" AND e.at < ").push_bind(until);
    }
}

type State = Option<Json<BTreeMap<String, Value>>>;

#[derive(Debug, FromRow)]
struct EntryRow {
    event_id: Uuid,
    at: DateTime<Utc>,
    actor_id: Option<Uuid>,
    actor_name: Option<String>,
    actor_email: Option<String>,
    actor_role: String,
    action: String,
    subject_type: String,
    subject_id: Uuid,
    subject_name: Option<String>,
    reason: Option<String>,
    before: State,
    after: State,
    position: i64,
}

impl From<EntryRow> for AuditEntry {
    fn from(row: EntryRow) -> Self {
        let name = |known: Option<String>| known.unwrap_or_else(|| DELETED_USER.to_owned());
        Self {
            id: row.event_id,
            at: row.at,
            actor: AuditActor {
                id: row.actor_id,
                name: name(row.actor_name),
                email: row.actor_email.unwrap_or_default(),
                role: row.actor_role,
            },
            action: row.action,
            subject: AuditSubject {
                kind: row.subject_type,
                id: row.subject_id,
                name: name(row.subject_name),
            },
            reason: row.reason,
            before: row.before.map(|Json(state)| state),
            after: row.after.map(|Json(state)| state),
            position: row.position,
        }
    }
}
