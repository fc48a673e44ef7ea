//! Finds the events that one request has caused.

use std::{collections::HashMap, ops::ControlFlow, time::Duration, time::Instant};

use event_store::{Categories, EventLog, LogError};
use query_service::operations::{StoryEvent, StoryOf, StoryWanted};
use shared_events::{Position, RawEvent, Recorded, personal};
use uuid::Uuid;

use super::{
    head,
    scan::{Budget, down},
    sentences::sentence,
};

/// The most events that are listed.
const MAX_EVENTS: usize = 500;
/// The number of events that are read at a time.
const PAGE: usize = 1_000;

/// The events found for a request.
pub(crate) struct RequestEvents {
    pub(crate) correlation: Uuid,
    /// In log order.
    pub(crate) events: Vec<StoryEvent>,
    /// Whether there are more events than the listed ones.
    pub(crate) more: bool,
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) complete: bool,
}

/// Finds a request's events; `None` when there are none. `time` limits the search before and the search after the
/// event.
pub(crate) async fn events_of_request(
    log: &EventLog,
    StoryWanted { of, reach }: StoryWanted,
    time: Duration,
) -> Result<Option<RequestEvents>, LogError> {
    let budget = Budget { events: reach, time };
    let end = log.head().await?.0;
    let (correlation, around) = match of {
        StoryOf::Correlation(id) => (id, end),
        StoryOf::Event(position) => match at(log, position).await? {
            Some(event) => (event.correlation_id, position),
            None => return Ok(None),
        },
    };
    let mut found = Vec::new();
    let below = down(log, &Categories::All, (0, around.saturating_add(1)), budget, |event| {
        if event.correlation_id == correlation {
            found.push(event);
        }
        ControlFlow::Continue(())
    });
    let below = below.await?;
    found.reverse();
    let (to, at_end) = above(log, correlation, around, budget, &mut found).await?;
    let more = found.len() > MAX_EVENTS;
    found.truncate(MAX_EVENTS);
    if found.is_empty() {
        return Ok(None);
    }
    let (from, complete) = (below.to, below.end && at_end);
    Ok(Some(RequestEvents { correlation, events: in_order_of_causes(found), more, from, to, complete }))
}

async fn at(log: &EventLog, position: u64) -> Result<Option<Recorded<RawEvent>>, LogError> {
    let Some(before) = position.checked_sub(1) else { return Ok(None) };
    let page = log.read_all_sealed(Position(before), &Categories::All, 1).await?;
    Ok(page.events.into_iter().find(|event| event.position.0 == position))
}

/// Searches the log after a position. Returns how far the search came, and whether that is the end of the log.
async fn above(
    log: &EventLog,
    correlation: Uuid,
    after: u64,
    budget: Budget,
    found: &mut Vec<Recorded<RawEvent>>,
) -> Result<(u64, bool), LogError> {
    let began = Instant::now();
    let (mut to, mut scanned) = (after, 0);
    loop {
        let page = log.read_all_sealed(Position(to), &Categories::All, PAGE).await?;
        scanned += page.events.len() as u64;
        found.extend(page.events.into_iter().filter(|event| event.correlation_id == correlation));
        to = page.up_to.0.max(to);
        if page.end || scanned >= budget.events || began.elapsed() >= budget.time {
            return Ok((to, page.end));
        }
    }
}

/// The events with each one's depth in the chain of causes.
fn in_order_of_causes(events: Vec<Recorded<RawEvent>>) -> Vec<StoryEvent> {
    let mut depths: HashMap<Uuid, u32> = HashMap::new();
    let found_events = events.into_iter().map(|mut event| {
        let depth = depths.get(&event.causation_id).map_or(0, |depth| depth + 1);
        depths.insert(event.event_id, depth);
        // Replace sealed values by nothing, without decrypting them: the event cannot be decoded with them, and the
        // sentence needs no personal data.
        let _ = personal::open(&mut event.event.data, event.event_id, &|_| None);
        StoryEvent { sentence: sentence(&event), event: head(&event), depth }
    });
    found_events.collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{log_of, request},
        *,
    };

    const TIME_LIMIT: Duration = Duration::from_secs(60);

    fn positions(found_events: &RequestEvents) -> Vec<(u64, u32)> {
        found_events.events.iter().map(|one| (one.event.position, one.depth)).collect()
    }

    #[tokio::test]
    async fn a_request_is_found_by_any_of_its_events_or_by_its_id() {
        let log = log_of(30).await;
        for of in [StoryOf::Event(7), StoryOf::Event(8), StoryOf::Correlation(request(7))] {
            let found_events =
                events_of_request(&log, StoryWanted { of, reach: 100 }, TIME_LIMIT).await.unwrap().unwrap();
            assert_eq!(
                (found_events.correlation, positions(&found_events)),
                (request(7), vec![(7, 0), (8, 1)]),
                "{of:?}"
            );
            assert_eq!(
                (found_events.from, found_events.to, found_events.complete, found_events.more),
                (1, 30, true, false),
                "{of:?}"
            );
        }
        for of in [StoryOf::Event(0), StoryOf::Event(31), StoryOf::Correlation(Uuid::from_u128(5))] {
            assert!(
                events_of_request(&log, StoryWanted { of, reach: 100 }, TIME_LIMIT).await.unwrap().is_none(),
                "{of:?}"
            );
        }
    }

    #[tokio::test]
    async fn the_unsearched_part_is_reported() {
        let log = log_of(5_000).await;
        let wanted = StoryWanted { of: StoryOf::Event(2_501), reach: 600 };
        let found_events = events_of_request(&log, wanted, TIME_LIMIT).await.unwrap().unwrap();
        assert!(
            !found_events.complete && found_events.from > 1 && found_events.to < 5_000,
            "{} {}",
            found_events.from,
            found_events.to
        );
        assert_eq!(positions(&found_events), [(2_501, 0), (2_502, 1)]);
    }
}
