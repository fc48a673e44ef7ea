//! Reports everything that one request has caused: its events, how many of them each view has applied, and the work of
//! the process managers.

use std::{collections::HashMap, time::Duration};

use chrono::{DateTime, Utc};
use command_service::automation::{self, WaitingStep};
use event_store::EventLog;
use postgres_kit::Pool;
use projections::engine::{Engine, ParkedStream, State, ViewStatus};
use query_service::operations::{
    EventActor, Failure, Story, StoryEvent, StoryManager, StoryManagerState, StoryView, StoryWanted,
};

use super::{events, managers};

/// The time limit of each of the two searches, before and after the event. The answer says how far they came.
pub(crate) const ANSWER_TIME: Duration = Duration::from_secs(5);

/// Finds everything about a request; `None` when no event of it was found. `time` limits each of the two searches.
pub(crate) async fn trace_request(
    engine: &Engine,
    pool: &Pool,
    log: &EventLog,
    (wanted, time): (StoryWanted, Duration),
    now: DateTime<Utc>,
) -> Result<Option<Story>, Failure> {
    let Some(events::RequestEvents { correlation, events, more, from, to, complete }) =
        events::events_of_request(log, wanted, time).await?
    else {
        return Ok(None);
    };
    let (parked, status) = (engine.parked().await?, engine.status().await?);
    let views = status.iter().filter_map(|view| {
        let categories = engine.categories(view.name)?;
        view_progress(view, categories, &parked, &events)
    });
    let views = views.collect();
    let checkpoints: HashMap<String, u64> =
        automation::backlog(pool, now).await?.into_iter().map(|one| (one.manager, one.position.0)).collect();
    let waiting = automation::waiting_since(pool, correlation).await?;
    let managers = automation::managers().filter_map(|(name, category)| {
        let position = checkpoints.get(name).copied().unwrap_or(0);
        manager_work(name, category, position, &waiting, &events)
    });
    let managers = managers.collect();
    let first = &events[0].event;
    let (actor, began_at) = (first.actor.clone(), first.recorded_at);
    let correlation_id = correlation;
    Ok(Some(Story { correlation_id, actor, began_at, events, more, from, to, complete, views, managers }))
}

/// A view's progress with the events; `None` when the view reads none of them or has not been built yet.
fn view_progress(
    view: &ViewStatus,
    categories: &[&str],
    parked: &[ParkedStream],
    events: &[StoryEvent],
) -> Option<StoryView> {
    let serving = view.generations.iter().find(|one| one.state == State::Serving)?;
    let left_out = |event: &StoryEvent| {
        parked.iter().any(|one| {
            one.view == view.name
                && one.generation == serving.number
                && one.position.0 <= event.event.position
                && one.stream.to_string() == event.event.stream
        })
    };
    let read = events.iter().filter(|event| categories.contains(&&*event.event.category));
    let mut progress = StoryView {
        name: view.name.to_owned(),
        reads: 0,
        applied: 0,
        parked: 0,
        position: serving.position.0,
        lag: serving.lag,
    };
    for event in read {
        progress.reads += 1;
        match left_out(event) {
            true => progress.parked += 1,
            false => progress.applied += u64::from(event.event.position <= progress.position),
        }
    }
    (progress.reads > 0).then_some(progress)
}

/// A process manager's work; `None` when it follows none of the events' streams and has caused none of the events.
fn manager_work(
    name: &str,
    category: &str,
    position: u64,
    waiting: &[WaitingStep],
    events: &[StoryEvent],
) -> Option<StoryManager> {
    let by_it =
        |event: &&StoryEvent| matches!(&event.event.actor, EventActor::System { name: by } if by == name);
    let made: Vec<u64> = events.iter().filter(by_it).map(|event| event.event.position).collect();
    let followed = events.iter().filter(|event| event.event.category == category);
    let last = followed.map(|event| event.event.position).max();
    if last.is_none() && made.is_empty() {
        return None;
    }
    let of_it: Vec<&WaitingStep> = waiting.iter().filter(|step| step.manager == name).collect();
    let state = if of_it.iter().any(|step| step.parked_at.is_some()) {
        StoryManagerState::Parked
    } else if of_it.iter().any(|step| step.failures > 0) {
        StoryManagerState::Failing
    } else if !of_it.is_empty() {
        StoryManagerState::Waiting
    } else if last.is_some_and(|last| last > position) {
        StoryManagerState::Behind
    } else {
        StoryManagerState::Done
    };
    let steps = of_it.into_iter().map(|step| managers::subject(step, None)).collect();
    Some(StoryManager { name: name.to_owned(), state, made, steps })
}

#[cfg(test)]
mod tests {
    use query_service::operations::EventHead;
    use shared_events::{Position, StreamId};
    use uuid::Uuid;

    use super::{super::views::tests::generation, *};

    fn event(position: u64, category: &str, by: &str) -> StoryEvent {
        let id = Uuid::from_u128(7);
        let event = EventHead {
            position,
            stream: format!("{category}-{id}"),
            category: category.to_owned(),
            version: 1,
            r#type: "OrderPlaced".to_owned(),
            schema_version: 1,
            recorded_at: DateTime::UNIX_EPOCH,
            event_id: id,
            correlation_id: id,
            causation_id: id,
            actor: EventActor::System { name: by.to_owned() },
        };
        StoryEvent { event, sentence: String::new(), depth: 0 }
    }

    #[test]
    fn a_view_has_applied_all_events_up_to_its_checkpoint() {
        let generations = vec![generation(2, State::Serving)];
        let view =
            ViewStatus { name: "orders", code_version: 2, paused: None, rolled_back_from: None, generations };
        let events = [event(34, "order", "x"), event(36, "order", "x"), event(35, "stock", "x")];
        let progress = view_progress(&view, &["order"], &[], &events).unwrap();
        assert_eq!(
            (progress.reads, progress.applied, progress.parked, progress.position, progress.lag),
            (2, 1, 0, 35, 7)
        );
        assert_eq!(view_progress(&view, &["review"], &[], &events), None);
        let parked = ParkedStream {
            view: "orders".to_owned(),
            generation: 2,
            state: State::Serving,
            stream: StreamId::new("order", Uuid::from_u128(7)),
            position: Position(34),
            version: 1,
            event_type: "OrderPlaced".to_owned(),
            error: "a bug".to_owned(),
            parked_at: DateTime::UNIX_EPOCH,
            tried_at: DateTime::UNIX_EPOCH,
            attempts: 1,
            next_try: None,
            waiting: 1,
        };
        let progress = view_progress(&view, &["order", "stock"], &[parked], &events).unwrap();
        assert_eq!((progress.reads, progress.applied, progress.parked), (3, 1, 2));
    }

    #[test]
    fn a_manager_is_done_when_it_has_read_all_events_and_has_no_steps_left() {
        let events = [event(34, "order", "x"), event(40, "stock", "refunds")];
        let step = |failures, parked| WaitingStep {
            manager: "refunds",
            subject: Uuid::from_u128(7),
            stream: StreamId::new("order", Uuid::from_u128(7)),
            unreadable: None,
            due_at: DateTime::UNIX_EPOCH,
            failures,
            failing_since: None,
            parked_at: parked,
            error: None,
        };
        let progress = |position, waiting: &[WaitingStep]| {
            manager_work("refunds", "order", position, waiting, &events).unwrap()
        };
        assert_eq!((progress(34, &[]).state, progress(34, &[]).made), (StoryManagerState::Done, vec![40]));
        assert_eq!(progress(33, &[]).state, StoryManagerState::Behind);
        assert_eq!(progress(34, &[step(0, None)]).state, StoryManagerState::Waiting);
        assert_eq!(progress(34, &[step(2, None)]).state, StoryManagerState::Failing);
        let parked = progress(34, &[step(2, Some(DateTime::UNIX_EPOCH))]);
        assert_eq!((parked.state, parked.steps.len()), (StoryManagerState::Parked, 1));
        assert_eq!(manager_work("mail", "account", 99, &[], &events), None);
    }
}
