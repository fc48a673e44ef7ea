//! A stream event by event, with the state after each event.

use command_service::history;
use event_store::{EventLog, ReadError};
use query_service::operations::{StreamPage, StreamStep};
use serde_json::{Value, json};
use shared_events::{RawEvent, Recorded, StreamId, Version};

use super::{detail::mask, head};

/// The state is computed only up to this version: a stream may have far more events than a person steps through.
const MAX_FOLDED_EVENTS: usize = 5_000;

/// At most `limit` events after a version, oldest first; `None` when the stream has no events.
pub(crate) async fn steps(
    log: &EventLog,
    stream: &StreamId,
    after: Version,
    limit: usize,
) -> Result<Option<StreamPage>, ReadError> {
    let Some(last) = log.last_masked(stream).await? else { return Ok(None) };
    let read = read(log, stream, after, limit).await?;
    let end = read.last().is_none_or(|(event, _)| event.version >= last.version);
    let events = read.into_iter().map(|(event, state)| StreamStep {
        event: head(&event),
        data: masked(event.event.data.to_value().unwrap_or_else(|_| json!({}))),
        state,
    });
    Ok(Some(StreamPage { stream: stream.to_string(), version: last.version, events: events.collect(), end }))
}

/// At most `limit` events after a version, each with the masked state after it.
pub(super) async fn read(
    log: &EventLog,
    stream: &StreamId,
    after: Version,
    limit: usize,
) -> Result<Vec<(Recorded<RawEvent>, Option<Value>)>, ReadError> {
    let before = usize::try_from(after).unwrap_or(usize::MAX);
    let folded = before.saturating_add(limit) <= MAX_FOLDED_EVENTS;
    // The state depends on all earlier events, so read from the start.
    let (from, number, left_out) = if folded { (0, before + limit, before) } else { (after, limit, 0) };
    let events = log.read_stream_masked(stream, from, number).await?;
    let states = match folded {
        true => history::states(&stream.category, &events),
        false => vec![None; events.len()],
    };
    let read = events.into_iter().zip(states.into_iter().map(|state| state.map(masked)));
    Ok(read.skip(left_out).collect())
}

fn masked(mut value: Value) -> Value {
    mask(&mut value);
    value
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{log_of, request},
        *,
    };

    #[tokio::test]
    async fn a_stream_is_paged_and_contains_no_names() {
        let log = log_of(4).await;
        let stream = StreamId::new("inquiry", request(1));
        let first = steps(&log, &stream, 0, 1).await.unwrap().unwrap();
        assert_eq!((first.version, first.end, first.events.len()), (2, false, 1));
        assert_eq!(first.events[0].data["name"], json!({ "$masked": request(1) }));
        let second = steps(&log, &stream, 1, 100).await.unwrap().unwrap();
        assert_eq!((second.end, second.events[0].event.version), (true, 2));
        let beyond = steps(&log, &stream, u64::MAX, 100).await.unwrap().unwrap();
        assert_eq!((beyond.end, beyond.events.len()), (true, 0));
        assert_eq!(steps(&log, &StreamId::new("order", request(1)), 0, 9).await.unwrap(), None);
    }
}
