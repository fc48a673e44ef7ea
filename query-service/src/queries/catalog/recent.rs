//! A cache for expensive catalog queries that are often repeated.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use lru::LruCache;
use shared_events::Position;
use tokio::{sync::Mutex as Turn, time::timeout};

use super::VIEW;
use crate::Waiter;

/// The number of answers in the cache.
const CACHE_SIZE: NonZeroUsize = NonZeroUsize::new(1_000).expect("it is not 0");
/// While the catalog changes, an answer is reused for this multiple of the time that its computation took. So
/// recomputing takes at most 2% of the time.
const REUSE_PER_COST: u32 = 50;
/// The longest reuse while the catalog changes.
const MAX_AGE_WHILE_CHANGING: Duration = Duration::from_secs(10);
/// The longest reuse in all other cases: while no change is known (its notification may be lost), or while the answer
/// is being recomputed.
const MAX_AGE: Duration = Duration::from_secs(60);

/// A cache of catalog answers. Cloning is cheap.
#[derive(Debug)]
pub(super) struct Recent<T>(Arc<Mutex<LruCache<String, Arc<Entry<T>>>>>);

#[derive(Debug)]
struct Entry<T> {
    kept: Mutex<Option<Kept<T>>>,
    /// Held by the caller that computes the answer.
    turn: Arc<Turn<()>>,
}

#[derive(Debug)]
struct Kept<T> {
    answer: T,
    /// The view's position when the answer was computed, if it was known.
    at: Option<Position>,
    /// The waiter's epoch at that time: positions of another epoch are not comparable.
    epoch: u64,
    since: Instant,
    /// How long the computation took.
    cost: Duration,
}

/// The present state of the view, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Known {
    epoch: u64,
    at: Option<Position>,
}

impl<T> Kept<T> {
    /// Whether the answer is fresh enough for a client that has seen `least`.
    fn is_good(&self, least: Option<Position>, now: Known) -> bool {
        let is_unchanged = now.at.is_some() && self.at >= now.at;
        self.is_passable(least, now)
            && (is_unchanged
                || self.since.elapsed() < (self.cost * REUSE_PER_COST).min(MAX_AGE_WHILE_CHANGING))
    }

    /// Whether the answer may be returned to a client that has seen `least` while it is being recomputed.
    fn is_passable(&self, least: Option<Position>, now: Known) -> bool {
        self.epoch == now.epoch && self.at >= least && self.since.elapsed() < MAX_AGE
    }
}

impl<T> Clone for Recent<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(CACHE_SIZE))))
    }
}

impl<T: Clone + Send + 'static> Recent<T> {
    /// Returns the cached answer, or computes it with `find`. The cached answer is used while the catalog is
    /// unchanged, or for a time proportional to its cost. A client that has seen the catalog at the position `least`
    /// gets an answer as of then or later. One caller computes an entry, and the others wait for it.
    ///
    /// # Errors
    /// The errors of `find`.
    pub(super) async fn get<E: Send>(
        &self,
        key: String,
        waiter: &Waiter,
        least: Option<Position>,
        find: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Result<T, E> {
        let now = Known { epoch: waiter.epoch(), at: waiter.seen(VIEW) };
        let entry = self.entry(key);
        if let Some(answer) = entry.kept(|kept| kept.is_good(least, now)) {
            return Ok(answer);
        }
        if let Some(answer) = entry.kept(|kept| kept.is_passable(least, now)) {
            if let Ok(turn) = entry.turn.clone().try_lock_owned() {
                let limit = waiter.answer_limit();
                tokio::spawn(async move {
                    let _turn = turn;
                    // If this computation fails, the next reader computes the expired entry and gets the error.
                    let _ = timeout(limit, entry.find(now, find)).await;
                });
            }
            return Ok(answer);
        }
        let asked = Instant::now();
        let _turn = entry.turn.lock().await;
        match entry.kept(|kept| kept.is_passable(least, now) && kept.since + kept.cost >= asked) {
            Some(answer) => Ok(answer),
            None => entry.find(now, find).await,
        }
    }

    fn entry(&self, key: String) -> Arc<Entry<T>> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries
            .get_or_insert(key, || Arc::new(Entry { kept: Mutex::default(), turn: Arc::default() }))
            .clone()
    }
}

impl<T: Clone> Entry<T> {
    fn kept(&self, is_wanted: impl FnOnce(&Kept<T>) -> bool) -> Option<T> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|kept| is_wanted(kept)).map(|kept| kept.answer.clone())
    }

    /// Computes the answer. The view's position was read before, so the answer is at least as new.
    async fn find<E>(&self, now: Known, find: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let Known { epoch, at } = now;
        let since = Instant::now();
        let answer = find.await?;
        let kept = Kept { answer: answer.clone(), at, epoch, since, cost: since.elapsed() };
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use futures_util::future::join_all;

    use super::*;

    fn kept(at: u64, cost: Duration, age: Duration) -> Kept<()> {
        let since = Instant::now().checked_sub(age).expect("the machine runs for longer");
        Kept { answer: (), at: Some(Position(at)), epoch: 1, since, cost }
    }

    #[test]
    fn an_answer_is_reused_while_nothing_changes_or_for_a_short_time() {
        let (cheap, dear) = (Duration::from_micros(1), Duration::from_secs(1));
        let second = Duration::from_secs(1);
        let at = |position| Some(Position(position));
        for (kept, least, now, is_good) in [
            // Nothing has changed, or the reader need not see the change yet.
            (kept(5, cheap, second), None, at(5), true),
            (kept(5, dear, second), None, at(6), true),
            (kept(5, dear, second), at(5), at(6), true),
            // The answer is older than its cost allows, or than the longest reuse.
            (kept(5, cheap, second), None, at(6), false),
            (kept(5, dear, second * 11), None, at(6), false),
            (kept(5, dear, second * 61), None, at(5), false),
            // The answer is older than what this reader has seen.
            (kept(5, dear, second), at(6), at(6), false),
            // The view's position is unknown.
            (kept(5, cheap, second), None, None, false),
            (kept(5, dear, second), None, None, true),
        ] {
            let known = |epoch| Known { epoch, at: now };
            assert_eq!(kept.is_good(least, known(1)), is_good, "{kept:?} for {least:?} at {now:?}");
            assert!(!kept.is_good(least, known(2)), "{kept:?} is of another epoch");
        }
        let now = Known { epoch: 1, at: None };
        assert!(kept(5, cheap, second * 59).is_passable(at(5), now));
        assert!(!kept(5, cheap, second).is_passable(at(6), now));
        assert!(!kept(5, cheap, second * 61).is_passable(None, now));
    }

    #[tokio::test]
    async fn concurrent_callers_share_one_computation() {
        let recent = Recent::default();
        let looked = Arc::new(AtomicUsize::new(0));
        let waiter = Waiter::idle();
        let asked = (0..50).map(|_| {
            let (recent, looked, waiter) = (recent.clone(), looked.clone(), waiter.clone());
            async move {
                let find = async move {
                    tokio::task::yield_now().await;
                    Ok::<_, Infallible>(looked.fetch_add(1, Ordering::SeqCst))
                };
                recent.get("all".to_owned(), &waiter, None, find).await
            }
        });
        for answer in join_all(asked).await {
            assert_eq!(answer, Ok(0));
        }
    }

    #[tokio::test]
    async fn an_error_is_returned_and_not_cached() {
        let recent = Recent::default();
        let waiter = Waiter::idle();
        let get = |found| recent.get("all".to_owned(), &waiter, None, async move { found });
        assert_eq!(get(Err("gone")).await, Err("gone"));
        assert_eq!(get(Ok(7)).await, Ok(7));
    }
}
