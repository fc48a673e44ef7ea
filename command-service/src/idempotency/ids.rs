//! Deterministic randomness for a command with an idempotency key: a repetition draws the same ids.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use service_kit::Ids;
use shared_events::personal::SubjectKey;

/// The attempt at a command with a key, as the middleware adds it to the request.
#[derive(Clone)]
pub(crate) struct KeyedAttempt {
    /// Randomness that follows from the key.
    pub(crate) ids: Arc<dyn Ids>,
    /// Whether the command has been started before, so that the log may contain its events.
    pub(crate) repetition: bool,
}

impl KeyedAttempt {
    /// `seed` is unpredictable for clients: a fingerprint with a key of this installation.
    pub(super) fn new(seed: SubjectKey, repetition: bool) -> Self {
        Self { ids: Arc::new(KeyedIds { seed, drawn: AtomicU64::new(0) }), repetition }
    }
}

struct KeyedIds {
    seed: SubjectKey,
    drawn: AtomicU64,
}

impl Ids for KeyedIds {
    fn fill(&self, bytes: &mut [u8]) {
        for block in bytes.chunks_mut(32) {
            let number = self.drawn.fetch_add(1, Ordering::Relaxed);
            block.copy_from_slice(&self.seed.fingerprint(&number.to_be_bytes())[..block.len()]);
        }
    }
}
