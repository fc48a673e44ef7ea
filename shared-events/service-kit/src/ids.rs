//! The injected source of randomness for ids, keys and secrets. With a seed it is repeatable.

use std::sync::Mutex;

use rand::{
    Rng, SeedableRng, TryRng,
    rngs::{StdRng, SysRng},
};
use shared_events::ids::Id;
use uuid::Uuid;

/// A source of random bytes.
pub trait Ids: Send + Sync {
    /// Fills the buffer.
    fn fill(&self, bytes: &mut [u8]);
}

impl dyn Ids + '_ {
    /// A new random UUID (version 4).
    pub fn uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.bytes()).into_uuid()
    }

    /// A new id of any kind.
    pub fn id<Kind>(&self) -> Id<Kind> {
        Id::new(self.uuid())
    }

    /// A random byte.
    pub fn byte(&self) -> u8 {
        let [byte] = self.bytes();
        byte
    }

    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }
}

/// The operating system's randomness, which is secure enough for keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemIds;

impl Ids for SystemIds {
    fn fill(&self, bytes: &mut [u8]) {
        SysRng.try_fill_bytes(bytes).expect("the operating system gives random bytes");
    }
}

/// Repeatable randomness from a seed: for tests and the demo market, never for the keys of real people.
#[derive(Debug)]
pub struct SeededIds(Mutex<StdRng>);

impl SeededIds {
    /// Begins the sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }
}

impl Ids for SeededIds {
    fn fill(&self, bytes: &mut [u8]) {
        self.0.lock().expect("filling a buffer does not panic").fill_bytes(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_ids() {
        let (first, second): (&dyn Ids, &dyn Ids) = (&SeededIds::new(7), &SeededIds::new(7));
        assert_eq!([first.uuid(), first.uuid()], [second.uuid(), second.uuid()]);
    }

    #[test]
    fn ids_differ() {
        let ids: &dyn Ids = &SystemIds;
        assert_ne!(ids.uuid(), ids.uuid());
    }
}
