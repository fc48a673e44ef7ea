//! Whether a session or an API key is still valid, read from the log and cached until an event changes it.
//!
//! A token is valid for hours, so every request checks whether its session is still open. The first request reads the
//! necessary state (the credential's generation, whether the account is deactivated, whether the session was ended)
//! from three short streams, and caches it. A subscription to the log drops entries that an event concerns, whichever
//! process wrote the event. An account's API keys are cached in the same
//! way. While the subscription is behind, nothing is cached, and each request reads the log.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    convert::Infallible,
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use domain::{account::Account, api_key::ApiKeys, credential::Credential};
use event_store::{Batch, Categories, EventLog, LogError, ReadError};
use lru::LruCache;
use service_kit::{
    Problem,
    api_keys::{ApiKey, PresentedKey},
    caller,
    token::Claims,
};
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ApiKeyEvent, CredentialEvent, SessionEvent},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::application::{Failure, load};

/// The number of accounts, of sessions, and of accounts with API keys in the cache: some megabytes.
const MAX_CACHED: NonZeroUsize = NonZeroUsize::new(16_384).expect("it is not zero");
/// The number of accounts without API keys in the cache. Tokens that anybody made up name such accounts, so they have places of
/// their own.
const MAX_KEYLESS_CACHED: NonZeroUsize = NonZeroUsize::new(1_024).expect("it is not zero");
const EVENTS_PER_READ: usize = 1_000;
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
const CATEGORIES: &[&str] =
    &[AccountEvent::CATEGORY, ApiKeyEvent::CATEGORY, CredentialEvent::CATEGORY, SessionEvent::CATEGORY];

/// Checks whether sessions are open. Cloning is cheap; clones share the cache.
#[derive(Clone)]
pub struct Sessions {
    log: EventLog,
    memory: Arc<Mutex<Memory>>,
}

/// The state of an account that its sessions depend on.
#[derive(Clone, Debug, Default)]
struct Standing {
    active: bool,
    credential: Credential,
}

#[derive(Debug)]
struct Memory {
    /// Whether the subscription has reached the end of the log, so that entries are dropped when they change.
    following: bool,
    /// Number of drops: a value that was read before the latest drop is not cached.
    drops: u64,
    accounts: LruCache<Uuid, Arc<Standing>>,
    ended: LruCache<Uuid, bool>,
    api_keys: LruCache<Uuid, Arc<ApiKeys>>,
    keyless: LruCache<Uuid, Arc<ApiKeys>>,
}

impl Sessions {
    /// Checks sessions against this log. Caches nothing until [`Self::follow`] runs.
    pub fn new(log: EventLog) -> Self {
        let memory = Memory {
            following: false,
            drops: 0,
            accounts: LruCache::new(MAX_CACHED),
            ended: LruCache::new(MAX_CACHED),
            api_keys: LruCache::new(MAX_CACHED),
            keyless: LruCache::new(MAX_KEYLESS_CACHED),
        };
        Self { log, memory: Arc::new(Mutex::new(memory)) }
    }

    /// Follows the log until stopped, which keeps the cache correct.
    pub async fn follow(self, cancellation: CancellationToken) {
        cancellation.run_until_cancelled(self.keep_up()).await;
    }

    async fn keep_up(&self) {
        loop {
            let Err(error) = self.follow_until_it_fails().await;
            tracing::warn!(%error, "cannot follow the log for ended sessions; session cache disabled");
            self.memory().forget_all();
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
    }

    async fn follow_until_it_fails(&self) -> Result<Infallible, LogError> {
        // The cache is empty when the subscription starts.
        let epoch = self.log.epoch();
        let head = self.log.head().await?;
        let mut subscription =
            self.log.subscribe(head, Categories::Only(Cow::Borrowed(CATEGORIES)), EVENTS_PER_READ);
        if self.log.epoch() != epoch {
            return Err(ReadError::Replaced.into());
        }
        self.memory().following = true;
        loop {
            let batch = subscription.next().await?;
            self.memory().take_in(&batch);
        }
    }

    /// Drops an account's entries in this process at once, without waiting for the event.
    pub(crate) fn forget(&self, id: Uuid) {
        self.memory().drop_all_of(id);
    }

    async fn standing(&self, account: Uuid) -> Result<Arc<Standing>, Failure<Infallible>> {
        let drops = {
            let mut memory = self.memory();
            if memory.following
                && let Some(standing) = memory.accounts.get(&account)
            {
                return Ok(standing.clone());
            }
            memory.following.then_some(memory.drops)
        };
        let (account_state, credential) = tokio::try_join!(
            load::<Account, _>(&self.log, account),
            load::<Credential, _>(&self.log, account),
        )?;
        let active = account_state.state.active().is_some();
        let standing = Arc::new(Standing { active, credential: credential.state });
        let mut memory = self.memory();
        if memory.following && Some(memory.drops) == drops {
            memory.accounts.put(account, standing.clone());
        }
        Ok(standing)
    }

    async fn was_ended(&self, session: Uuid) -> Result<bool, LogError> {
        let drops = {
            let mut memory = self.memory();
            if memory.following
                && let Some(ended) = memory.ended.get(&session)
            {
                return Ok(*ended);
            }
            memory.following.then_some(memory.drops)
        };
        let last = self.log.last::<SessionEvent>(session).await?;
        let ended = last.is_some_and(|last| matches!(last.event, SessionEvent::SessionEnded { .. }));
        let mut memory = self.memory();
        if memory.following && Some(memory.drops) == drops {
            memory.ended.put(session, ended);
        }
        Ok(ended)
    }

    async fn keys_of(&self, account: Uuid) -> Result<Arc<ApiKeys>, Failure<Infallible>> {
        let drops = {
            let mut memory = self.memory();
            if memory.following
                && let Some(keys) = memory.keys_of(account)
            {
                return Ok(keys);
            }
            memory.following.then_some(memory.drops)
        };
        let keys = Arc::new(load::<ApiKeys, _>(&self.log, account).await?.state);
        let mut memory = self.memory();
        if memory.following && Some(memory.drops) == drops {
            let cache = if keys.live.is_empty() { &mut memory.keyless } else { &mut memory.api_keys };
            cache.put(account, keys.clone());
        }
        Ok(keys)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    fn keys_of(&mut self, account: Uuid) -> Option<Arc<ApiKeys>> {
        self.api_keys.get(&account).or_else(|| self.keyless.get(&account)).cloned()
    }

    /// Drops the entries that a batch of events concerns. The other entries are valid if this was the last batch.
    fn take_in(&mut self, batch: &Batch) {
        batch.events.iter().for_each(|event| self.drop_concerned(event));
        // An unreadable event concerns an entry, too.
        batch.unreadable.iter().for_each(|event| self.drop_all_of(event.stream.id));
        self.following = batch.caught_up;
    }

    fn drop_concerned(&mut self, event: &Recorded<RawEvent>) {
        // This is the only event of a session that comes before the session can be cached.
        if event.event.event_type != "SessionOpened" {
            self.drop_all_of(event.stream.id);
        }
    }

    fn drop_all_of(&mut self, id: Uuid) {
        self.drops += 1;
        self.accounts.pop(&id);
        self.ended.pop(&id);
        self.api_keys.pop(&id);
        self.keyless.pop(&id);
    }

    fn forget_all(&mut self) {
        self.drops += 1;
        self.following = false;
        self.accounts.clear();
        self.ended.clear();
        self.api_keys.clear();
        self.keyless.clear();
    }
}

#[async_trait]
impl caller::Sessions for Sessions {
    async fn goes_on(&self, claims: &Claims) -> Result<bool, Problem> {
        let standing = self.standing(claims.sub.uuid()).await.map_err(not_known)?;
        if !standing.active || !standing.credential.admits(claims.sid, claims.generation) {
            return Ok(false);
        }
        let ended = self.was_ended(claims.sid.uuid()).await;
        ended.map(|ended| !ended).map_err(|error| not_known(error.into()))
    }

    async fn api_key(&self, presented: &PresentedKey) -> Result<Option<ApiKey>, Problem> {
        let account = presented.account.uuid();
        let keys = self.keys_of(account).await.map_err(not_known)?;
        let Some((id, key)) = keys.with_hash(&presented.hash) else { return Ok(None) };
        if !self.standing(account).await.map_err(not_known)?.active {
            return Ok(None);
        }
        Ok(Some(ApiKey { id, role: key.role, scopes: key.scopes.iter().copied().collect() }))
    }
}

fn not_known(failure: Failure<Infallible>) -> Problem {
    match failure {
        Failure::Unavailable(cause) => Problem::unavailable(&cause),
        defect => Problem::internal(&defect),
    }
}
