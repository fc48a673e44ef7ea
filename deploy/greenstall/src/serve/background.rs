//! Runs the projections and the process managers beside HTTP.

use std::time::Duration;

use tokio::{task::JoinSet, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::Failure;

/// How long projections and process managers may take to finish their work in progress.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(10);

/// Parts that run until the token is cancelled. A part that ends earlier fails the whole process.
pub(super) struct Background {
    pub(super) stop: CancellationToken,
    /// Each task returns its name.
    parts: JoinSet<&'static str>,
}

impl Background {
    pub(super) fn new() -> Self {
        Self { stop: CancellationToken::new(), parts: JoinSet::new() }
    }

    pub(super) fn run(&mut self, name: &'static str, part: impl Future<Output = ()> + Send + 'static) {
        self.parts.spawn(async move {
            part.await;
            name
        });
    }

    /// Resolves with an error when a part ends. It is pending while all parts run, and when there are none.
    pub(super) async fn failed(&mut self) -> Failure {
        match self.parts.join_next().await {
            None => std::future::pending().await,
            Some(Ok(name)) => format!("the {name} have ended by themselves").into(),
            Some(Err(panic)) => panic.into(),
        }
    }

    /// Aborts all parts, because the database that they work with is gone.
    pub(super) fn abandon(mut self) {
        self.stop.cancel();
        self.parts.abort_all();
    }

    /// Tells all parts to stop, and waits for them up to [`SHUTDOWN_LIMIT`].
    pub(super) async fn finish(mut self) {
        self.stop.cancel();
        let all = async { while self.parts.join_next().await.is_some() {} };
        if timeout(SHUTDOWN_LIMIT, all).await.is_err() {
            tracing::warn!("interrupted background work; the next start continues it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_part_that_ends_too_early_is_named_and_the_others_finish_their_work() {
        let mut background = Background::new();
        let (stop, (finished, mut done)) = (background.stop.clone(), tokio::sync::oneshot::channel());
        background.run("projections", async move {
            stop.cancelled().await;
            finished.send(()).unwrap();
        });
        background.run("process managers", async {});
        assert_eq!(background.failed().await.to_string(), "the process managers have ended by themselves");
        background.finish().await;
        assert!(done.try_recv().is_ok());
    }
}
