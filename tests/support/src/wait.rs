//! Waiting for a condition instead of for time to pass.

use std::time::{Duration, Instant};

/// Long, because nothing is measured here: a machine that is busy with other work must not fail a test.
const DEADLINE: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(10);

/// Asks again and again until there is an answer, and returns it.
///
/// ```no_run
/// # async fn example() {
/// # async fn rows() -> u32 { 3 }
/// test_support::wait_for("three rows", async || (rows().await == 3).then_some(())).await;
/// # }
/// ```
///
/// # Panics
/// With `what` was waited for, when there is no answer within two minutes.
pub async fn wait_for<T>(what: &str, mut condition: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + DEADLINE;
    loop {
        if let Some(answer) = condition().await {
            return answer;
        }
        assert!(Instant::now() < deadline, "waited {DEADLINE:?} in vain for {what}");
        tokio::time::sleep(POLL).await;
    }
}
