//! Queries over the view `webhooks`.

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::ids::{AccountId, WebhookId};
use uuid::Uuid;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn of_owner(account: Uuid) -> row Row = include_str!("of_owner.sql");
    fn belongs(webhook: Uuid, account: Uuid) -> value bool = include_str!("belongs.sql");
    fn deliveries(webhook: Uuid, before: Option<i64>) -> row Delivery = include_str!("deliveries.sql");
}

/// The view's name.
pub const VIEW: &str = "webhooks";

/// A webhook.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Row {
    pub webhook_id: Uuid,
    /// `None` while its owner is being erased.
    pub url: Option<String>,
    /// The names of its types.
    pub types: Vec<String>,
    pub created_at: DateTime<Utc>,
    /// Why it is paused; `None` if it is not.
    pub paused: Option<String>,
    pub paused_at: Option<DateTime<Utc>>,
    /// How far the last replay is: `running`, `complete`, `more` or `stopped`. `None`: there was none.
    pub replay: Option<String>,
    pub replay_after: Option<i64>,
    pub replay_messages: Option<i32>,
    /// How many of its messages wait to be sent, for the first time or again.
    pub waiting: i64,
}

/// The delivery of a message.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Delivery {
    pub delivery_id: Uuid,
    pub message_id: Uuid,
    pub message_type: String,
    pub requested_at: DateTime<Utc>,
    /// Its place in the list: higher ones are newer.
    pub number: i64,
    pub attempts: i32,
    pub attempted_at: Option<DateTime<Utc>>,
    /// The status of the last answer.
    pub status: Option<i32>,
    /// What went wrong in the last attempt.
    pub failure: Option<String>,
    pub retry_at: Option<DateTime<Utc>>,
    /// `waiting`, `delivered`, `failed` or `given-up`.
    pub state: String,
}

/// An owner's webhooks, newest first.
pub async fn of_owner(pool: &Pool, owner: AccountId) -> Result<Vec<Row>, sqlx::Error> {
    sql::of_owner(owner.uuid()).fetch_all(pool).await
}

/// The latest deliveries of an owner's webhook, newest first; with `before`, only those with lower numbers. `None`: the
/// owner has no such webhook.
pub async fn deliveries(
    pool: &Pool,
    owner: AccountId,
    webhook: WebhookId,
    before: Option<i64>,
) -> Result<Option<Vec<Delivery>>, sqlx::Error> {
    if !sql::belongs(webhook.uuid(), owner.uuid()).fetch_one(pool).await? {
        return Ok(None);
    }
    sql::deliveries(webhook.uuid(), before).fetch_all(pool).await.map(Some)
}
