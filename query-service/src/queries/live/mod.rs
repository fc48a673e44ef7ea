//! Queries over the view `live`: the news of each account.

use postgres_kit::{FromRow, Pool, bigint, statements};
use serde::Deserialize;
use shared_events::{Position, ids::AccountId};
use uuid::Uuid;

use super::Word;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn position(view: &str) -> value i64 = "SELECT position FROM read.checkpoints WHERE view = $1";
    fn between(after: i64, up_to: i64, limit: i64) -> row Row = include_str!("between.sql");
    fn since(account: Uuid, after: i64, up_to: i64) -> row Row = include_str!("since.sql");
    fn forgotten_to(account: Uuid) -> value i64 =
        "SELECT forgotten_to FROM read.live_readers WHERE account_id = $1";
}

/// The view's name.
pub const VIEW: &str = "live";

/// The number of rows per page.
const PAGE_SIZE: i64 = 10_000;

/// The kind of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Notification,
    Message,
    Order,
    /// The account's sessions have changed. The row has no item.
    Session,
}

impl Kind {
    /// The name of the event that a stream sends.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Notification => "notification",
            Self::Message => "message",
            Self::Order => "order",
            Self::Session => "session",
        }
    }
}

/// An item that is news to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The event's position in the log.
    pub position: Position,
    /// The account's id.
    pub account: AccountId,
    /// The item's kind.
    pub kind: Kind,
    /// The item's id.
    pub thing: String,
}

#[derive(Debug, FromRow)]
struct Row {
    position: i64,
    account_id: Uuid,
    kind: Word<Kind>,
    thing: String,
}

impl From<Row> for News {
    fn from(row: Row) -> Self {
        let position = Position(row.position.unsigned_abs());
        Self { position, account: AccountId::new(row.account_id), kind: row.kind.0, thing: row.thing }
    }
}

/// An account's news since a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// All of the news, in order.
    All(Vec<News>),
    /// The oldest part of the news is no longer kept.
    Forgotten,
}

/// The view's position; `None` before its first build.
pub async fn position(pool: &Pool) -> sqlx::Result<Option<Position>> {
    let position: Option<i64> = sql::position(VIEW).fetch_optional(pool).await?;
    Ok(position.map(|position| Position(position.unsigned_abs())))
}

/// The news of all accounts after one position and up to another, in order, and the position that they reach: the
/// second one, or an earlier one when there is more than one page.
pub async fn between(pool: &Pool, after: Position, up_to: Position) -> sqlx::Result<(Vec<News>, Position)> {
    let rows: Vec<Row> = sql::between(bigint(after.0), bigint(up_to.0), PAGE_SIZE).fetch_all(pool).await?;
    let is_full = i64::try_from(rows.len()).is_ok_and(|count| count == PAGE_SIZE);
    let mut news: Vec<News> = rows.into_iter().map(News::from).collect();
    match news.last().map(|last| last.position) {
        // The last position of a full page may continue on the next page, so it is left for that page.
        Some(last) if is_full => {
            news.retain(|one| one.position < last);
            let reached = news.last().map_or(last, |one| one.position);
            Ok((news, reached))
        }
        _ => Ok((news, up_to)),
    }
}

/// An account's news after a position and up to another.
pub async fn since(pool: &Pool, account: AccountId, after: Position, up_to: Position) -> sqlx::Result<Since> {
    // Reads the news first and checks their completeness afterwards, which notices rows that are deleted in between.
    let rows: Vec<Row> = sql::since(account.uuid(), bigint(after.0), bigint(up_to.0)).fetch_all(pool).await?;
    let forgotten_to: Option<i64> = sql::forgotten_to(account.uuid()).fetch_optional(pool).await?;
    if forgotten_to.is_some_and(|forgotten| forgotten > bigint(after.0)) {
        return Ok(Since::Forgotten);
    }
    Ok(Since::All(rows.into_iter().map(News::from).collect()))
}
