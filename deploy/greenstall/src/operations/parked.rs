//! All items that wait for an operator's decision, in one list: streams whose event a view could not apply, and steps
//! that a process manager has given up on. The HTTP interface and the command line both use it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use command_service::automation::{self, ParkedStep, Trouble};
use postgres_kit::Pool;
use projections::engine::{Engine, ParkError, ParkedStream, State, StatusError, Unparked};
use shared_events::{StreamId, events::Operated};

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Stream(ParkedStream),
    Step(ParkedStep),
}

impl Item {
    /// The name of the view or process manager that parked the item.
    pub(crate) fn owner(&self) -> &str {
        match self {
            Self::Stream(parked) => &parked.view,
            Self::Step(parked) => &parked.manager,
        }
    }

    pub(crate) fn stream(&self) -> Option<&StreamId> {
        match self {
            Self::Stream(parked) => Some(&parked.stream),
            Self::Step(parked) => parked.stream.as_ref(),
        }
    }

    /// Describes the item for people.
    pub(crate) fn description(&self) -> String {
        match self {
            Self::Stream(ParkedStream { event_type, version, .. }) => format!("event {version} {event_type}"),
            Self::Step(ParkedStep { trouble: Trouble::StepFails, .. }) => "step".to_owned(),
            Self::Step(ParkedStep { trouble: Trouble::UnreadableEvent(version), .. }) => {
                format!("event {version}, unreadable")
            }
        }
    }

    pub(crate) fn error(&self) -> &str {
        match self {
            Self::Stream(parked) => &parked.error,
            Self::Step(parked) => &parked.error,
        }
    }

    /// When the item was parked.
    pub(crate) fn since(&self) -> DateTime<Utc> {
        match self {
            Self::Stream(parked) => parked.parked_at,
            Self::Step(parked) => parked.parked_at,
        }
    }

    /// The target's name in the log; `None` for a step of a process manager that this program does not know.
    pub(crate) fn target(&self) -> Option<Operated> {
        let stream = self.stream()?.clone();
        Some(match self {
            Self::Stream(parked) => Operated::parked_stream(parked.view.clone(), stream),
            Self::Step(parked) => Operated::parked_step(parked.manager.clone(), stream),
        })
    }
}

/// All parked items: those of views first, then those of process managers.
pub(crate) async fn all(engine: &Engine, pool: &Pool) -> Result<Vec<Item>, StatusError> {
    let streams = engine.parked().await?.into_iter().map(Item::Stream);
    let steps = automation::parked(pool).await?.into_iter().map(Item::Step);
    Ok(streams.chain(steps).collect())
}

/// Leaves each stream of a view only once in the list when several of the view's generations have parked it: the
/// serving generation's item, otherwise the newest build's.
pub(crate) fn without_repetitions(items: Vec<Item>) -> Vec<Item> {
    let (streams, steps): (Vec<_>, Vec<_>) =
        items.into_iter().partition(|item| matches!(item, Item::Stream(_)));
    let mut listed: BTreeMap<(String, StreamId), Item> = BTreeMap::new();
    for item in streams {
        let Item::Stream(parked) = &item else { continue };
        let key = (parked.view.clone(), parked.stream.clone());
        let serves = |item: &Item| matches!(item, Item::Stream(one) if one.state == State::Serving);
        // Items of builds are sorted by the build's number.
        if !listed.get(&key).is_some_and(serves) {
            listed.insert(key, item);
        }
    }
    listed.into_values().chain(steps).collect()
}

/// The item of a stream that the view or process manager of this name has parked.
pub(crate) async fn one(
    engine: &Engine,
    pool: &Pool,
    owner: &str,
    stream: &StreamId,
) -> Result<Option<Item>, StatusError> {
    let is = |item: &Item| item.owner() == owner && item.stream() == Some(stream);
    Ok(all(engine, pool).await?.into_iter().find(is))
}

/// The outcome of a retry or skip.
#[derive(Clone, Debug)]
pub(crate) enum Decided {
    /// The outcome for a view's stream.
    Stream(Unparked),
    /// The outcome for a process manager's step; false when it was no longer parked.
    Step(bool),
}

/// The reason why a retry or skip did not happen.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDecided {
    #[error(transparent)]
    View(#[from] ParkError),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Retries an item.
pub(crate) async fn retry(
    engine: &Engine,
    pool: &Pool,
    item: &Item,
    now: DateTime<Utc>,
) -> Result<Decided, NotDecided> {
    Ok(match item {
        Item::Stream(ParkedStream { view, stream, .. }) => {
            Decided::Stream(engine.retry_parked(view, stream).await?)
        }
        Item::Step(ParkedStep { manager, subject, .. }) => {
            Decided::Step(automation::retry_parked(pool, manager, *subject, now).await?)
        }
    })
}

/// Skips an item, and records who decided that.
pub(crate) async fn skip(
    engine: &Engine,
    pool: &Pool,
    item: &Item,
    by: &str,
    now: DateTime<Utc>,
) -> Result<Decided, NotDecided> {
    Ok(match item {
        Item::Stream(ParkedStream { view, stream, .. }) => {
            Decided::Stream(engine.skip_parked(view, stream).await?)
        }
        Item::Step(ParkedStep { manager, subject, .. }) => {
            Decided::Step(automation::skip_step(pool, manager, *subject, by, now).await?)
        }
    })
}

#[cfg(test)]
mod tests {
    use shared_events::Position;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_stream_that_several_builds_have_parked_is_listed_once() {
        let parked = |generation, state, id| {
            Item::Stream(ParkedStream {
                view: "catalog".to_owned(),
                generation,
                state,
                stream: StreamId::new("product", Uuid::from_u128(id)),
                position: Position(41),
                version: 2,
                event_type: "ProductApproved".to_owned(),
                error: "odd".to_owned(),
                parked_at: DateTime::UNIX_EPOCH,
                tried_at: DateTime::UNIX_EPOCH,
                attempts: 1,
                next_try: None,
                waiting: 0,
            })
        };
        let all = vec![
            parked(1, State::Previous, 1),
            parked(1, State::Previous, 2),
            parked(2, State::Serving, 1),
            parked(3, State::Building, 1),
        ];
        let left = without_repetitions(all).into_iter().map(|item| match item {
            Item::Stream(parked) => (parked.stream.id.as_u128(), parked.generation),
            Item::Step(step) => panic!("{step:?}"),
        });
        assert_eq!(left.collect::<Vec<_>>(), [(1, 2), (2, 1)]);
    }
}
