//! A page of the log, newest first.

use std::{ops::ControlFlow, time::Duration};

use event_store::{EventLog, LogError, ReadError};
use query_service::operations::{EventFilter, EventPage, EventSpan};
use shared_events::{RawEvent, Recorded, StreamId, Version};

use super::{
    filter::{categories, matches_filter},
    head,
    scan::{Budget, Scanned, down},
};

/// The limits of one answer. The next request continues where this one ended.
const BUDGET: Budget = Budget { events: 20_000, time: Duration::from_secs(1) };
/// The number of events of a stream that are read at a time.
const READ_EVENTS: u64 = 500;

/// The newest events that match the filter.
pub(crate) async fn page(
    log: &EventLog,
    filter: &EventFilter,
    span: EventSpan,
) -> Result<EventPage, LogError> {
    within(log, filter, span, BUDGET).await
}

async fn within(
    log: &EventLog,
    filter: &EventFilter,
    span: EventSpan,
    budget: Budget,
) -> Result<EventPage, LogError> {
    let end = log.head().await?.0;
    let before = span.before.unwrap_or(u64::MAX).min(end.saturating_add(1));
    let mut events = Vec::new();
    let look = |event: Recorded<RawEvent>| {
        if matches_filter(filter, &event) {
            events.push(head(&event));
        }
        if events.len() < span.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let scanned = match &filter.stream {
        Some(stream) => of_stream(log, stream, (span.after, before), budget, look).await?,
        None => down(log, &categories(filter), (span.after, before), budget, look).await?,
    };
    let Scanned { to, events: number, end: at_end } = scanned;
    Ok(EventPage { events, scanned_to: to, scanned: number, end: at_end, head: end })
}

/// Like [`page`], within one stream, whose versions have no gaps.
async fn of_stream(
    log: &EventLog,
    stream: &StreamId,
    (after, before): (u64, u64),
    budget: Budget,
    mut look: impl FnMut(Recorded<RawEvent>) -> ControlFlow<()>,
) -> Result<Scanned, ReadError> {
    let mut version = last_before(log, stream, before).await?;
    let (mut to, mut scanned) = (before, 0);
    while version > 0 && scanned < budget.events {
        let from = version.saturating_sub(READ_EVENTS);
        let limit = usize::try_from(version - from).unwrap_or(usize::MAX);
        for event in log.read_stream_masked(stream, from, limit).await?.into_iter().rev() {
            if event.position.0 <= after {
                return Ok(Scanned { to, events: scanned, end: true });
            }
            (to, version) = (event.position.0, event.version - 1);
            scanned += 1;
            if look(event).is_break() {
                return Ok(Scanned { to, events: scanned, end: version == 0 });
            }
        }
    }
    Ok(Scanned { to, events: scanned, end: version == 0 })
}

/// The version of a stream's last event before a position; 0 when there is none.
async fn last_before(log: &EventLog, stream: &StreamId, before: u64) -> Result<Version, ReadError> {
    let Some(last) = log.last_masked(stream).await? else { return Ok(0) };
    if last.position.0 < before {
        return Ok(last.version);
    }
    // Invariant: the event with version `low` is before the position (or `low` is 0); the one with `high` is not.
    let (mut low, mut high) = (0, last.version);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let event = log.read_stream_masked(stream, middle - 1, 1).await?.pop();
        match event.is_some_and(|event| event.position.0 < before) {
            true => low = middle,
            false => high = middle,
        }
    }
    Ok(low)
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{log_of, request},
        *,
    };

    const WHOLE_LOG: EventSpan = EventSpan { after: 0, before: None, limit: 100 };

    fn positions(page: &EventPage) -> Vec<u64> {
        page.events.iter().map(|event| event.position).collect()
    }

    #[tokio::test]
    async fn a_page_has_the_newest_matches_and_the_next_page_continues() {
        let log = log_of(30).await;
        let filter = EventFilter::default();
        let first = page(&log, &filter, EventSpan { limit: 10, ..WHOLE_LOG }).await.unwrap();
        assert_eq!(positions(&first), (21..=30).rev().collect::<Vec<_>>());
        assert_eq!((first.scanned_to, first.end, first.head), (21, false, 30));
        let span = EventSpan { after: 15, before: Some(first.scanned_to), limit: 10 };
        let next = page(&log, &filter, span).await.unwrap();
        assert_eq!((positions(&next), next.end), ((16..=20).rev().collect(), true));
        let nothing = page(&log, &filter, EventSpan { after: 30, ..WHOLE_LOG }).await.unwrap();
        assert_eq!((positions(&nothing), nothing.end), (Vec::new(), true));
        let odd = EventSpan { after: 0, before: Some(u64::MAX), limit: 1 };
        assert_eq!(positions(&page(&log, &filter, odd).await.unwrap()), [30]);
    }

    #[tokio::test]
    async fn events_that_do_not_match_are_left_out() {
        let log = log_of(30).await;
        let of_request = EventFilter { correlation: Some(request(7)), ..EventFilter::default() };
        let found = page(&log, &of_request, WHOLE_LOG).await.unwrap();
        assert_eq!((positions(&found), found.end, found.scanned), (vec![8, 7], true, 30));
        let orders = EventFilter { categories: vec!["order"], ..EventFilter::default() };
        let found = page(&log, &orders, WHOLE_LOG).await.unwrap();
        assert_eq!((found.events.len(), found.end, found.scanned), (0, true, 0));
    }

    #[tokio::test]
    async fn a_stream_filter_reads_only_that_stream() {
        let log = log_of(30).await;
        let stream = Some(StreamId::new("inquiry", request(11)));
        let filter = EventFilter { stream, ..EventFilter::default() };
        let found = page(&log, &filter, WHOLE_LOG).await.unwrap();
        assert_eq!((positions(&found), found.end, found.scanned), (vec![12, 11], true, 2));
        let found = page(&log, &filter, EventSpan { before: Some(12), ..WHOLE_LOG }).await.unwrap();
        assert_eq!((positions(&found), found.end), (vec![11], true));
        let found = page(&log, &filter, EventSpan { after: 11, ..WHOLE_LOG }).await.unwrap();
        assert_eq!((positions(&found), found.end), (vec![12], true));
        let found = page(&log, &filter, EventSpan { limit: 1, ..WHOLE_LOG }).await.unwrap();
        assert_eq!((positions(&found), found.scanned_to, found.end), (vec![12], 12, false));
        let found = page(&log, &filter, EventSpan { before: Some(11), ..WHOLE_LOG }).await.unwrap();
        assert_eq!((positions(&found), found.end), (vec![], true));
    }

    #[tokio::test]
    async fn the_search_for_a_rare_event_is_bounded() {
        let log = log_of(2_000).await;
        let filter = EventFilter { correlation: Some(request(1)), ..EventFilter::default() };
        let budget = Budget { events: 500, ..BUDGET };
        let first = within(&log, &filter, WHOLE_LOG, budget).await.unwrap();
        assert!(first.events.is_empty() && !first.end && first.scanned < 2_000, "{first:?}");
        let rest = EventSpan { before: Some(first.scanned_to), ..WHOLE_LOG };
        assert_eq!(positions(&within(&log, &filter, rest, BUDGET).await.unwrap()), [2, 1]);
    }
}
