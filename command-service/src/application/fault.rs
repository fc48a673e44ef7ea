//! Crash points for tests, only in builds with debug assertions. `GREENSTALL_TEST_DIE_AT` names a stored event
//! type and a side of its append: `UnitsSold:before` or `UnitsSold:after`.

use std::sync::OnceLock;

use shared_events::{Event, encode};

fn point() -> Option<&'static (String, String)> {
    static POINT: OnceLock<Option<(String, String)>> = OnceLock::new();
    let read = || {
        let named = std::env::var("GREENSTALL_TEST_DIE_AT").ok()?;
        let (event, side) = named.split_once(':')?;
        Some((event.to_owned(), side.to_owned()))
    };
    POINT.get_or_init(read).as_ref()
}

pub(super) fn before<E: Event>(events: &[E]) {
    die_at("before", events);
}

pub(super) fn after<E: Event>(events: &[E]) {
    die_at("after", events);
}

fn die_at<E: Event>(side: &str, events: &[E]) {
    let Some((event, wanted)) = point() else { return };
    if wanted == side && events.iter().any(|one| encode(one).event_type == event.as_str()) {
        // Dies without any cleanup, as after `kill -9` from outside.
        let process = std::process::id().to_string();
        let _ = std::process::Command::new("kill").args(["-9", &process]).status();
        loop {
            std::thread::park();
        }
    }
}
