//! `greenstall events story`: prints all events that one request has caused.

use std::{
    io::{Write, stdout},
    str::FromStr,
    time::Duration,
};

use query_service::operations::{
    EventActor, Story, StoryManager, StoryManagerState, StoryOf, StoryView, StoryWanted,
};
use uuid::Uuid;

use crate::{
    Outcome, operate::workbench::reading, operations::request_trace::trace_request, settings::Settings,
};

/// At a terminal the whole log is searched, without a time limit.
const WHOLE_LOG: u64 = u64::MAX;
const NO_TIME_LIMIT: Duration = Duration::MAX;

/// Identifies a request by its correlation id, or by the position of one of its events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestReference(StoryOf);

impl FromStr for RequestReference {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let id = text.parse::<Uuid>().map(StoryOf::Correlation).ok();
        let of = id.or_else(|| text.parse().map(StoryOf::Event).ok());
        of.map(Self)
            .ok_or_else(|| "neither the correlation id of a request nor the position of an event".to_owned())
    }
}

/// Prints the request's events, the progress of the views, and the work of the process managers.
pub(super) async fn print_story(
    settings: &Settings,
    RequestReference(of): RequestReference,
    json: bool,
) -> Outcome<()> {
    let wanted = StoryWanted { of, reach: WHOLE_LOG };
    let found = reading(settings, async |ports| {
        let now = ports.clock.now();
        trace_request(&ports.engine, &ports.pool, &ports.log, (wanted, NO_TIME_LIMIT), now).await
    });
    let found = found.await?.ok_or("no event of this request was found")?;
    print(&mut stdout().lock(), &found, json)
}

fn print(out: &mut impl Write, story: &Story, json: bool) -> Outcome<()> {
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(story)?)?);
    }
    let who = match &story.actor {
        EventActor::Account { id, role } => format!("{role} {id}"),
        EventActor::System { name } => name.clone(),
    };
    writeln!(
        out,
        "Request {} by {who}, {}",
        story.correlation_id,
        story.began_at.format("%Y-%m-%d %H:%M:%S UTC")
    )?;
    for one in &story.events {
        let indent = "  ".repeat(one.depth as usize);
        writeln!(out, "{:>10}  {indent}{}", one.event.position, one.sentence)?;
    }
    if story.more {
        writeln!(out, "            and more, which are not printed")?;
    }
    writeln!(out, "Views")?;
    for view in &story.views {
        writeln!(out, "    {}: {}", view.name, describe_progress(view))?;
    }
    writeln!(out, "Process managers")?;
    for manager in &story.managers {
        writeln!(out, "    {}: {}", manager.name, describe_work(manager))?;
    }
    Ok(())
}

fn describe_progress(StoryView { reads, applied, parked, position, lag, .. }: &StoryView) -> String {
    let (left, of) = (reads - applied - parked, format!("{applied} of {reads} applied"));
    match (left, parked) {
        (0, 0) => of,
        (0, parked) => format!("{of}, {parked} parked"),
        (_, 0) => format!("{of}; it is at position {position}, {lag} behind the log"),
        (_, parked) => format!("{of}, {parked} parked; it is at position {position}, {lag} behind the log"),
    }
}

fn describe_work(StoryManager { state, made, steps, .. }: &StoryManager) -> String {
    let state = match state {
        StoryManagerState::Done => "nothing left to do",
        StoryManagerState::Waiting => "something to do, now or later",
        StoryManagerState::Failing => "a step fails and is tried again",
        StoryManagerState::Parked => "a step waits for a person",
        StoryManagerState::Behind => "has not read all of it yet",
    };
    let made = match made.len() {
        0 => String::new(),
        1 => format!("; made the event at {}", made[0]),
        count => format!("; made {count} events"),
    };
    let due = steps
        .iter()
        .map(|step| format!("; {} is due {}", step.step, step.due_at.format("%Y-%m-%d %H:%M UTC")));
    format!("{state}{made}{}", due.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_views_line_counts_the_applied_and_the_missing_events() {
        let line = |applied, parked| {
            describe_progress(&StoryView {
                name: "orders".to_owned(),
                reads: 3,
                applied,
                parked,
                position: 9,
                lag: 2,
            })
        };
        assert_eq!(line(3, 0), "3 of 3 applied");
        assert_eq!(line(2, 1), "2 of 3 applied, 1 parked");
        assert_eq!(line(1, 0), "1 of 3 applied; it is at position 9, 2 behind the log");
    }

    #[test]
    fn a_request_is_found_by_its_id_or_by_the_position_of_an_event() {
        let id = "0199c0de-0000-7000-8000-000000000000";
        assert_eq!(id.parse::<RequestReference>().unwrap().0, StoryOf::Correlation(id.parse().unwrap()));
        assert_eq!("41".parse::<RequestReference>().unwrap().0, StoryOf::Event(41));
        assert!("yesterday".parse::<RequestReference>().is_err());
    }
}
