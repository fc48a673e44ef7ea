//! Searches the log backwards for a bounded time.
//!
//! Event stores read only forwards, so this reads a window of positions before the last one, and then the window before
//! that. Positions have gaps of any size, so each window's size depends on how many events the one before contained.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use event_store::{Categories, EventLog, ReadError};
use shared_events::{Position, RawEvent, Recorded};

/// The number of events that are read at a time.
const PAGE: usize = 1_000;
/// The number of positions in the first window.
const FIRST_WINDOW: u64 = 500;

/// The limits of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub(super) events: u64,
    pub(super) time: Duration,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scanned {
    /// The search has seen every wanted event from this position on.
    pub(super) to: u64,
    pub(super) events: u64,
    /// Whether the search has reached `after`.
    pub(super) end: bool,
}

/// Calls `look` with every wanted event between two positions (exclusive), newest first, until `look` breaks or the
/// budget is spent. Personal data is not decrypted.
pub(super) async fn down(
    log: &EventLog,
    categories: &Categories,
    (after, before): (u64, u64),
    budget: Budget,
    mut look: impl FnMut(Recorded<RawEvent>) -> ControlFlow<()>,
) -> Result<Scanned, ReadError> {
    let began = Instant::now();
    let (mut to, mut window, mut scanned) = (before, FIRST_WINDOW, 0);
    while to > after.saturating_add(1) {
        // Always read one window, so that repeated calls reach the end.
        if to < before && (scanned >= budget.events || began.elapsed() >= budget.time) {
            return Ok(Scanned { to, events: scanned, end: false });
        }
        let from = to.saturating_sub(window.saturating_add(1)).max(after);
        let page = log.read_all_sealed(Position(from), categories, PAGE).await?;
        let whole = page.end || page.up_to.0 + 1 >= to;
        if !whole && window > 1 {
            window = (window / 8).max(1);
            continue;
        }
        let events: Vec<_> = page.events.into_iter().filter(|event| event.position.0 < to).collect();
        match events.len() {
            few if few < PAGE / 4 => window = window.saturating_mul(4),
            many if many > PAGE / 2 => window = (window / 2).max(1),
            _ => {}
        }
        for event in events.into_iter().rev() {
            scanned += 1;
            let position = event.position.0;
            if look(event).is_break() {
                let end = position <= after.saturating_add(1);
                return Ok(Scanned { to: position, events: scanned, end });
            }
        }
        to = from + 1;
    }
    Ok(Scanned { to, events: scanned, end: true })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{super::tests::log_of, *};

    const UNLIMITED: Budget = Budget { events: u64::MAX, time: Duration::from_secs(60) };

    async fn positions(log: &EventLog, span: (u64, u64), budget: Budget, most: usize) -> (Vec<u64>, Scanned) {
        let mut found = Vec::new();
        let scanned = down(log, &Categories::All, span, budget, |event| {
            found.push(event.position.0);
            if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let scanned = scanned.await.unwrap();
        (found, scanned)
    }

    #[tokio::test]
    async fn every_event_is_visited_once_from_the_end_on() {
        let log = Arc::new(log_of(3_000).await);
        let (found, scanned) = positions(&log, (0, 3_001), UNLIMITED, usize::MAX).await;
        assert_eq!(found, (1..=3_000).rev().collect::<Vec<_>>());
        assert_eq!(scanned, Scanned { to: 1, events: 3_000, end: true });
        let (found, scanned) = positions(&log, (10, 20), UNLIMITED, usize::MAX).await;
        assert_eq!(found, (11..20).rev().collect::<Vec<_>>());
        assert!(scanned.end);
    }

    #[tokio::test]
    async fn a_search_continues_where_the_last_one_ended() {
        let log = log_of(2_500).await;
        let small = Budget { events: 400, ..UNLIMITED };
        let (mut all, mut before, mut rounds) = (Vec::new(), 2_501, 0);
        loop {
            let (found, scanned) = positions(&log, (0, before), small, usize::MAX).await;
            all.extend(found);
            rounds += 1;
            if scanned.end {
                break;
            }
            assert!(scanned.to < before, "{scanned:?}");
            before = scanned.to;
        }
        assert_eq!(all, (1..=2_500).rev().collect::<Vec<_>>());
        assert!(rounds > 2, "{rounds}");
        let (found, scanned) = positions(&log, (0, 2_501), UNLIMITED, 3).await;
        assert_eq!((found, scanned.to, scanned.end), (vec![2_500, 2_499, 2_498], 2_498, false));
    }

    #[tokio::test]
    async fn a_search_without_time_still_makes_progress() {
        let none = Budget { events: u64::MAX, time: Duration::ZERO };
        let (found, scanned) = positions(&log_of(2_000).await, (0, 2_001), none, usize::MAX).await;
        assert_eq!(found.len(), 500);
        assert_eq!(scanned, Scanned { to: 1_501, events: 500, end: false });
    }
}
