//! Which sessions have ended: told from the log, and remembered until the log says otherwise.
//!
//! A token is good for hours, so every request asks whether its session goes on. What that takes (the generation of the
//! credential, whether the account is shut out, whether the session was ended) is read from three short streams at
//! the first request and kept in memory. A subscription to the log drops what an event concerns, whichever process wrote
//! it. While the subscription is not at the log's end, nothing is remembered: each request asks the log.

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
use event_store::{Batch, Categories, EventLog, LogError, ReadError};
use lru::LruCache;
use service_kit::{Problem, caller, token::Claims};
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, CredentialEvent, SessionEvent},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    application::{Failure, load},
    domain::{account::Account, credential::Credential},
};

/// How many accounts and how many sessions are remembered: some megabytes.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(16_384).expect("it is not zero");
const PAGE: usize = 1_000;
const TRY_AGAIN: Duration = Duration::from_secs(1);
const CONCERNED: &[&str] = &[AccountEvent::CATEGORY, CredentialEvent::CATEGORY, SessionEvent::CATEGORY];

/// Which sessions go on. Cheap to clone; clones share what is remembered.
#[derive(Clone)]
pub struct Sessions {
    log: EventLog,
    memory: Arc<Mutex<Memory>>,
}

/// Where an account stands.
#[derive(Clone, Debug, Default)]
struct Standing {
    active: bool,
    credential: Credential,
}

#[derive(Debug)]
struct Memory {
    /// The subscription has seen all that there is: what is remembered is dropped when it changes.
    following: bool,
    /// Counts what was dropped: what was read before does not count any more.
    drops: u64,
    accounts: LruCache<Uuid, Arc<Standing>>,
    ended: LruCache<Uuid, bool>,
}

impl Sessions {
    /// Sessions as this log tells of them. Nothing is remembered until [`Self::follow`] runs.
    pub fn new(log: EventLog) -> Self {
        let memory = Memory {
            following: false,
            drops: 0,
            accounts: LruCache::new(REMEMBERED),
            ended: LruCache::new(REMEMBERED),
        };
        Self { log, memory: Arc::new(Mutex::new(memory)) }
    }

    /// Follows the log until told to stop, so that what is remembered is true.
    pub async fn follow(self, cancellation: CancellationToken) {
        cancellation.run_until_cancelled(self.keep_up()).await;
    }

    async fn keep_up(&self) {
        loop {
            let Err(error) = self.follow_until_it_fails().await;
            tracing::warn!(%error, "cannot follow ended sessions; every request asks the log");
            self.memory().forget_all();
            tokio::time::sleep(TRY_AGAIN).await;
        }
    }

    async fn follow_until_it_fails(&self) -> Result<Infallible, LogError> {
        // Nothing was remembered before the subscription's beginning.
        let epoch = self.log.epoch();
        let head = self.log.head().await?;
        let mut subscription = self.log.subscribe(head, Categories::Only(Cow::Borrowed(CONCERNED)), PAGE);
        if self.log.epoch() != epoch {
            return Err(ReadError::Replaced.into());
        }
        self.memory().following = true;
        loop {
            let batch = subscription.next().await?;
            self.memory().take_in(&batch);
        }
    }

    /// Drops what is remembered of an account, in this process at once and not when the log has told it.
    pub(crate) fn forget(&self, id: Uuid) {
        self.memory().drop_both(id);
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

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    /// Drops what a piece of the log concerns, and trusts what is left if it was the last piece.
    fn take_in(&mut self, batch: &Batch) {
        batch.events.iter().for_each(|event| self.drop_concerned(event));
        // An event that cannot be read concerns somebody, too.
        batch.unreadable.iter().for_each(|event| self.drop_both(event.stream.id));
        self.following = batch.caught_up;
    }

    fn drop_concerned(&mut self, event: &Recorded<RawEvent>) {
        // The only event of a session that was not known before.
        if event.event.event_type != "SessionOpened" {
            self.drop_both(event.stream.id);
        }
    }

    fn drop_both(&mut self, id: Uuid) {
        self.drops += 1;
        self.accounts.pop(&id);
        self.ended.pop(&id);
    }

    fn forget_all(&mut self) {
        self.drops += 1;
        self.following = false;
        self.accounts.clear();
        self.ended.clear();
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
}

fn not_known(failure: Failure<Infallible>) -> Problem {
    failure.into_problem(|never| match never {})
}
