//! Hashing passwords: argon2id, off the asynchronous threads, a few at a time.

use std::sync::{Arc, OnceLock};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version, password_hash::phc::PasswordHash,
};
use service_kit::Ids;
use tokio::sync::Semaphore;

/// What one hash costs. Hashes made at one cost can be verified at any other: each says what it was made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashingCost {
    /// Memory in KiB, at least 8.
    pub memory_kib: u32,
    /// Passes over the memory, at least 1.
    pub passes: u32,
}

impl HashingCost {
    /// What OWASP recommends for argon2id with one lane: 19 MiB and two passes.
    pub const PRODUCTION: Self = Self { memory_kib: 19 * 1024, passes: 2 };
    /// As little as there is: for tests, and for accounts that protect nothing.
    pub const LEAST: Self = Self { memory_kib: 8, passes: 1 };
}

impl Default for HashingCost {
    fn default() -> Self {
        Self::PRODUCTION
    }
}

/// Hashes and verifies passwords. Cheap to clone; clones share the limit on how many run at once.
#[derive(Clone)]
pub struct Passwords {
    argon2: Argon2<'static>,
    ids: Arc<dyn Ids>,
    /// One permit per hash that may run: each takes a core and its memory.
    permits: Arc<Semaphore>,
    /// A hash that no password matches, made at the first need.
    decoy: Arc<OnceLock<String>>,
}

impl Passwords {
    /// Passwords hashed at this cost, with salts from `ids`.
    ///
    /// # Panics
    /// When the cost is below [`HashingCost::LEAST`].
    pub fn new(cost: HashingCost, ids: Arc<dyn Ids>) -> Self {
        let params =
            Params::new(cost.memory_kib, cost.passes, 1, None).expect("the cost is at least the least");
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            ids,
            permits: Arc::new(Semaphore::new(at_once)),
            decoy: Arc::default(),
        }
    }

    /// The password's hash in PHC string form, with a new salt.
    pub async fn hash(&self, password: &str) -> String {
        let (this, password) = (self.clone(), password.to_owned());
        self.apart(move || this.hash_now(&password)).await
    }

    /// Whether the password matches the hash. Without a hash the answer is no, after the same work, so that the time
    /// does not tell whether there is one.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> bool {
        let (this, password, hash) = (self.clone(), password.to_owned(), hash.map(str::to_owned));
        self.apart(move || {
            let decoy = || this.decoy.get_or_init(|| this.hash_now("")).clone();
            let matches = this.matches(&password, &hash.clone().unwrap_or_else(decoy));
            matches && hash.is_some()
        })
        .await
    }

    fn hash_now(&self, password: &str) -> String {
        let salt = self.ids.bytes::<16>();
        let hash = self.argon2.hash_password_with_salt(password.as_bytes(), &salt);
        hash.expect("argon2 takes any password below 4 GiB and a salt of 16 bytes").to_string()
    }

    fn matches(&self, password: &str, hash: &str) -> bool {
        PasswordHash::new(hash)
            .is_ok_and(|hash| self.argon2.verify_password(password.as_bytes(), &hash).is_ok())
    }

    async fn apart<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let permit = self.permits.clone().acquire_owned().await.expect("the semaphore is never closed");
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

    fn passwords(cost: HashingCost) -> Passwords {
        Passwords::new(cost, Arc::new(SeededIds::new(1)))
    }

    #[tokio::test]
    async fn a_password_matches_its_hash_alone() {
        let passwords = passwords(HashingCost::LEAST);
        let hash = passwords.hash("Secret-1!").await;
        assert!(hash.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{hash}");
        assert!(passwords.verify("Secret-1!", Some(&hash)).await);
        assert!(!passwords.verify("Secret-2!", Some(&hash)).await);
        assert_ne!(passwords.hash("Secret-1!").await, hash, "each hash has a salt of its own");
    }

    #[tokio::test]
    async fn without_a_hash_nothing_matches() {
        let passwords = passwords(HashingCost::LEAST);
        assert!(!passwords.verify("", None).await, "not even the decoy's own password");
        assert!(!passwords.verify("Secret-1!", None).await);
        assert!(!passwords.verify("Secret-1!", Some("no hash")).await);
    }

    #[tokio::test]
    async fn a_cheap_hash_is_verified_by_an_expensive_verifier() {
        let hash = passwords(HashingCost::LEAST).hash("Secret-1!").await;
        let production = passwords(HashingCost::PRODUCTION);
        assert!(production.verify("Secret-1!", Some(&hash)).await);
        let hash = production.hash("Secret-1!").await;
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    }
}
