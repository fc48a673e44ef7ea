//! Password hashing: argon2id, on blocking threads, a few at a time. A caller first takes a place in a queue. A full
//! queue refuses at once, and a caller who goes away leaves it before any work is done.

mod queue;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version, password_hash::phc::PasswordHash,
};
use domain::credential::password::{composed, spellings};
pub use queue::{Asker, Crowded};
use queue::{Queue, Ticket};
use service_kit::Ids;

/// Places in the strangers' queue, per core. In production a core makes 20 to 40 hashes a second, so the wait
/// is at most a second.
const PLACES_PER_CORE: usize = 16;
/// The most places of one account or device in the queue of known callers.
const MAX_PLACES_PER_KNOWN_CALLER: usize = 2;

/// The cost of a hash. A hash can be verified at any setting, because it contains its own cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashingCost {
    /// Memory in KiB, at least 8.
    pub memory_kib: u32,
    /// Passes over the memory, at least 1.
    pub passes: u32,
}

impl HashingCost {
    /// OWASP's recommendation for argon2id with one lane: 19 MiB and two passes.
    pub const PRODUCTION: Self = Self { memory_kib: 19 * 1024, passes: 2 };
    /// The lowest possible cost: for tests, and for accounts that protect nothing.
    pub const LEAST: Self = Self { memory_kib: 8, passes: 1 };
}

impl Default for HashingCost {
    fn default() -> Self {
        Self::PRODUCTION
    }
}

/// Hashes and verifies passwords. Cloning is cheap; clones share the queues.
#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    ids: Arc<dyn Ids>,
    strangers: Arc<Queue>,
    known: Arc<Queue>,
    /// A hash that no password matches, made on first use.
    decoy: Arc<OnceLock<String>>,
    /// A cache with one hash per password, if all accounts with the same password share it.
    made: Option<Arc<Mutex<HashMap<String, String>>>>,
}

impl Passwords {
    /// Hashes at this cost, with salts from `ids`.
    ///
    /// # Panics
    /// The cost is below [`HashingCost::LEAST`].
    pub fn new(cost: HashingCost, ids: Arc<dyn Ids>) -> Self {
        let params =
            Params::new(cost.memory_kib, cost.passes, 1, None).expect("the cost is at least the least");
        let passwords = Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            ids,
            strangers: Queue::new(1, 1, 1),
            known: Queue::new(1, 1, 1),
            decoy: Arc::default(),
            made: None,
        };
        passwords.with_places(PLACES_PER_CORE * cores())
    }

    /// As [`Self::new`], with this many places in each queue.
    #[must_use]
    pub fn with_places(self, places: usize) -> Self {
        // One address takes at most half of the places, so that others still find one.
        let strangers = Queue::new(cores(), places, places.div_ceil(2));
        // Known callers have a thread of their own, independent of strangers.
        let known = Queue::new(1, places, MAX_PLACES_PER_KNOWN_CALLER);
        Self { strangers, known, ..self }
    }

    /// For accounts that need no protection from each other: equal passwords get the same hash, and no queue is ever
    /// full.
    pub fn with_one_hash_each(cost: HashingCost, ids: Arc<dyn Ids>) -> Self {
        Self { made: Some(Arc::default()), ..Self::new(cost, ids).with_places(usize::MAX) }
    }

    /// Takes a place in the queue.
    ///
    /// # Errors
    /// [`Crowded`]: no place is free.
    pub fn queue(&self, asker: Asker) -> Result<Place, Crowded> {
        let queue = match asker {
            Asker::Known(_) => &self.known,
            Asker::Stranger(_) => &self.strangers,
        };
        Ok(Place { passwords: self.clone(), ticket: queue.enter(asker)? })
    }

    /// Occupies all threads for strangers until the returned permits are dropped.
    #[cfg(test)]
    pub(crate) async fn occupy(&self) -> Vec<tokio::sync::OwnedSemaphorePermit> {
        let mut permits = Vec::new();
        for _ in 0..cores() {
            permits.push(self.strangers.permit().await);
        }
        permits
    }

    fn hash_now(&self, password: &str) -> String {
        let Some(made) = &self.made else { return self.new_hash(password) };
        let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(password.to_owned()).or_insert_with(|| self.new_hash(password)).clone()
    }

    fn new_hash(&self, password: &str) -> String {
        let salt = self.ids.bytes::<16>();
        let hash = self.argon2.hash_password_with_salt(password.as_bytes(), &salt);
        hash.expect("argon2 takes any password below 4 GiB and a salt of 16 bytes").to_string()
    }

    fn matches(&self, password: &str, hash: &str) -> bool {
        PasswordHash::new(hash)
            .is_ok_and(|hash| self.argon2.verify_password(password.as_bytes(), &hash).is_ok())
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A place in the queue. Dropping it, or a future of it, frees the place.
pub struct Place {
    passwords: Passwords,
    ticket: Ticket,
}

impl Place {
    /// The password's hash in PHC string form, with a new salt.
    pub async fn hash(&self, password: &str) -> String {
        let (passwords, password) = (self.passwords.clone(), composed(password));
        self.apart(move || passwords.hash_now(&password)).await
    }

    /// Whether the password matches the hash, in one of its spellings. Without a hash the result is false after the same work, so that
    /// the time does not reveal whether there is one.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> bool {
        let (passwords, spellings) = (self.passwords.clone(), spellings(password));
        let hash = hash.map(str::to_owned);
        self.apart(move || {
            let decoy = || passwords.decoy.get_or_init(|| passwords.new_hash("")).clone();
            let against = hash.clone().unwrap_or_else(decoy);
            let matches = spellings.iter().any(|password| passwords.matches(password, &against));
            matches && hash.is_some()
        })
        .await
    }

    async fn apart<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let permit = self.ticket.turn().await;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        done.await.expect("hashing does not panic")
    }
}

#[cfg(test)]
mod tests {
    use service_kit::SeededIds;

    use super::*;

    const NOBODY: Asker = Asker::Stranger(None);

    fn passwords(cost: HashingCost) -> Passwords {
        Passwords::new(cost, Arc::new(SeededIds::new(1)))
    }

    fn place(cost: HashingCost) -> Place {
        passwords(cost).queue(NOBODY).unwrap()
    }

    #[tokio::test]
    async fn a_password_matches_only_its_own_hash() {
        let passwords = place(HashingCost::LEAST);
        let hash = passwords.hash("Secret-1!").await;
        assert!(hash.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{hash}");
        assert!(passwords.verify("Secret-1!", Some(&hash)).await);
        assert!(!passwords.verify("Secret-2!", Some(&hash)).await);
        assert_ne!(passwords.hash("Secret-1!").await, hash, "each hash has a salt of its own");
    }

    #[tokio::test]
    async fn without_a_hash_nothing_matches() {
        let passwords = place(HashingCost::LEAST);
        assert!(!passwords.verify("", None).await, "not even the decoy's own password");
        assert!(!passwords.verify("Secret-1!", None).await);
        assert!(!passwords.verify("Secret-1!", Some("no hash")).await);
    }

    #[tokio::test]
    async fn a_password_matches_in_every_spelling_of_its_accents() {
        let passwords = place(HashingCost::LEAST);
        let both = ["Café#2026", "Cafe\u{301}#2026"];
        let hashed_as_sent = both.map(|password| passwords.passwords.new_hash(password));
        for hash in
            [passwords.hash(both[0]).await, passwords.hash(both[1]).await].iter().chain(&hashed_as_sent)
        {
            for password in both {
                assert!(passwords.verify(password, Some(hash)).await, "{password}");
            }
            assert!(!passwords.verify("Cafe#2026", Some(hash)).await);
        }
    }

    #[tokio::test]
    async fn a_cheap_hash_is_verified_by_an_expensive_verifier() {
        let hash = place(HashingCost::LEAST).hash("Secret-1!").await;
        let production = place(HashingCost::PRODUCTION);
        assert!(production.verify("Secret-1!", Some(&hash)).await);
        let hash = production.hash("Secret-1!").await;
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    }

    #[tokio::test]
    async fn equal_passwords_share_a_hash_on_request() {
        let ids = Arc::new(SeededIds::new(1));
        let passwords = Passwords::with_one_hash_each(HashingCost::LEAST, ids);
        let place = passwords.queue(NOBODY).unwrap();
        let hash = place.hash("Secret-1!").await;
        assert_eq!(place.hash("Secret-1!").await, hash);
        assert_ne!(place.hash("Secret-2!").await, hash);
        assert!(place.verify("Secret-1!", Some(&hash)).await);
    }

    #[tokio::test]
    async fn no_hash_is_made_for_a_caller_who_went_away() {
        let ids: Arc<dyn Ids> = Arc::new(SeededIds::new(1));
        let passwords = Passwords::new(HashingCost::LEAST, ids.clone());
        let busy = passwords.queue(NOBODY).unwrap();
        let all_threads = passwords.occupy().await;
        let place = passwords.queue(NOBODY).unwrap();
        let mut gone = Box::pin(place.hash("Secret-1!"));
        assert!(futures_util::poll!(&mut gone).is_pending());
        drop(gone);
        drop(all_threads);
        busy.hash("Secret-2!").await;
        let alike: &dyn Ids = &SeededIds::new(1);
        let _first = alike.bytes::<16>();
        assert_eq!(ids.bytes::<16>(), alike.bytes::<16>(), "one salt was drawn");
    }

    #[tokio::test]
    async fn strangers_do_not_delay_known_callers() {
        let passwords = passwords(HashingCost::LEAST).with_places(2);
        let _strangers = [passwords.queue(NOBODY).unwrap(), passwords.queue(NOBODY).unwrap()];
        assert_eq!(passwords.queue(NOBODY).map(drop), Err(Crowded));
        let _all_threads = passwords.occupy().await;
        let known = passwords.queue(Asker::Known(uuid::Uuid::nil())).unwrap();
        assert!(known.hash("Secret-1!").await.starts_with("$argon2id$"));
    }
}
