//! Implements the services' `Operations` ports over HTTP: what admins see of the views, the process managers and the
//! log, and the actions they take.

mod acts;
pub(crate) mod backups;
pub(crate) mod dry_run;
pub(crate) mod events;
pub(crate) mod groups;
mod leases;
pub(crate) mod managers;
pub(crate) mod overview;
pub(crate) mod parked;
pub(crate) mod person;
mod review;
pub(crate) mod steps;
pub(crate) mod story;
mod told;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use command_service::{
    automation,
    operations::{self as commands, Refusal, Step},
};
use event_store::EventLog;
use futures_util::{StreamExt, stream::BoxStream};
use postgres_kit::{Pool, within};
use projections::engine::{self, Engine, GenerationStatus, State, ViewStatus};
use query_service::operations::{
    self as queries, BuildReview, DryRun, EventDetail, EventFilter, EventPage, EventSpan, Failure,
    Generation, GenerationState, ManagerList, Overview, ParkedGroups, PersonPage, Rebuild, Story,
    StoryWanted, StreamPage, ViewReport, ViewState, Why, WhyKind,
};
use service_kit::Clock;
use shared_events::{
    Position, StreamId,
    events::{Operated, OperatorAct},
    ids::AccountId,
};
use uuid::Uuid;

use self::acts::failed;
use crate::ports::Ports;

/// Time limit for vacuuming erased keys, including the wait for another vacuum of the table.
const VACUUM_LIMIT: Duration = Duration::from_secs(10);

/// The engine and the database behind the operations ports.
#[derive(Clone)]
pub(crate) struct Desk {
    engine: Engine,
    pool: Pool,
    log: EventLog,
    clock: Arc<dyn Clock>,
}

impl Desk {
    /// The ports' implementation for both services.
    pub(crate) fn of(ports: &Ports) -> Arc<Self> {
        let Ports { engine, pool, log, clock, .. } = ports;
        let (engine, pool, log, clock) = (engine.clone(), pool.clone(), log.clone(), clock.clone());
        Arc::new(Self { engine, pool, log, clock })
    }
}

#[async_trait]
impl commands::Operations for Desk {
    async fn find(&self, name: &str, stream: Option<&StreamId>) -> Result<Operated, Refusal> {
        acts::find(self, name, stream).await
    }

    async fn act(&self, act: OperatorAct, on: &Operated, by: AccountId) -> Result<(), Refusal> {
        acts::act(self, act, on, &by.to_string()).await
    }

    async fn find_step(&self, step: &Step) -> Result<Operated, Refusal> {
        steps::find(self, step).await
    }

    async fn act_on_step(&self, act: OperatorAct, step: &Step, by: AccountId) -> Result<(), Refusal> {
        steps::act(self, act, step, &by.to_string()).await
    }

    async fn export_person(
        &self,
        account: AccountId,
    ) -> Result<BoxStream<'static, Result<String, Refusal>>, Refusal> {
        let pieces = person::export::pieces(self.log.clone(), account, self.clock.now());
        Ok(pieces.map(|piece| piece.map(|piece| piece.text).map_err(failed)).boxed())
    }

    async fn forget_texts(&self, texts: &[String]) -> Result<(), Refusal> {
        self.engine.forget_texts(texts).await.map_err(failed)?;
        automation::forget_failure_texts(&self.pool, texts).await.map_err(failed)
    }

    async fn clear_erased_keys(&self) -> Result<(), Refusal> {
        let vacuum = sqlx::query("VACUUM event_store.subject_keys").execute(&self.pool);
        within(VACUUM_LIMIT, "the VACUUM of erased keys", vacuum).await.map(drop).map_err(failed)
    }

    async fn drop_stale_builds(&self, position: Position) -> Result<bool, Refusal> {
        let stale = self.engine.drop_stale_builds(position).await.map_err(failed)?;
        Ok(stale.on_their_way.is_empty())
    }
}

#[async_trait]
impl queries::Operations for Desk {
    async fn overview(&self) -> Result<Overview, Failure> {
        overview::overview(&self.engine, &self.pool, &self.log, self.clock.now()).await
    }

    async fn views(&self) -> Result<Vec<ViewReport>, Failure> {
        let head = self.engine.head().await?;
        Ok(self.engine.status().await?.iter().map(|view| report(view, head)).collect())
    }

    async fn parked(&self, view: &str) -> Result<Option<Vec<queries::ParkedStream>>, Failure> {
        if !self.engine.names().any(|name| name == view) {
            return Ok(None);
        }
        let all = self.engine.parked().await?;
        Ok(Some(all.into_iter().filter(|one| one.view == view).map(parked).collect()))
    }

    async fn all_parked(&self) -> Result<ParkedGroups, Failure> {
        groups::groups(&self.engine, &self.pool, &self.log).await
    }

    async fn try_parked(&self, owner: &str, stream: &StreamId) -> Result<Option<DryRun>, Failure> {
        dry_run::dry_run(&self.engine, &self.pool, &self.log, owner, stream).await
    }

    async fn review(&self, view: &str) -> Result<Option<BuildReview>, Failure> {
        review::review(&self.engine, view).await
    }

    async fn managers(&self) -> Result<ManagerList, Failure> {
        managers::managers(&self.pool, &self.log, self.clock.now()).await
    }

    async fn events(&self, filter: &EventFilter, span: EventSpan) -> Result<EventPage, Failure> {
        Ok(events::page(&self.log, filter, span).await?)
    }

    async fn event(&self, position: u64) -> Result<Option<EventDetail>, Failure> {
        Ok(events::detail(&self.log, position).await?)
    }

    async fn stream(
        &self,
        stream: &StreamId,
        after: u64,
        limit: usize,
    ) -> Result<Option<StreamPage>, Failure> {
        Ok(events::steps(&self.log, stream, after, limit).await?)
    }

    async fn why(&self, kind: WhyKind, id: Uuid) -> Result<Option<Why>, Failure> {
        Ok(events::why(&self.log, kind, id).await?)
    }

    async fn person(&self, id: AccountId, after: Position) -> Result<Option<PersonPage>, Failure> {
        person::tally::tally(&self.log, id, after).await
    }

    async fn story(&self, wanted: StoryWanted) -> Result<Option<Story>, Failure> {
        story::story(&self.engine, &self.pool, &self.log, (wanted, story::ANSWER_TIME), self.clock.now())
            .await
    }
}

fn report(view: &ViewStatus, head: Position) -> ViewReport {
    let find = |state| view.generations.iter().find(|one| one.state == state).cloned();
    let rebuild = find(State::Building).map(rebuild);
    let generations = view.generations.iter().filter_map(generation).collect();
    match find(State::Serving) {
        Some(serving) => ViewReport {
            name: view.name.to_owned(),
            version: serving.code_version,
            generation: Some(serving.number),
            state: state(view, &serving),
            position: serving.position.0,
            lag: serving.lag,
            lag_seconds: serving.seconds_behind,
            parked: serving.parked,
            rows: serving.rows,
            paused_at: view.paused,
            error: serving.last_error,
            built_at: Some(serving.created_at),
            asked_by: serving.asked_by,
            rebuild,
            generations,
        },
        None => ViewReport {
            name: view.name.to_owned(),
            version: view.code_version,
            generation: None,
            state: ViewState::Building,
            position: 0,
            lag: head.0,
            lag_seconds: None,
            parked: 0,
            rows: 0,
            paused_at: view.paused,
            error: None,
            built_at: None,
            asked_by: None,
            rebuild,
            generations,
        },
    }
}

/// `None` for a build that exists only for a comparison: it never serves.
fn generation(build: &GenerationStatus) -> Option<Generation> {
    let state = match build.state {
        State::Serving => GenerationState::Serving,
        State::Previous => GenerationState::Previous,
        State::Building => GenerationState::Building,
        State::Verifying | State::Retired => return None,
    };
    Some(Generation {
        number: build.number,
        version: build.code_version,
        state,
        position: build.position.0,
        rows: build.rows,
        built_at: build.created_at,
    })
}

fn state(view: &ViewStatus, serving: &GenerationStatus) -> ViewState {
    if view.paused.is_some() {
        ViewState::Paused
    } else if serving.last_error.is_some() {
        ViewState::Failing
    } else if serving.running {
        ViewState::Serving
    } else {
        ViewState::Stopped
    }
}

fn rebuild(build: GenerationStatus) -> Rebuild {
    Rebuild {
        generation: build.number,
        version: build.code_version,
        position: build.position.0,
        lag: build.lag,
        events: build.events,
        events_per_second: build.events_per_second,
        seconds_left: build.time_left.map(|left| left.as_secs()),
        running: build.running,
        held: build.held,
        reviewed_at: build.reviewed_at,
        began_at: build.created_at,
        asked_by: build.asked_by,
        error: build.last_error,
    }
}

fn parked(parked: engine::ParkedStream) -> queries::ParkedStream {
    queries::ParkedStream {
        stream: parked.stream.to_string(),
        event: parked.event_type,
        version: parked.version,
        position: parked.position.0,
        error: parked.error,
        when: parked.parked_at,
        attempts: parked.attempts,
        tried_at: parked.tried_at,
        next_try_at: parked.next_try,
        waiting: parked.waiting,
        generation: parked.generation,
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    pub(super) fn generation(number: i32, state: State) -> GenerationStatus {
        GenerationStatus {
            number,
            code_version: 2,
            state,
            position: Position(35),
            lag: 7,
            seconds_behind: (state == State::Serving).then_some(0.5),
            events: 30,
            events_per_second: 10.0,
            time_left: None,
            parked: 1,
            skipped: 0,
            rows: 12,
            created_at: DateTime::UNIX_EPOCH,
            asked_by: Some("a7".to_owned()),
            held: false,
            reviewed_at: None,
            running: true,
            last_error: None,
            failed_at: None,
        }
    }

    fn told(paused: bool, generations: Vec<GenerationStatus>) -> ViewReport {
        let paused = paused.then_some(DateTime::UNIX_EPOCH);
        let view =
            ViewStatus { name: "catalog", code_version: 3, paused, rolled_back_from: None, generations };
        report(&view, Position(42))
    }

    #[test]
    fn the_serving_generation_and_a_build_beside_it_are_reported() {
        let previous = generation(1, State::Previous);
        let told = told(
            false,
            vec![
                previous,
                generation(2, State::Serving),
                generation(3, State::Building),
                generation(4, State::Verifying),
            ],
        );
        assert_eq!((told.generation, told.version, told.state), (Some(2), 2, ViewState::Serving));
        assert_eq!((told.position, told.lag, told.lag_seconds, told.parked), (35, 7, Some(0.5), 1));
        let rebuild = told.rebuild.unwrap();
        assert_eq!((rebuild.generation, rebuild.asked_by.as_deref()), (3, Some("a7")));
        let builds: Vec<_> = told.generations.iter().map(|one| (one.number, one.state)).collect();
        let states = [GenerationState::Previous, GenerationState::Serving, GenerationState::Building];
        assert_eq!(builds, [(1, states[0]), (2, states[1]), (3, states[2])]);
        assert_eq!((told.generations[1].position, told.generations[1].rows), (35, 12));
    }

    #[test]
    fn before_the_first_build_the_whole_log_is_still_to_be_read() {
        let told = told(false, vec![generation(1, State::Building)]);
        assert_eq!((told.generation, told.version, told.state), (None, 3, ViewState::Building));
        assert_eq!((told.position, told.lag, told.lag_seconds), (0, 42, None));
        assert!(told.rebuild.is_some());
    }

    #[test]
    fn the_state_says_what_stops_a_view() {
        let state = |paused, change: fn(&mut GenerationStatus)| {
            let mut serving = generation(2, State::Serving);
            change(&mut serving);
            told(paused, vec![serving]).state
        };
        assert_eq!(state(false, |_| ()), ViewState::Serving);
        assert_eq!(state(true, |_| ()), ViewState::Paused);
        assert_eq!(state(false, |one| one.running = false), ViewState::Stopped);
        assert_eq!(state(false, |one| one.last_error = Some("a bug".to_owned())), ViewState::Failing);
    }
}
