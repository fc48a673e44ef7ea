//! Commands to one stream wait for each other instead of losing to each other.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use uuid::Uuid;

/// How many streams have a queue. Whoever's queue was dropped while in use meets a conflict, as with another process.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(4_096).expect("it is not zero");

/// Whose turn it is at each stream, first come, first served, within this process. Expected versions are what keeps a
/// stream right; turns only spare a crowd at one stream from deciding on states that are old by the time of the append.
#[derive(Clone, Debug)]
pub struct Turns(Arc<Mutex<LruCache<Stream, Arc<Turn<()>>>>>);

type Stream = (&'static str, Uuid);

impl Default for Turns {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(REMEMBERED))))
    }
}

impl Turns {
    /// Waits for the turn at a stream, and has it until the answer is dropped.
    pub(super) async fn take(&self, category: &'static str, id: Uuid) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(turns.get_or_insert((category, id), Arc::default))
        };
        turn.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use super::*;

    #[tokio::test]
    async fn the_turn_ends_with_whoever_has_it_and_other_streams_do_not_wait() {
        let turns = Turns::default();
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let first = turns.take("stock", one).await;
        drop(turns.take("stock", other).await);
        drop(turns.take("product", one).await);
        let mut second = pin!(turns.take("stock", one));
        assert!(futures_util::poll!(&mut second).is_pending());
        drop(first);
        drop(second.await);
    }
}
