//! Waits for a condition instead of for a fixed time.

use std::time::{Duration, Instant};

/// A long time limit, so that tests do not fail on a busy machine.
const DEADLINE: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(10);

/// Polls until the condition returns a value, and returns that value.
///
/// ```no_run
/// # async fn example() {
/// # async fn rows() -> u32 { 3 }
/// test_support::wait_for("three rows", async || (rows().await == 3).then_some(())).await;
/// # }
/// ```
///
/// # Panics
/// After two minutes without a value. The message has `what`, which names the awaited condition.
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
