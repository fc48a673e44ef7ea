//! Converts the engine's state of the views into the reports that admins read.

use projections::engine::{self, GenerationStatus, State, ViewStatus};
use query_service::operations::{
    self as queries, Generation, GenerationState, Rebuild, ViewReport, ViewState,
};
use shared_events::Position;

pub(super) fn report(view: &ViewStatus, end: Position) -> ViewReport {
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
            lag: end.0,
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

/// `None` for a build that is only made to be compared, and for a retired one: neither will serve.
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

pub(super) fn state(view: &ViewStatus, serving: &GenerationStatus) -> ViewState {
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

pub(super) fn parked(parked: engine::ParkedStream) -> queries::ParkedStream {
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
pub(super) mod tests {
    use chrono::DateTime;

    use super::*;

    pub(in super::super) fn generation(number: i32, state: State) -> GenerationStatus {
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

    fn report_of(paused: bool, generations: Vec<GenerationStatus>) -> ViewReport {
        let paused = paused.then_some(DateTime::UNIX_EPOCH);
        let view =
            ViewStatus { name: "catalog", code_version: 3, paused, rolled_back_from: None, generations };
        report(&view, Position(42))
    }

    #[test]
    fn a_report_has_the_serving_generation_and_the_rebuild_beside_it() {
        let previous = generation(1, State::Previous);
        let report = report_of(
            false,
            vec![
                previous,
                generation(2, State::Serving),
                generation(3, State::Building),
                generation(4, State::Verifying),
            ],
        );
        assert_eq!((report.generation, report.version, report.state), (Some(2), 2, ViewState::Serving));
        assert_eq!((report.position, report.lag, report.lag_seconds, report.parked), (35, 7, Some(0.5), 1));
        let rebuild = report.rebuild.unwrap();
        assert_eq!((rebuild.generation, rebuild.asked_by.as_deref()), (3, Some("a7")));
        let builds: Vec<_> = report.generations.iter().map(|one| (one.number, one.state)).collect();
        let states = [GenerationState::Previous, GenerationState::Serving, GenerationState::Building];
        assert_eq!(builds, [(1, states[0]), (2, states[1]), (3, states[2])]);
        assert_eq!((report.generations[1].position, report.generations[1].rows), (35, 12));
    }

    #[test]
    fn before_the_first_build_the_lag_is_the_whole_log() {
        let report = report_of(false, vec![generation(1, State::Building)]);
        assert_eq!((report.generation, report.version, report.state), (None, 3, ViewState::Building));
        assert_eq!((report.position, report.lag, report.lag_seconds), (0, 42, None));
        assert!(report.rebuild.is_some());
    }

    #[test]
    fn the_state_says_why_a_view_does_not_follow() {
        let state = |paused, change: fn(&mut GenerationStatus)| {
            let mut serving = generation(2, State::Serving);
            change(&mut serving);
            report_of(paused, vec![serving]).state
        };
        assert_eq!(state(false, |_| ()), ViewState::Serving);
        assert_eq!(state(true, |_| ()), ViewState::Paused);
        assert_eq!(state(false, |one| one.running = false), ViewState::Stopped);
        assert_eq!(state(false, |one| one.last_error = Some("a bug".to_owned())), ViewState::Failing);
    }
}
