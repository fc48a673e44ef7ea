//! The outcome of a step that may hang or panic.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures_util::FutureExt;
use parked_work::failure_text;
use tokio::time::timeout;

use super::process_manager::StepOutcome;

/// Time limit of a step. All its calls have time limits of their own. This one stops a step that hangs in any other
/// way.
pub(super) const STEP_TIMEOUT: Duration = Duration::from_secs(600);

/// The outcome of a step. A step that panics or takes longer than `at_most` has failed.
pub(super) async fn outcome(
    acting: impl Future<Output = Result<StepOutcome, String>>,
    at_most: Duration,
) -> Result<StepOutcome, String> {
    // An uncaught panic would end the process, and the next start would begin with the same step.
    let acting = AssertUnwindSafe(acting).catch_unwind();
    let ended = timeout(at_most, acting).await.map_err(|_| format!("took longer than {at_most:?}"))?;
    ended.unwrap_or_else(|panic| Err(format!("panicked: {}", failure_text::of_panic(&*panic))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_step_that_hangs_or_panics_has_failed() {
        let failure = outcome(std::future::pending(), Duration::from_millis(10)).await.unwrap_err();
        assert!(failure.contains("took longer"), "{failure}");
        let failure = outcome(async { panic!("a bug") }, STEP_TIMEOUT).await.unwrap_err();
        assert!(failure.contains("a bug"), "{failure}");
        assert_eq!(outcome(async { Ok(StepOutcome::Done) }, STEP_TIMEOUT).await, Ok(StepOutcome::Done));
    }
}
