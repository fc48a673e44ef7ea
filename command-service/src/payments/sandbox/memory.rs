//! Books that are gone with the process, for tests.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;

use super::{books::Books, intent::Intent};
use crate::payments::PaymentError;

/// Books in memory.
#[derive(Debug, Default)]
pub struct MemoryBooks(Mutex<HashMap<String, Intent>>);

impl MemoryBooks {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Intent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Books for MemoryBooks {
    async fn open(&self, intent: Intent) -> Result<Intent, PaymentError> {
        Ok(self.lock().entry(intent.id.clone()).or_insert(intent).clone())
    }

    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError> {
        Ok(self.lock().get(id).cloned())
    }

    async fn replace(&self, before: &Intent, after: &Intent) -> Result<bool, PaymentError> {
        let mut books = self.lock();
        let found = books.get_mut(&before.id).filter(|present| *present == before);
        Ok(found.map(|present| *present = after.clone()).is_some())
    }
}
