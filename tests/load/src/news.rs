//! Matches events on streams with the commands that caused them, whichever of both is noticed first.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::{sync::oneshot, time::timeout};

/// Events that nobody has awaited for this long are forgotten.
const KEPT_FOR: Duration = Duration::from_secs(60);

enum Entry {
    Heard(Instant),
    Awaited(oneshot::Sender<Instant>),
}

/// Events by a name that the command and the event have in common.
#[derive(Default)]
pub(crate) struct News(Mutex<HashMap<String, Entry>>);

impl News {
    fn entries(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An event has arrived. Later ones with the same name do not count.
    pub(crate) fn heard(&self, name: &str, at: Instant) {
        let mut entries = self.entries();
        match entries.remove(name) {
            Some(Entry::Awaited(sender)) => {
                let _ = sender.send(at);
            }
            earlier => {
                entries.insert(name.to_owned(), earlier.unwrap_or(Entry::Heard(at)));
            }
        }
    }

    /// The moment at which the event arrived, or will have arrived; `None` if it does not come within this time.
    pub(crate) async fn wait_for(&self, name: &str, within: Duration) -> Option<Instant> {
        let receiver = {
            let mut entries = self.entries();
            if let Some(Entry::Heard(at)) = entries.remove(name) {
                return Some(at);
            }
            let (sender, receiver) = oneshot::channel();
            entries.insert(name.to_owned(), Entry::Awaited(sender));
            receiver
        };
        timeout(within, receiver).await.ok()?.ok()
    }

    /// Forgets old events.
    pub(crate) fn sweep(&self) {
        self.entries().retain(|_, entry| match entry {
            Entry::Heard(at) => at.elapsed() < KEPT_FOR,
            Entry::Awaited(sender) => !sender.is_closed(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_event_is_found_whether_it_comes_before_or_after_somebody_waits() {
        let news = News::default();
        let at = Instant::now();
        news.heard("before", at);
        news.heard("before", at + KEPT_FOR);
        assert_eq!(news.wait_for("before", KEPT_FOR).await, Some(at));
        let later = async {
            tokio::task::yield_now().await;
            news.heard("after", at);
        };
        assert_eq!(tokio::join!(news.wait_for("after", KEPT_FOR), later).0, Some(at));
    }

    #[tokio::test]
    async fn an_event_that_does_not_come_is_given_up_and_forgotten() {
        let news = News::default();
        assert_eq!(news.wait_for("never", Duration::ZERO).await, None);
        news.sweep();
        assert_eq!(news.entries().len(), 0);
    }

    #[test]
    fn young_events_are_kept() {
        let news = News::default();
        news.heard("young", Instant::now());
        news.sweep();
        assert_eq!(news.entries().len(), 1);
    }
}
