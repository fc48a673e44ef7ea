//! Following the log for a process manager: event by event, with a checkpoint after each batch. After a crash some steps
//! are done again; that is why each can be.

use std::time::Duration;

use async_trait::async_trait;
use event_store::Categories;
use shared_events::{RawEvent, Recorded};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use super::checkpoint;
use crate::App;

const BATCH: usize = 500;
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// What happens when something has happened.
#[async_trait]
pub(super) trait ProcessManager: Sync {
    /// Names its checkpoint and its steps; never changes.
    fn name(&self) -> &'static str;

    /// The streams that it follows.
    fn categories(&self) -> &'static [&'static str];

    /// One step. Repeating it changes nothing.
    ///
    /// # Errors
    /// What went wrong; the step is tried again.
    async fn react(&self, app: &App, event: &Recorded<RawEvent>) -> Result<(), String>;
}

/// Runs a process manager until told to stop. A step that fails is tried again, ever more slowly; later ones wait.
pub(super) async fn follow(
    app: &App,
    pool: &PgPool,
    manager: &dyn ProcessManager,
    cancellation: &CancellationToken,
) {
    let mut pause = FIRST_PAUSE;
    while !cancellation.is_cancelled() {
        let run = cancellation.run_until_cancelled(run(app, pool, manager, &mut pause)).await;
        let Some(Err(error)) = run else { return };
        tracing::error!(manager = manager.name(), %error, "a step is tried again");
        let _ = cancellation.run_until_cancelled(tokio::time::sleep(pause)).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn run(
    app: &App,
    pool: &PgPool,
    manager: &dyn ProcessManager,
    pause: &mut Duration,
) -> Result<(), String> {
    let from = checkpoint::read(pool, manager.name()).await.map_err(|error| error.to_string())?;
    let categories = Categories::Only(manager.categories().into());
    let mut subscription = app.log.subscribe(from, categories, BATCH);
    loop {
        let batch = subscription.next().await.map_err(|error| error.to_string())?;
        for event in &batch.events {
            manager
                .react(app, event)
                .await
                .map_err(|cause| format!("{} at position {}: {cause}", event.stream, event.position))?;
        }
        checkpoint::write(pool, manager.name(), batch.up_to).await.map_err(|error| error.to_string())?;
        *pause = FIRST_PAUSE;
    }
}
