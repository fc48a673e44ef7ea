//! One event with its masked payload and its links to other events.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use event_store::{Categories, EventLog, ReadError};
use query_service::operations::{Correlation, EventDetail, EventHead, EventLinks};
use serde_json::{Map, Value, json};
use shared_events::{Position, RawEvent, Recorded};

use super::{
    head,
    scan::{Budget, down},
};

/// The limits of the search for linked events, on each side of the event.
const BUDGET: Budget = Budget { events: 5_000, time: Duration::from_millis(500) };
/// The most caused events that are listed.
const MAX_EFFECTS: usize = 20;
/// The number of events that are read at a time.
const PAGE: usize = 1_000;

/// The event at a position; `None` when the position has none.
pub(crate) async fn detail(log: &EventLog, position: u64) -> Result<Option<EventDetail>, ReadError> {
    let Some(before) = position.checked_sub(1) else { return Ok(None) };
    let page = log.read_all_masked(Position(before), &Categories::All, 1).await?;
    let Some(event) = page.events.into_iter().find(|event| event.position.0 == position) else {
        return Ok(None);
    };
    let mut data = event.event.data.to_value().unwrap_or_else(|_| json!({}));
    let masked = mask(&mut data);
    let links = links(log, &event).await?;
    Ok(Some(EventDetail { event: head(&event), data, masked, links }))
}

async fn links(log: &EventLog, event: &Recorded<RawEvent>) -> Result<EventLinks, ReadError> {
    let around = log.read_stream_masked(&event.stream, event.version.saturating_sub(2), 3).await?;
    let neighbour = |version| around.iter().find(|one| one.version == version).map(|one| one.position.0);
    let (mut siblings, mut causation) = (1, None);
    let below = down(log, &Categories::All, (0, event.position.0), BUDGET, |one| {
        siblings += u64::from(one.correlation_id == event.correlation_id);
        if one.event_id == event.causation_id {
            causation = Some(head(&one));
        }
        ControlFlow::Continue(())
    });
    let below = below.await?;
    let above = above(log, event).await?;
    Ok(EventLinks {
        correlation: Correlation {
            events: siblings + above.siblings,
            from: below.to,
            to: above.to,
            complete: below.end && above.end,
        },
        causation,
        effects: above.effects,
        previous: neighbour(event.version.saturating_sub(1)),
        next: neighbour(event.version + 1),
    })
}

/// Linked events that come after the event.
struct LaterEvents {
    siblings: u64,
    effects: Vec<EventHead>,
    to: u64,
    end: bool,
}

async fn above(log: &EventLog, event: &Recorded<RawEvent>) -> Result<LaterEvents, ReadError> {
    let began = Instant::now();
    let mut found = LaterEvents { siblings: 0, effects: Vec::new(), to: event.position.0, end: false };
    let mut scanned = 0;
    while !found.end && scanned < BUDGET.events && began.elapsed() < BUDGET.time {
        let page = log.read_all_sealed(Position(found.to), &Categories::All, PAGE).await?;
        scanned += page.events.len() as u64;
        for one in &page.events {
            found.siblings += u64::from(one.correlation_id == event.correlation_id);
            if one.causation_id == event.event_id && found.effects.len() < MAX_EFFECTS {
                found.effects.push(head(one));
            }
        }
        (found.to, found.end) = (page.up_to.0, page.end);
    }
    Ok(found)
}

/// Replaces every personal value, in any of its forms, by a mask, and counts the replacements.
pub(super) fn mask(data: &mut Value) -> u64 {
    match data {
        Value::Array(values) => values.iter_mut().map(mask).sum(),
        Value::Object(members) => match subject(members) {
            Some(subject) => {
                *data = json!({ "$masked": subject });
                1
            }
            None => members.values_mut().map(mask).sum(),
        },
        _ => 0,
    }
}

/// The subject of a personal value; `None` for any other value.
fn subject(members: &Map<String, Value>) -> Option<Value> {
    let boxed = || members.get("$sealed").or_else(|| members.get("$personal"));
    let subject = members.get("$erased").or_else(|| boxed()?.get("subject"));
    subject.cloned()
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{log_of, request},
        *,
    };

    #[tokio::test]
    async fn an_event_has_its_masked_payload_and_its_links() {
        let log = log_of(30).await;
        let first = detail(&log, 7).await.unwrap().unwrap();
        assert_eq!((first.event.position, first.event.version), (7, 1));
        assert_eq!(first.data["kind"], "general");
        assert_eq!(first.data["name"], json!({ "$masked": request(7) }));
        assert_eq!(first.masked, 4);
        assert!(!serde_json::to_string(&first).unwrap().contains("Anna"));
        assert_eq!((first.links.previous, first.links.next), (None, Some(8)));
        let effects: Vec<u64> = first.links.effects.iter().map(|one| one.position).collect();
        assert_eq!((first.links.causation, effects), (None, vec![8]));
        let correlation = Correlation { events: 2, from: 1, to: 30, complete: true };
        assert_eq!(first.links.correlation, correlation);

        let second = detail(&log, 8).await.unwrap().unwrap().links;
        assert_eq!(second.causation.map(|one| one.position), Some(7));
        assert_eq!((second.previous, second.next), (Some(7), None));
        assert_eq!(second.correlation, correlation);
    }

    #[tokio::test]
    async fn a_position_without_an_event_gives_none() {
        let log = log_of(3).await;
        for position in [0, 4, u64::MAX] {
            assert_eq!(detail(&log, position).await.unwrap(), None, "{position}");
        }
    }

    #[test]
    fn a_personal_value_is_masked_in_every_form() {
        let mut data = json!({
            "open": { "$personal": { "subject": "a", "value": "Anna" } },
            "list": [{ "$sealed": { "subject": "b", "nonce": "0", "box": "1" } }, { "$erased": "c" }],
            "total": 7,
        });
        assert_eq!(mask(&mut data), 3);
        let expected = json!({ "open": { "$masked": "a" }, "list": [{ "$masked": "b" }, { "$masked": "c" }], "total": 7 });
        assert_eq!(data, expected);
    }
}
