//! Where keys are kept.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A command that somebody wants to work on.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The fingerprint of the key and of whom it belongs to.
    pub id: Uuid,
    /// Who works on it.
    pub holder: Uuid,
}

/// A command as it is begun.
#[derive(Clone, Debug)]
pub struct Command {
    /// Its key and who begins.
    pub held: Held,
    /// The fingerprint of method, path and body.
    pub request: Uuid,
}

/// What came of beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It is to be done now.
    Mine {
        /// When it was begun first (UTC, to the microsecond).
        since: DateTime<Utc>,
        /// It was begun before and has not come to an end.
        again: bool,
    },
    /// It was done.
    Answered {
        /// What was handed to [`Keys::answer`].
        answer: String,
    },
    /// Somebody else is at it.
    UnderWay,
    /// The key was used for another request.
    AnotherRequest,
}

/// The keys cannot be reached.
#[derive(Debug, thiserror::Error)]
#[error("the keys of commands are not available: {0}")]
pub struct KeysError(pub String);

/// Keeps keys. Each operation is atomic.
#[async_trait]
pub trait Keys: Send + Sync {
    /// Begins a command unless it is done or somebody else is at it. Whoever has begun and not renewed until `now` is
    /// taken for dead; what was begun before `expired` is forgotten.
    ///
    /// # Errors
    /// [`KeysError`].
    async fn begin(
        &self,
        command: &Command,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        expired: DateTime<Utc>,
    ) -> Result<Begun, KeysError>;

    /// Works on until this moment.
    ///
    /// # Errors
    /// [`KeysError`].
    async fn renew(&self, held: Held, until: DateTime<Utc>) -> Result<(), KeysError>;

    /// Notes the answer, unless somebody else has taken over; answers whether it is noted.
    ///
    /// # Errors
    /// [`KeysError`].
    async fn answer(&self, held: Held, answer: &str) -> Result<bool, KeysError>;

    /// Lets the next one begin at once.
    ///
    /// # Errors
    /// [`KeysError`].
    async fn release(&self, held: Held, now: DateTime<Utc>) -> Result<(), KeysError>;

    /// Forgets a command that was begun once and had no effect.
    ///
    /// # Errors
    /// [`KeysError`].
    async fn forget(&self, held: Held) -> Result<(), KeysError>;
}
