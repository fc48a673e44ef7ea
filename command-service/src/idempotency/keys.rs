//! The port for storing idempotency keys.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The right of an attempt to execute a command.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The fingerprint of the key and its owner.
    pub id: Uuid,
    /// Who executes the command: one request, however often it is tried.
    pub holder: Uuid,
}

/// A command that an attempt wants to start.
#[derive(Clone, Debug)]
pub struct Command {
    /// Its key and the attempt that starts it.
    pub held: Held,
    /// Fingerprint of method, path and body.
    pub request: Uuid,
}

/// Outcome of [`Keys::begin`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// The caller must execute the command.
    Mine {
        /// When it was first started (UTC, to the microsecond).
        since: DateTime<Utc>,
        /// Whether it was started before and has no response yet.
        again: bool,
    },
    /// The command was executed before.
    Answered {
        /// The text passed to [`Keys::answer`].
        answer: String,
    },
    /// Another attempt is executing it.
    UnderWay,
    /// The key was used for another request.
    AnotherRequest,
}

/// The keys are unavailable.
#[derive(Debug, thiserror::Error)]
#[error("the keys of commands are not available: {0}")]
pub struct KeysError(pub String);

/// Stores keys. Each operation is atomic.
#[async_trait]
pub trait Keys: Send + Sync {
    /// Starts a command, unless it has a response or another holder is executing it. A holder that was not
    /// renewed until `now` is considered dead; commands started before `expired` are forgotten.
    async fn begin(
        &self,
        command: &Command,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        expired: DateTime<Utc>,
    ) -> Result<Begun, KeysError>;

    /// Extends the attempt until this time.
    async fn renew(&self, held: Held, until: DateTime<Utc>) -> Result<(), KeysError>;

    /// Stores the response, unless another attempt has taken over. Returns whether it was stored.
    async fn answer(&self, held: Held, answer: &str) -> Result<bool, KeysError>;

    /// Lets the next attempt start at once.
    async fn release(&self, held: Held, now: DateTime<Utc>) -> Result<(), KeysError>;

    /// Deletes a command that was started once and had no effects.
    async fn forget(&self, held: Held) -> Result<(), KeysError>;
}
