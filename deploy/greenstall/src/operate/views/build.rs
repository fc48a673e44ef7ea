//! `greenstall views rebuild`: rebuilds a view.

use std::time::{Duration, Instant};

use projections::engine::{Phase, Progress};
use shared_events::events::OperatorAct;

use super::steer::steer;
use crate::{
    Outcome, operate::written_down::ReasonArgument, ports::Ports, report::Report, settings::Settings,
};

/// Builds a new generation beside the serving one, and returns once the new one serves.
pub(super) async fn rebuild(settings: &Settings, view: &str, why: &ReasonArgument) -> Outcome<()> {
    let began = Instant::now();
    let mut report = Report::new(view);
    let mut events = 0;
    let build = async |ports: &Ports| {
        ports.engine.rebuild(view, |progress| events = show(&mut report, progress)).await
    };
    steer(settings, OperatorAct::Rebuild, view, why, build).await?;
    report.done(&format!("{events} events in {:.1} s, and it serves", began.elapsed().as_secs_f64()));
    Ok(())
}

/// Updates the progress bar; returns the number of events so far.
pub(crate) fn show(report: &mut Report, progress: Progress) -> u64 {
    let Progress { phase, position, head, events, events_per_second, time_left } = progress;
    let doing = match phase {
        Phase::Filling => "filling",
        Phase::Indexing => "making indexes",
        Phase::Swapping => "swapping",
        Phase::Comparing => "comparing",
    };
    let left = time_left
        .filter(|_| phase == Phase::Filling)
        .map_or_else(String::new, |left| format!(", {} left", for_people(left)));
    report.at(position.0, head.0, &format!("{doing}, {events_per_second:.0} events/s{left}"));
    events
}

/// A duration for people: `42 s`, `3 min 20 s`, `2 h 5 min`.
pub(super) fn for_people(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_two_largest_units() {
        for (seconds, text) in
            [(0, "0 s"), (59, "59 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"), (7500, "2 h 5 min")]
        {
            assert_eq!(for_people(Duration::from_secs(seconds)), text);
        }
    }
}
