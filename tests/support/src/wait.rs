//! Waits for a condition instead of for a fixed time.

use std::time::{Duration, Instant};

/// Long, because this is no measurement: a busy machine must not fail a test.
const DEADLINE: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(10);

/// Polls until the condition returns a value, and returns that.
///
/// ```no_run
/// # async fn example() {
/// # async fn rows() -> u32 { 3 }
/// test_support::wait_for("three rows", async || (rows().await == 3).then_some(())).await;
/// # }
/// ```
///
/// # Panics
/// After two minutes without a value; the message says `what` was waited for.
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
