//! Where the sandbox keeps its payments.

use async_trait::async_trait;

use super::intent::Intent;
use crate::payments::PaymentError;

/// What happens to a payment.
pub(super) type Change<'a> = dyn for<'b> FnMut(&'b mut Intent) + Send + 'a;

/// Keeps payments by their ids. Each change is atomic and durable when it is answered.
#[async_trait]
pub trait Books: Send + Sync {
    /// Writes a new payment; one that is there already stays as it is and is answered.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn open(&self, intent: Intent) -> Result<Intent, PaymentError>;

    /// Reads a payment.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError>;

    /// Changes a payment and answers what it has become; none if there is no such payment.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`].
    async fn change(&self, id: &str, change: &mut Change<'_>) -> Result<Option<Intent>, PaymentError>;
}
