//! Idempotency keys in memory, for tests.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::keys::{Begun, Command, Held, Keys, KeysError};

#[derive(Debug)]
struct Row {
    request: Uuid,
    begun_at: DateTime<Utc>,
    holder: Uuid,
    held_until: DateTime<Utc>,
    answer: Option<String>,
}

#[derive(Debug, Default)]
pub struct MemoryKeys {
    rows: Mutex<HashMap<Uuid, Row>>,
    fails: AtomicBool,
}

impl MemoryKeys {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Row>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Makes the next response fail to be stored.
    #[cfg(test)]
    pub(crate) fn fail_at_the_next_answer(&self) {
        self.fails.store(true, Ordering::SeqCst);
    }

    /// Changes the row of this attempt; returns whether it existed.
    fn change(&self, held: Held, change: impl FnOnce(&mut Row)) -> bool {
        match self.lock().get_mut(&held.id) {
            Some(row) if row.holder == held.holder && row.answer.is_none() => {
                change(row);
                true
            }
            _ => false,
        }
    }
}

#[async_trait]
impl Keys for MemoryKeys {
    async fn begin(
        &self,
        command: &Command,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        expired: DateTime<Utc>,
    ) -> Result<Begun, KeysError> {
        let mut rows = self.lock();
        rows.retain(|_, row| row.begun_at > expired);
        let Held { id, holder } = command.held;
        let new = || Row { request: command.request, begun_at: now, holder, held_until: until, answer: None };
        let mut known = true;
        let row = rows.entry(id).or_insert_with(|| {
            known = false;
            new()
        });
        Ok(match &row.answer {
            _ if !known => Begun::Mine { since: now, again: false },
            _ if row.request != command.request => Begun::AnotherRequest,
            Some(answer) => Begun::Answered { answer: answer.clone() },
            None if row.held_until > now && row.holder != holder => Begun::UnderWay,
            None => {
                (row.holder, row.held_until) = (holder, until);
                Begun::Mine { since: row.begun_at, again: true }
            }
        })
    }

    async fn renew(&self, held: Held, until: DateTime<Utc>) -> Result<(), KeysError> {
        self.change(held, |row| row.held_until = until);
        Ok(())
    }

    async fn answer(&self, held: Held, answer: &str) -> Result<bool, KeysError> {
        if self.fails.swap(false, Ordering::SeqCst) {
            return Err(KeysError("down".to_owned()));
        }
        Ok(self.change(held, |row| row.answer = Some(answer.to_owned())))
    }

    async fn release(&self, held: Held, now: DateTime<Utc>) -> Result<(), KeysError> {
        self.change(held, |row| row.held_until = now);
        Ok(())
    }

    async fn forget(&self, held: Held) -> Result<(), KeysError> {
        let mine = |row: &Row| row.holder == held.holder && row.answer.is_none();
        self.lock().retain(|id, row| *id != held.id || !mine(row));
        Ok(())
    }
}
