//! Queries over the view `sessions`.

use std::collections::HashSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use service_kit::{Problem, caller, token::Claims};
use shared_events::ids::{AccountId, SessionId};
use uuid::Uuid;

use super::failed;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn goes_on(session: Uuid, account: Uuid, generation: i32) -> value bool = include_str!("goes_on.sql");
    fn of_account(account: Uuid, opened_after: DateTime<Utc>) -> row Row = include_str!("of_account.sql");
    fn ended(sessions: &[Uuid], accounts: &[Uuid], generations: &[i32]) -> value Uuid =
        include_str!("ended.sql");
}

/// The view's name.
pub const VIEW: &str = "sessions";

/// Checks sessions against the view, with two primary-key lookups in one statement.
#[derive(Clone, Debug)]
pub(crate) struct Viewed(pub(crate) Pool);

#[async_trait]
impl caller::Sessions for Viewed {
    async fn goes_on(&self, claims: &Claims) -> Result<bool, Problem> {
        sql::goes_on(
            claims.sid.uuid(),
            claims.sub.uuid(),
            i32::try_from(claims.generation).unwrap_or(i32::MAX),
        )
        .fetch_one(&self.0)
        .await
        .map_err(failed)
    }
}

/// An open session.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Row {
    pub session_id: Uuid,
    /// The browser's name, if it is a widely used one.
    pub browser: Option<String>,
    /// The operating system's name, if it is a widely used one.
    pub system: Option<String>,
    /// When the session was opened.
    pub opened_at: DateTime<Utc>,
}

/// The open sessions of an account that were opened after this time, newest first.
pub async fn of_account(
    pool: &Pool,
    id: AccountId,
    opened_after: DateTime<Utc>,
) -> Result<Vec<Row>, sqlx::Error> {
    sql::of_account(id.uuid(), opened_after).fetch_all(pool).await
}

/// The ended sessions among these, each given with its account and generation.
pub async fn ended(
    pool: &Pool,
    sessions: &[(SessionId, AccountId, u32)],
) -> Result<HashSet<SessionId>, sqlx::Error> {
    if sessions.is_empty() {
        return Ok(HashSet::new());
    }
    let generation = |generation: u32| i32::try_from(generation).unwrap_or(i32::MAX);
    let ended: Vec<Uuid> = sql::ended(
        &sessions.iter().map(|(session, ..)| session.uuid()).collect::<Vec<_>>(),
        &sessions.iter().map(|(_, account, _)| account.uuid()).collect::<Vec<_>>(),
        &sessions.iter().map(|(.., of)| generation(*of)).collect::<Vec<_>>(),
    )
    .fetch_all(pool)
    .await?;
    Ok(ended.into_iter().map(SessionId::new).collect())
}
