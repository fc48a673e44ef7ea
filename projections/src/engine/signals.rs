//! Signals to the jobs of a view while they run.

use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Poll interval: the longest until lost news from other processes is noticed.
pub(super) const SIGNAL_POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Signals to a running job.
#[derive(Clone)]
pub(super) struct Signals {
    /// Cancelled when the job must end.
    pub(super) stop: CancellationToken,
    /// Changed when generations or operators' requests may have changed.
    news: watch::Receiver<()>,
}

impl Signals {
    pub(super) const fn new(stop: CancellationToken, news: watch::Receiver<()>) -> Self {
        Self { stop, news }
    }

    /// Whether there has been news since the last call.
    pub(super) fn have_news(&mut self) -> bool {
        let changed = self.news.has_changed().unwrap_or(false);
        if changed {
            self.news.mark_unchanged();
        }
        changed
    }

    /// Returns when there has been news since the last call of [`Signals::have_news`].
    pub(super) async fn news(&self) {
        let mut news = self.news.clone();
        if news.changed().await.is_err() {
            // The listener has ended, and the process is ending, too.
            std::future::pending().await
        }
    }
}
