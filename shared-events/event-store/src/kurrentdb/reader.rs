//! Reads pages of streams and of the log.
//!
//! The server filters a page of the log, so a page moves a reader only as far as an event in the same answer. Therefore
//! the end of the log is read first, and its last event is added to the filter. An answer without that event comes from
//! a node that has fallen behind, and is not used.

use std::{sync::Arc, time::Duration};

use kurrentdb::{
    Client, ReadAllOptions, ReadStream, ReadStreamOptions, RecordedEvent, StreamPosition, SubscriptionFilter,
};
use shared_events::{Position, RawEvent, Recorded, StreamId, Version};

use super::{
    codec::{from_store, stream_of},
    connection::{ANSWER_TIMEOUT, Connection, within},
    errors::Failure,
    known_streams::StreamEventIds,
};
use crate::{Categories, Page, ReadError};

/// How long the server may search for the next event of a page. The event is known to exist, but where the wanted
/// categories are rare, the server scans millions of events.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(90);

/// Matches the names of our streams: `category-uuid`.
const STREAM_NAME_PATTERN: &str = "^[^$-][^-]*-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";

/// See [`crate::EventStore::read_stream`].
pub(super) async fn stream(
    connection: &Connection,
    stream: &StreamId,
    after: Version,
    limit: usize,
) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
    // A stream cannot have a larger version.
    if limit == 0 || i64::try_from(after).is_err() {
        return Ok(Vec::new());
    }
    let options = ReadStreamOptions::default()
        .requires_leader(true)
        .forwards()
        .position(StreamPosition::Position(after))
        .max_count(limit);
    let recorded = |event: &RecordedEvent| from_store(stream.clone(), event);
    let (options, recorded) = (&options, &recorded);
    let read = |client: Arc<Client>| async move { of_stream(&client, stream, options, recorded).await };
    Ok(connection.call_again(read).await?)
}

/// See [`crate::EventStore::read_last`].
pub(super) async fn last_of_stream(
    connection: &Connection,
    stream: &StreamId,
) -> Result<Option<Recorded<RawEvent>>, ReadError> {
    let options =
        ReadStreamOptions::default().requires_leader(true).position(StreamPosition::End).max_count(1);
    let recorded = |event: &RecordedEvent| from_store(stream.clone(), event);
    let (options, recorded) = (&options, &recorded);
    let read = |client: Arc<Client>| async move { of_stream(&client, stream, options, recorded).await };
    Ok(connection.call_again(read).await?.pop())
}

/// Reads a stream's event ids, beginning after the known ones.
pub(super) async fn learn_ids(
    connection: &Connection,
    stream: &StreamId,
    known: &StreamEventIds,
) -> Result<(), Failure> {
    let options = ReadStreamOptions::default().requires_leader(true).forwards();
    let options = options.position(StreamPosition::Position(known.version()));
    let place = |event: &RecordedEvent| Ok((event.revision + 1, event.id));
    let read = |client: Arc<Client>| async move { of_stream(&client, stream, &options, &place).await };
    let events = connection.call(read).await?;
    known.learn(events.into_iter());
    Ok(())
}

/// The log position of an event of a stream.
pub(super) async fn position_in_stream(
    connection: &Connection,
    stream: &StreamId,
    version: Version,
) -> Result<Position, Failure> {
    let options = ReadStreamOptions::default()
        .requires_leader(true)
        .forwards()
        .position(StreamPosition::Position(version - 1))
        .max_count(1);
    let position = |event: &RecordedEvent| Ok(Position(event.position.commit));
    let read = |client: Arc<Client>| async move { of_stream(&client, stream, &options, &position).await };
    let found = connection.call(read).await?;
    // The event existed a moment ago, so this node has fallen behind.
    found.first().copied().ok_or(Failure::Behind)
}

/// See [`crate::EventStore::read_all`].
pub(super) async fn page(
    connection: &Connection,
    after: Position,
    categories: &Categories,
    limit: usize,
) -> Result<Page, ReadError> {
    let read = |client: Arc<Client>| async move { page_once(&client, after, categories, limit).await };
    Ok(connection.call_again(read).await?)
}

/// The stream and the position of the last event of the log that is in one of our streams.
pub(super) async fn head(client: &Client) -> Result<Option<(StreamId, Position)>, Failure> {
    let options = ReadAllOptions::default()
        .requires_leader(true)
        .position(StreamPosition::End)
        .filter(SubscriptionFilter::on_stream_name().regex(STREAM_NAME_PATTERN))
        .max_count(1);
    let place = |event: &RecordedEvent| {
        let stream = stream_of(event).ok_or_else(|| not_filtered(event))?;
        Ok((stream, Position(event.position.commit)))
    };
    Ok(events(client.read_all(&options), ANSWER_TIMEOUT, &place).await?.pop())
}

async fn page_once(
    client: &Client,
    after: Position,
    categories: &Categories,
    limit: usize,
) -> Result<Page, Failure> {
    let nothing_new = Page { events: Vec::new(), up_to: after, end: true };
    let Some((last_stream, head)) = head(client).await? else { return Ok(nothing_new) };
    if head <= after {
        return Ok(nothing_new);
    }
    if limit == 0 {
        return Ok(Page { end: false, ..nothing_new });
    }
    let filter = match categories {
        Categories::All => SubscriptionFilter::on_stream_name().regex(STREAM_NAME_PATTERN),
        Categories::Only(wanted) if wanted.is_empty() => return Ok(Page { up_to: head, ..nothing_new }),
        Categories::Only(wanted) => {
            let of_categories =
                wanted.iter().fold(SubscriptionFilter::on_stream_name(), |filter, category| {
                    filter.add_prefix(format!("{category}-"))
                });
            match categories.include(&last_stream.category) {
                true => of_categories,
                false => of_categories.add_prefix(last_stream.to_string()),
            }
        }
    };
    let start = match after {
        Position::START => StreamPosition::Start,
        // If the filter matches the event at `after`, the server returns it again, so request one event more.
        Position(commit) => StreamPosition::Position(kurrentdb::Position { commit, prepare: commit }),
    };
    let asked = limit.saturating_add(usize::from(after != Position::START));
    let options = ReadAllOptions::default()
        .requires_leader(true)
        .forwards()
        .position(start)
        .filter(filter)
        .max_count(asked);
    let wanted = |event: &RecordedEvent| {
        let stream = stream_of(event).filter(|stream| categories.include(&stream.category));
        let recorded = stream.map(|stream| from_store(stream, event)).transpose()?;
        Ok((Position(event.position.commit), recorded))
    };
    let mut found = events(client.read_all(&options), SEARCH_TIMEOUT, &wanted).await?;
    let all = found.len() < asked;
    found.retain(|(position, _)| *position > after);
    found.truncate(limit);
    let up_to = found.last().map_or(after, |(position, _)| *position);
    if all && up_to < head {
        return Err(Failure::Behind);
    }
    let events = found.into_iter().filter_map(|(_, event)| event).collect();
    Ok(Page { events, up_to, end: up_to >= head })
}

async fn of_stream<T>(
    client: &Client,
    stream: &StreamId,
    options: &ReadStreamOptions,
    each: &impl Fn(&RecordedEvent) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let read = client.read_stream(stream.to_string(), options);
    match events(read, ANSWER_TIMEOUT, each).await {
        Err(Failure::NoStream) => Ok(Vec::new()),
        result => result,
    }
}

/// Reads events. `patience` is the time limit for the first event, and for each further one.
async fn events<T>(
    read: impl Future<Output = kurrentdb::Result<ReadStream>>,
    patience: Duration,
    each: &impl Fn(&RecordedEvent) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let mut stream = within(patience, read).await?;
    let mut events = Vec::new();
    while let Some(event) = within(patience, stream.next()).await? {
        events.push(each(event.get_original_event())?);
    }
    Ok(events)
}

fn not_filtered(event: &RecordedEvent) -> Failure {
    Failure::Corrupt(format!("the server does not filter as it was asked to: {}", event.stream_id()))
}
