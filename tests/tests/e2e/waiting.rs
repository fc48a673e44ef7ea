//! Waits for work that other tasks of a running instance do asynchronously.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

/// The pause between two polls, which leaves processor time to the instance.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Polls until the condition returns a value.
pub(crate) fn wait_for<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        if let Some(answer) = condition() {
            return answer;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        sleep(POLL_INTERVAL);
    }
}
