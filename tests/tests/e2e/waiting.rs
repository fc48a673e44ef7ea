//! For what other tasks of a running instance do in their own time.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

/// The pause between two looks, so that the instance gets the processor meanwhile.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Asks again until there is an answer.
pub(crate) fn wait_for<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        if let Some(answer) = condition() {
            return answer;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        sleep(LOOK_EVERY);
    }
}
