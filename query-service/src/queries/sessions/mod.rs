//! Queries over the view `sessions`.

use std::collections::HashSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use service_kit::{
    Problem,
    api_keys::{ApiKey, PresentedKey},
    caller,
    token::Claims,
};
use shared_events::{
    Role,
    ids::{AccountId, ApiKeyId, SessionId},
};
use uuid::Uuid;

use super::failed;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn goes_on(session: Uuid, account: Uuid, generation: i32) -> value bool = include_str!("goes_on.sql");
    fn of_account(account: Uuid, opened_after: DateTime<Utc>) -> row Row = include_str!("of_account.sql");
    fn api_key(account: Uuid, hash: &str) -> row KeyRow = include_str!("api_key.sql");
    fn api_keys_of(account: Uuid) -> row ListedKey = include_str!("api_keys_of.sql");
    fn ended(sessions: &[Uuid], accounts: &[Uuid], generations: &[i32]) -> value Uuid =
        include_str!("ended.sql");
}

/// The view's name.
pub const VIEW: &str = "sessions";

/// Checks sessions against the view, with two primary-key lookups in one statement, and API keys with one by the hash.
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

    async fn api_key(&self, presented: &PresentedKey) -> Result<Option<ApiKey>, Problem> {
        let found = sql::api_key(presented.account.uuid(), &presented.hash).fetch_optional(&self.0).await;
        Ok(found.map_err(failed)?.map(KeyRow::into_key))
    }
}

/// An API key that works.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
struct KeyRow {
    key_id: Uuid,
    is_admin: bool,
    scopes: Vec<String>,
}

impl KeyRow {
    fn into_key(self) -> ApiKey {
        ApiKey {
            id: ApiKeyId::new(self.key_id),
            role: if self.is_admin { Role::Admin } else { Role::Merchant },
            // A scope that only a newer program knows permits nothing here.
            scopes: self.scopes.iter().filter_map(|name| name.parse().ok()).collect(),
        }
    }
}

/// An API key as its owner and admins see it.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ListedKey {
    pub key_id: Uuid,
    /// What its owner calls it; `None` while its owner is being erased.
    pub name: Option<String>,
    /// The names of its scopes.
    pub scopes: Vec<String>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

/// The API keys of an account that work, newest first.
pub async fn api_keys_of(pool: &Pool, id: AccountId) -> Result<Vec<ListedKey>, sqlx::Error> {
    sql::api_keys_of(id.uuid()).fetch_all(pool).await
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
