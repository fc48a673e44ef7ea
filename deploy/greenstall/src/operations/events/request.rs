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
const MOST: usize = 500;
/// Events that are read at a time.
const PAGE: usize = 1_000;

/// The events found for a request.
pub(crate) struct Told {
    pub(crate) correlation: Uuid,
    /// In log order.
    pub(crate) events: Vec<StoryEvent>,
    /// Whether more events were found than are listed.
    pub(crate) more: bool,
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) complete: bool,
}

/// `None` when no event of the request was found. `time` limits the search on each side.
pub(crate) async fn told(
    log: &EventLog,
    StoryWanted { of, reach }: StoryWanted,
    time: Duration,
) -> Result<Option<Told>, LogError> {
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
    let more = found.len() > MOST;
    found.truncate(MOST);
    if found.is_empty() {
        return Ok(None);
    }
    let (from, complete) = (below.to, below.end && at_end);
    Ok(Some(Told { correlation, events: in_order_of_causes(found), more, from, to, complete }))
}

async fn at(log: &EventLog, position: u64) -> Result<Option<Recorded<RawEvent>>, LogError> {
    let Some(before) = position.checked_sub(1) else { return Ok(None) };
    let page = log.read_all_sealed(Position(before), &Categories::All, 1).await?;
    Ok(page.events.into_iter().find(|event| event.position.0 == position))
}

/// Searches after a position; returns how far it came, and whether that is the end of the log.
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

/// Each event with its depth in the chain of causes.
fn in_order_of_causes(events: Vec<Recorded<RawEvent>>) -> Vec<StoryEvent> {
    let mut depths: HashMap<Uuid, u32> = HashMap::new();
    let told = events.into_iter().map(|mut event| {
        let depth = depths.get(&event.causation_id).map_or(0, |depth| depth + 1);
        depths.insert(event.event_id, depth);
        // No personal data is opened: a sentence needs none. A sealed value must be replaced before the event can be
        // decoded.
        let _ = personal::open(&mut event.event.data, event.event_id, &|_| None);
        StoryEvent { sentence: sentence(&event), event: head(&event), depth }
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{log_of, request},
        *,
    };

    const TIME: Duration = Duration::from_secs(60);

    fn positions(told: &Told) -> Vec<(u64, u32)> {
        told.events.iter().map(|one| (one.event.position, one.depth)).collect()
    }

    #[tokio::test]
    async fn a_request_is_found_by_any_of_its_events_or_by_its_id() {
        let log = log_of(30).await;
        for of in [StoryOf::Event(7), StoryOf::Event(8), StoryOf::Correlation(request(7))] {
            let told = told(&log, StoryWanted { of, reach: 100 }, TIME).await.unwrap().unwrap();
            assert_eq!((told.correlation, positions(&told)), (request(7), vec![(7, 0), (8, 1)]), "{of:?}");
            assert_eq!((told.from, told.to, told.complete, told.more), (1, 30, true, false), "{of:?}");
        }
        for of in [StoryOf::Event(0), StoryOf::Event(31), StoryOf::Correlation(Uuid::from_u128(5))] {
            assert!(told(&log, StoryWanted { of, reach: 100 }, TIME).await.unwrap().is_none(), "{of:?}");
        }
    }

    #[tokio::test]
    async fn the_unsearched_part_is_reported() {
        let log = log_of(5_000).await;
        let wanted = StoryWanted { of: StoryOf::Event(2_501), reach: 600 };
        let told = told(&log, wanted, TIME).await.unwrap().unwrap();
        assert!(!told.complete && told.from > 1 && told.to < 5_000, "{} {}", told.from, told.to);
        assert_eq!(positions(&told), [(2_501, 0), (2_502, 1)]);
    }
}
