//! The port for storing the sandbox's payments.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::intent::Intent;
use crate::payments::PaymentError;

/// Stores payments by their ids. A change is atomic, and durable when the call returns.
#[async_trait]
pub trait Books: Send + Sync {
    /// Stores a new payment. An existing one stays as it is and is returned.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn open(&self, intent: Intent, now: DateTime<Utc>) -> Result<Intent, PaymentError>;

    /// All payments created since this time, and those whose time is unknown.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn opened_since(&self, since: DateTime<Utc>) -> Result<Vec<Intent>, PaymentError>;

    /// Reads a payment.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError>;

    /// Replaces `before` by `after`. Returns false and writes nothing if `before` is not the stored payment.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn replace(&self, before: &Intent, after: &Intent) -> Result<bool, PaymentError>;
}
