//! The queue for password hashing. It has a limited number of places and a share for each caller, so that a
//! caller learns at once when it is full, and no caller takes all places.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

/// The caller for whom a password is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// Logged in, or on a known device; identified by account or e-mail address. Strangers do not delay known
    /// callers.
    Known(Uuid),
    /// Any other caller, identified by network address, if known.
    Stranger(Option<IpAddr>),
}

/// All places are taken, or all places of the caller's share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Too many people are signing in right now. Please try again in a moment.")]
pub struct Crowded;

impl Crowded {
    /// Delay before the next try, in seconds: a full queue is empty by then.
    pub const RETRY_AFTER: u64 = 2;
}

/// Limits the places and the concurrent hashes.
#[derive(Debug)]
pub(super) struct Queue {
    /// One permit for each hash that may run: each uses a core and its memory.
    running: Arc<Semaphore>,
    places: usize,
    /// The number of places that one caller may take.
    share: usize,
    taken: Mutex<HashMap<Asker, usize>>,
}

impl Queue {
    pub(super) fn new(at_once: usize, places: usize, share: usize) -> Arc<Self> {
        let running = Arc::new(Semaphore::new(at_once));
        Arc::new(Self { running, places, share, taken: Mutex::default() })
    }

    /// Takes a place, which is freed when the ticket is dropped.
    pub(super) fn enter(self: &Arc<Self>, asker: Asker) -> Result<Ticket, Crowded> {
        let mut taken = self.taken();
        let all: usize = taken.values().sum();
        let own = taken.entry(asker).or_default();
        // Callers with an unknown address are not one person, so no share applies.
        let share = if asker == Asker::Stranger(None) { self.places } else { self.share };
        if all >= self.places || *own >= share {
            if *own == 0 {
                taken.remove(&asker);
            }
            return Err(Crowded);
        }
        *own += 1;
        Ok(Ticket { queue: self.clone(), asker })
    }

    /// Waits for a free thread.
    pub(super) async fn permit(&self) -> OwnedSemaphorePermit {
        self.running.clone().acquire_owned().await.expect("the semaphore is never closed")
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<Asker, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in a queue.
#[derive(Debug)]
pub(super) struct Ticket {
    queue: Arc<Queue>,
    asker: Asker,
}

impl Ticket {
    /// Waits for a free thread.
    pub(super) async fn turn(&self) -> OwnedSemaphorePermit {
        self.queue.permit().await
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut taken = self.queue.taken();
        if let Some(own) = taken.get_mut(&self.asker) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.asker);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stranger(last: u8) -> Asker {
        Asker::Stranger(Some([192, 0, 2, last].into()))
    }

    #[test]
    fn a_full_queue_refuses_and_a_dropped_ticket_makes_room() {
        let queue = Queue::new(1, 3, 3);
        let mut tickets: Vec<Ticket> = (0..3).map(|last| queue.enter(stranger(last)).unwrap()).collect();
        assert_eq!(queue.enter(stranger(7)).map(drop), Err(Crowded));
        tickets.pop();
        queue.enter(stranger(7)).unwrap();
        tickets.clear();
        assert!(queue.taken().is_empty(), "nobody is remembered");
    }

    #[test]
    fn an_address_has_a_share_of_the_places_and_unknown_ones_have_all() {
        let queue = Queue::new(1, 4, 2);
        let _tickets = [queue.enter(stranger(1)).unwrap(), queue.enter(stranger(1)).unwrap()];
        assert_eq!(queue.enter(stranger(1)).map(drop), Err(Crowded));
        let unknown = Asker::Stranger(None);
        let _others = [queue.enter(unknown).unwrap(), queue.enter(unknown).unwrap()];
        assert_eq!(queue.enter(unknown).map(drop), Err(Crowded));
    }
}
