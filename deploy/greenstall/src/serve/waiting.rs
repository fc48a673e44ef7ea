//! Logs what a slow start is waiting for.

use std::{pin::pin, time::Duration};

use projections::engine::Engine;
use shared_events::Position;
use tokio::time::sleep;

/// Waits that take less time are not logged.
const FIRST_MESSAGE_AFTER: Duration = Duration::from_secs(2);
const MESSAGE_INTERVAL: Duration = Duration::from_secs(15);

/// Runs `step`, and logs `what` when it takes long.
pub(super) async fn log_while_waiting<T>(what: &str, step: impl Future<Output = T>) -> T {
    explained(async || what.to_owned(), step).await
}

/// Like [`log_while_waiting`], for the wait for the views: logs how far each view is behind.
pub(super) async fn log_while_views_build<T>(
    engine: &Engine,
    position: Position,
    step: impl Future<Output = T>,
) -> T {
    let behind = async || match engine.behind(position).await {
        Ok(views) => {
            let views: Vec<_> = views.iter().map(ToString::to_string).collect();
            format!("the views: {}", views.join("; "))
        }
        Err(error) => format!("the views, whose state cannot be read: {error}"),
    };
    explained(behind, step).await
}

async fn explained<T>(what: impl AsyncFn() -> String, step: impl Future<Output = T>) -> T {
    let mut step = pin!(step);
    let mut pause = FIRST_MESSAGE_AFTER;
    loop {
        tokio::select! {
            outcome = step.as_mut() => return outcome,
            () = sleep(pause) => {}
        }
        let what = what().await;
        tracing::info!("waiting for {what}");
        pause = MESSAGE_INTERVAL;
    }
}
