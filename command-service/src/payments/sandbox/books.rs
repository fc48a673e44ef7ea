//! Where the sandbox keeps its payments.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::intent::Intent;
use crate::payments::PaymentError;

/// Keeps payments by their ids. Each change is atomic and durable when it is answered.
#[async_trait]
pub trait Books: Send + Sync {
    /// Writes a new payment; one that is there already stays as it is and is answered.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn open(&self, intent: Intent, now: DateTime<Utc>) -> Result<Intent, PaymentError>;

    /// All payments that were opened since this moment, and those of which nobody knows when.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn opened_since(&self, since: DateTime<Utc>) -> Result<Vec<Intent>, PaymentError>;

    /// Reads a payment.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError>;

    /// Puts `after` in the place of `before`. False, and nothing is written, when `before` is not what is there.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn replace(&self, before: &Intent, after: &Intent) -> Result<bool, PaymentError>;
}
