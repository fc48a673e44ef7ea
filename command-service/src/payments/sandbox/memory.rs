//! The sandbox's books in memory, for tests.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{books::Books, intent::Intent};
use crate::payments::PaymentError;

#[derive(Debug, Default)]
pub struct MemoryBooks(Mutex<HashMap<String, Entry>>);

#[derive(Debug)]
struct Entry {
    intent: Intent,
    opened_at: DateTime<Utc>,
}

impl MemoryBooks {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Books for MemoryBooks {
    async fn open(&self, intent: Intent, now: DateTime<Utc>) -> Result<Intent, PaymentError> {
        let mut books = self.lock();
        let entry = books.entry(intent.id.clone()).or_insert(Entry { intent, opened_at: now });
        Ok(entry.intent.clone())
    }

    async fn opened_since(&self, since: DateTime<Utc>) -> Result<Vec<Intent>, PaymentError> {
        let books = self.lock();
        Ok(books
            .values()
            .filter(|entry| entry.opened_at >= since)
            .map(|entry| entry.intent.clone())
            .collect())
    }

    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError> {
        Ok(self.lock().get(id).map(|entry| entry.intent.clone()))
    }

    async fn replace(&self, before: &Intent, after: &Intent) -> Result<bool, PaymentError> {
        let mut books = self.lock();
        let found = books.get_mut(&before.id).filter(|entry| entry.intent == *before);
        Ok(found.map(|entry| entry.intent = after.clone()).is_some())
    }
}
