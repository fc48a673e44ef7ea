//! Reads of one stream, and of the whole log below its high-water mark.

use std::{borrow::Cow, collections::HashMap};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::{bigint, statements, unsigned};
use shared_events::{Actor, Payload, Position, RawEvent, Recorded, StreamId, Version, events::CATEGORIES};
use sqlx::{AssertSqlSafe, PgConnection, Row, postgres::PgRow};
use uuid::Uuid;

use super::{errors::while_reading, group_reader::Question};
use crate::{Categories, Page, ReadError};

statements! {
    #[cfg(test)]
    tested_with crate::postgres::testing::check_statements;

    fn high_water_mark() = include_str!("sql/high_water_mark.sql");
    fn first_beyond(mark: i64) -> value DateTime<Utc> =
        "SELECT recorded_at FROM event_store.events WHERE position > $1 ORDER BY position LIMIT 1";
    fn streams(categories: &[&str], ids: &[Uuid], after: &[i64], limits: &[i64]) = STREAMS;
    fn last_of_stream(category: &str, id: Uuid) = concat!(
        "SELECT ",
        include_str!("sql/event_columns.sql"),
        "FROM event_store.events WHERE category = $1 AND stream_id = $2 ORDER BY version DESC LIMIT 1"
    );
}

/// Reads parts of several streams. `number` counts the streams from 1.
pub(super) const STREAMS: &str = concat!(
    "SELECT event.*, wanted.number
     FROM unnest($1, $2, $3, $4) WITH ORDINALITY AS wanted (category, id, after, at_most, number)
     CROSS JOIN LATERAL (SELECT ",
    include_str!("sql/event_columns.sql"),
    "FROM event_store.events
     WHERE category = wanted.category AND stream_id = wanted.id AND version > wanted.after
     ORDER BY version LIMIT wanted.at_most) AS event"
);

/// The high-water mark: the position up to which readers may read.
///
/// Positions are assigned before the commit, so an event can appear below one that is already visible. Two statements,
/// in this order and each with its own snapshot (autocommit), find a mark below which no further event appears:
///
/// 1. [`Mark::now`] reads the highest visible position, and the lowest lock that a writer holds. A writer locks the
///    last used position before it takes positions. So each writer either holds a lock below its positions, or took
///    positions above the highest visible one, or has ended. A writer is a session that also has the lock of an INSERT
///    on the table, which it takes before its first position: a writer whose second lock is not there yet will take
///    positions above the highest visible one. Advisory locks of other sessions, which anybody may take, count for
///    nothing.
/// 2. The second statement reads the rows up to the smaller of the two. Postgres makes a commit visible before it
///    releases the locks, so the events of a writer without a lock are visible to this second, later snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// All events up to this position are visible to later snapshots.
    pub(super) position: Position,
    /// The highest visible position. It is higher than `position` while a writer holds the mark back.
    pub(super) highest: Position,
    /// The lineage of the log that was read.
    pub(super) lineage: Lineage,
}

/// Identifies a server's log and its last failover: a standby that takes over begins a new timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lineage {
    /// The system identifier, assigned by initdb.
    pub(super) system: i64,
    pub(super) timeline: i64,
}

impl Mark {
    /// Reads the mark, with the first statement.
    pub(super) async fn now(connection: &mut PgConnection) -> Result<Self, sqlx::Error> {
        // A standby must answer with an error, and does: it does not show the locks of the primary's writers.
        let row = sql::high_water_mark().fetch_one(connection).await?;
        let highest = position(row.try_get("highest")?)?;
        let lowest: Option<i64> = row.try_get("lowest")?;
        let lowest = lowest.map(position).transpose()?;
        let lineage = Lineage { system: row.try_get("system")?, timeline: row.try_get("timeline")? };
        Ok(Self { position: lowest.map_or(highest, |lowest| lowest.min(highest)), highest, lineage })
    }
}

/// Reads a page of the whole log and the mark that bounds it.
pub(super) async fn page(
    connection: &mut PgConnection,
    after: Position,
    categories: &Categories,
    limit: usize,
) -> Result<(Page, Mark), ReadError> {
    let mark = Mark::now(connection).await.map_err(while_reading)?;
    Ok((page_below(connection, mark, after, categories, limit).await?, mark))
}

/// Reads the mark, and when the first event beyond it was recorded.
pub(super) async fn end(connection: &mut PgConnection) -> Result<(Mark, Option<DateTime<Utc>>), sqlx::Error> {
    let mark = Mark::now(connection).await?;
    let unread = match mark.position < mark.highest {
        true => sql::first_beyond(bigint(mark.position.0)).fetch_optional(connection).await?,
        false => None,
    };
    Ok((mark, unread))
}

/// Reads a page of the log up to a mark that was read earlier.
pub(super) async fn page_below(
    connection: &mut PgConnection,
    mark: Mark,
    after: Position,
    categories: &Categories,
    limit: usize,
) -> Result<Page, ReadError> {
    // A writer that is slow to take its lock can lock a position below a mark that was returned earlier. Its events
    // still get later positions.
    let up_to = mark.position.max(after);
    let events =
        if up_to > after { between(connection, after, up_to, categories, limit).await? } else { Vec::new() };
    Ok(Page::within(after, up_to, limit, events))
}

const COLUMNS: &str = include_str!("sql/event_columns.sql");

/// Reads the wanted events between two positions, with the second statement.
async fn between(
    connection: &mut PgConnection,
    after: Position,
    up_to: Position,
    categories: &Categories,
    limit: usize,
) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
    let wanted: &[&str] = match categories {
        Categories::All => &[],
        Categories::Only(wanted) if wanted.is_empty() => return Ok(Vec::new()),
        Categories::Only(wanted) => wanted,
    };
    let mut query = sqlx::query(AssertSqlSafe(page_sql(wanted.len())))
        .bind(bigint(after.0))
        .bind(bigint(up_to.0))
        .bind(bigint(limit as u64));
    for category in wanted {
        query = query.bind(*category);
    }
    let rows = query.fetch_all(connection).await.map_err(while_reading)?;
    all_recorded(&rows).map_err(while_reading)
}

/// The query for a page. It has one branch for each category, which reads in the order of its index. Postgres merges
/// the branches and stops at the limit, however rare a category is. With `categories` = 0 it reads all events.
///
/// The index `events_of_category` is on `position + 0`. With plain `position`, Postgres might walk the primary key and
/// filter, and so read the whole log for a rare category.
pub(super) fn page_sql(categories: usize) -> String {
    let select = |place: &str, category: &str| {
        format!(
            "SELECT {COLUMNS}, {place} AS place FROM event_store.events
             WHERE {place} > $1 AND {place} <= $2{category} ORDER BY place"
        )
    };
    let branch = |number: usize| select("position + 0", &format!(" AND category = ${}", number + 4));
    let ordered = match categories {
        0 => select("position", ""),
        // Postgres refuses the second ORDER BY of a union with a single branch.
        1 => branch(0),
        _ => {
            let branches: Vec<String> =
                (0..categories).map(|number| format!("({})", branch(number))).collect();
            branches.join(" UNION ALL ") + " ORDER BY place"
        }
    };
    ordered + " LIMIT $3"
}

/// A part of a stream; see [`crate::EventStore::read_stream`].
pub(super) struct StreamPage {
    pub(super) stream: StreamId,
    pub(super) after: Version,
    pub(super) limit: usize,
}

#[async_trait]
impl Question for StreamPage {
    type Answer = Result<Vec<Recorded<RawEvent>>, ReadError>;

    async fn answer_all(
        connection: &mut PgConnection,
        questions: &[Self],
    ) -> sqlx::Result<Vec<Self::Answer>> {
        let column = |of: fn(&Self) -> i64| questions.iter().map(of).collect::<Vec<_>>();
        let rows = sql::streams(
            &questions.iter().map(|question| &*question.stream.category).collect::<Vec<_>>(),
            &questions.iter().map(|question| question.stream.id).collect::<Vec<_>>(),
            &column(|question| bigint(question.after)),
            &column(|question| bigint(question.limit as u64)),
        )
        .fetch_all(connection)
        .await?;
        let mut rows_of = vec![Vec::new(); questions.len()];
        for row in &rows {
            let number: i64 = row.try_get("number")?;
            let place = usize::try_from(number - 1).map_err(|error| sqlx::Error::Decode(error.into()))?;
            let Some(rows) = rows_of.get_mut(place) else {
                return Err(sqlx::Error::Protocol(format!(
                    "the answer to question {number}, which was not asked"
                )));
            };
            rows.push(row);
        }
        let in_order = |rows| {
            let mut events = all_recorded(rows)?;
            events.sort_unstable_by_key(|event| event.version);
            Ok(events)
        };
        Ok(rows_of.into_iter().map(|rows| in_order(rows).map_err(while_reading)).collect())
    }
}

/// See [`crate::EventStore::read_last`].
pub(super) async fn last_of_stream(
    connection: &mut PgConnection,
    stream: &StreamId,
) -> Result<Option<Recorded<RawEvent>>, ReadError> {
    let row = sql::last_of_stream(&stream.category, stream.id)
        .fetch_optional(connection)
        .await
        .map_err(while_reading)?;
    row.as_ref().map(|row| recorded(row, &mut Actors::default())).transpose().map_err(while_reading)
}

fn all_recorded<'r>(
    rows: impl IntoIterator<Item = &'r PgRow>,
) -> Result<Vec<Recorded<RawEvent>>, sqlx::Error> {
    let mut actors = Actors::default();
    rows.into_iter().map(|row| recorded(row, &mut actors)).collect()
}

/// Decodes a row of [`COLUMNS`] by column number: looking up names and comparing types would cost time for each of a
/// million rows.
fn recorded<'r>(row: &'r PgRow, actors: &mut Actors<'r>) -> Result<Recorded<RawEvent>, sqlx::Error> {
    Ok(Recorded {
        position: position(row.try_get_unchecked(0)?)?,
        stream: StreamId { category: category(row.try_get_unchecked(1)?), id: row.try_get_unchecked(2)? },
        version: position(row.try_get_unchecked(3)?)?.0,
        event_id: row.try_get_unchecked(4)?,
        recorded_at: row.try_get_unchecked(7)?,
        correlation_id: row.try_get_unchecked(8)?,
        causation_id: row.try_get_unchecked(9)?,
        actor: actors.read(row.try_get_unchecked(10)?)?,
        event: RawEvent {
            event_type: Cow::Owned(row.try_get_unchecked(5)?),
            schema_version: row.try_get_unchecked::<i16, _>(6)?.cast_unsigned(),
            data: Payload::from_json(row.try_get_unchecked::<&str, _>(11)?),
        },
    })
}

/// The actors of a page. Each is parsed only once, because a few actors cause most events.
#[derive(Default)]
struct Actors<'r>(HashMap<&'r str, Actor>);

impl<'r> Actors<'r> {
    fn read(&mut self, json: &'r str) -> Result<Actor, sqlx::Error> {
        match self.0.get(json) {
            Some(known) => Ok(known.clone()),
            None => {
                let read: Actor =
                    serde_json::from_str(json).map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
                Ok(self.0.entry(json).or_insert(read).clone())
            }
        }
    }
}

/// The category, without a copy if it is one of this program's.
fn category(stored: &str) -> Cow<'static, str> {
    let known = CATEGORIES.iter().find(|known| **known == stored);
    known.map_or_else(|| Cow::Owned(stored.to_owned()), |known| Cow::Borrowed(*known))
}

fn position(stored: i64) -> Result<Position, sqlx::Error> {
    unsigned(stored).map(Position)
}
