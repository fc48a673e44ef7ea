//! Things that one journey at a time may use, such as customers: a customer has one open checkout.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The one that was used longest ago comes first.
pub(crate) struct Pool<T>(Mutex<VecDeque<T>>);

impl<T> Pool<T> {
    pub(crate) fn new(all: impl IntoIterator<Item = T>) -> Self {
        Self(Mutex::new(all.into_iter().collect()))
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn take(&self) -> Option<T> {
        self.all().pop_front()
    }

    pub(crate) fn put(&self, one: T) {
        self.all().push_back(one);
    }
}
