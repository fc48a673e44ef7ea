//! Groups parked items by error, for the screen and the command line.

use std::{cmp::Reverse, collections::BTreeMap};

use command_service::automation::{self, ParkedStep, Trouble};
use event_store::{EventLog, ReadError};
use postgres_kit::Pool;
use projections::engine::{Engine, ParkedStream};
use query_service::operations::{Failure, ParkedBy, ParkedGroup, ParkedGroups, ParkedItem};
use shared_events::{RawEvent, Recorded};

use super::{
    error_text::{kind_of, masked},
    managers::money,
    parked::{self, Item},
};

const MAX_GROUPS: usize = 50;
const MAX_GROUP_ITEMS: usize = 20;
/// The events behind a parked one are counted only up to this number.
const MAX_COUNTED_WAITING: u64 = 1_000;
/// How many events of a stream are searched for the one that caused a step.
const CAUSE_SEARCH_EVENTS: usize = 1_000;

/// All parked items in groups, the largest group first.
pub(crate) async fn groups(engine: &Engine, pool: &Pool, log: &EventLog) -> Result<ParkedGroups, Failure> {
    let items = parked::without_repetitions(parked::all(engine, pool).await?);
    let total = items.len() as u64;
    let (sorted, more) = sorted(items);
    let mut groups = Vec::with_capacity(sorted.len());
    for (error, all) in sorted {
        let mut owners: Vec<String> = all.iter().map(|item| item.owner().to_owned()).collect();
        owners.sort_unstable();
        owners.dedup();
        let total = all.len() as u64;
        let mut items = Vec::new();
        for item in all.into_iter().take(MAX_GROUP_ITEMS) {
            items.push(match item {
                Item::Stream(parked) => of_view(parked),
                Item::Step(step) => of_manager(step, pool, log).await?,
            });
        }
        groups.push(ParkedGroup { error, total, owners, items });
    }
    Ok(ParkedGroups { total, groups, more })
}

/// Groups the items by error. Also returns whether there are more groups than are shown.
fn sorted(items: Vec<Item>) -> (Vec<(String, Vec<Item>)>, bool) {
    let mut groups: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    for item in items {
        groups.entry(kind_of(item.error())).or_default().push(item);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, items)| Reverse(items.len()));
    groups.iter_mut().for_each(|(_, items)| items.sort_by_key(Item::since));
    let more = groups.len() > MAX_GROUPS;
    groups.truncate(MAX_GROUPS);
    (groups, more)
}

fn of_view(parked: ParkedStream) -> ParkedItem {
    ParkedItem {
        kind: ParkedBy::View,
        owner: parked.view,
        generation: Some(parked.generation),
        step: None,
        money: None,
        stream: Some(parked.stream.to_string()),
        event: Some(parked.event_type),
        version: Some(parked.version),
        position: Some(parked.position.0),
        error: masked(&parked.error),
        since: parked.parked_at,
        tries: parked.attempts.into(),
        waiting: parked.waiting.min(MAX_COUNTED_WAITING),
        more_wait: parked.waiting > MAX_COUNTED_WAITING,
    }
}

async fn of_manager(step: ParkedStep, pool: &Pool, log: &EventLog) -> Result<ParkedItem, Failure> {
    let money = match automation::waiting_step(pool, &step.manager, step.subject).await? {
        Some(waiting) => automation::at_stake(log, &waiting).await?.map(money),
        None => None,
    };
    let event = event_of(&step, log).await?;
    let waiting = match (step.trouble, &step.stream) {
        // A process manager does not count the events behind an unreadable one.
        (Trouble::UnreadableEvent(version), Some(stream)) => {
            let limit = usize::try_from(MAX_COUNTED_WAITING).unwrap_or(usize::MAX).saturating_add(1);
            log.read_stream_masked(stream, version, limit).await?.len() as u64
        }
        _ => 0,
    };
    Ok(ParkedItem {
        kind: ParkedBy::Manager,
        owner: step.manager,
        generation: None,
        step: Some(step.subject),
        money,
        stream: step.stream.as_ref().map(ToString::to_string),
        event: event.as_ref().map(|event| event.event.event_type.to_string()),
        version: event.as_ref().map(|event| event.version),
        position: event.as_ref().map(|event| event.position.0),
        error: masked(&step.error),
        since: step.parked_at,
        tries: step.failures.unsigned_abs().into(),
        waiting: waiting.min(MAX_COUNTED_WAITING),
        more_wait: waiting > MAX_COUNTED_WAITING,
    })
}

/// The unreadable event, or the event that caused the step.
async fn event_of(step: &ParkedStep, log: &EventLog) -> Result<Option<Recorded<RawEvent>>, ReadError> {
    let Some(stream) = &step.stream else { return Ok(None) };
    Ok(match step.trouble {
        Trouble::UnreadableEvent(version) => {
            log.read_stream_masked(stream, version.saturating_sub(1), 1).await?.pop()
        }
        Trouble::StepFails => {
            let events = log.read_stream_masked(stream, 0, CAUSE_SEARCH_EVENTS).await?;
            events.into_iter().find(|event| event.event_id == step.cause)
        }
    })
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};
    use projections::engine::State;
    use shared_events::{Position, StreamId};
    use uuid::Uuid;

    use super::*;

    fn parked(stream: u128, error: &str, minute: i64) -> Item {
        let parked_at = DateTime::UNIX_EPOCH + TimeDelta::minutes(minute);
        Item::Stream(ParkedStream {
            view: "catalog".to_owned(),
            generation: 3,
            state: State::Serving,
            stream: StreamId::new("product", Uuid::from_u128(stream)),
            position: Position(41),
            version: 2,
            event_type: "ProductApproved".to_owned(),
            error: error.to_owned(),
            parked_at,
            tried_at: parked_at,
            attempts: 1,
            next_try: None,
            waiting: 1_001,
        })
    }

    #[test]
    fn groups_are_sorted_by_size_and_items_by_age() {
        let items = vec![parked(1, "a bug", 1), parked(2, "full at 7", 9), parked(3, "full at 12", 2)];
        let (groups, more) = sorted(items);
        assert!(!more);
        let sizes: Vec<_> = groups.iter().map(|(error, items)| (error.as_str(), items.len())).collect();
        assert_eq!(sizes, [("full at …", 2), ("a bug", 1)]);
        assert!(groups[0].1[0].since() < groups[0].1[1].since());
        let many = (0..60).map(|one| parked(one, &format!("bug {}", "x".repeat(one as usize)), 1)).collect();
        assert!(sorted(many).1);
    }

    #[test]
    fn waiting_events_are_counted_up_to_a_thousand() {
        let Item::Stream(stream) = parked(1, "anna@apple.example is odd", 1) else {
            panic!("it is a stream")
        };
        let item = of_view(stream);
        assert_eq!((item.waiting, item.more_wait, item.error.as_str()), (1_000, true, "… is odd"));
    }
}
