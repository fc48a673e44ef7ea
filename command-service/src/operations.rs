//! What commands ask of the projections and of what is kept beside the log. They do not know these: a port, filled in by
//! the program that runs all of it.

use async_trait::async_trait;
use shared_events::{Position, ids::AccountId};

/// Takes requests about views.
#[async_trait]
pub trait Operations: Send + Sync {
    /// Has a view built anew by whoever runs it, and keeps who asked. Returns when the request is written down.
    ///
    /// # Errors
    /// See [`Refusal`].
    async fn rebuild(&self, view: &str, asked_by: AccountId) -> Result<(), Refusal>;

    /// Overwrites kept texts of failures in which one of these texts of a person stands. Repeating it is harmless.
    ///
    /// # Errors
    /// [`Refusal::Failed`].
    async fn forget_texts(&self, _texts: &[String]) -> Result<(), Refusal> {
        Ok(())
    }

    /// Clears the erased keys of people off the database's own files, where a deleted row stays until then. Repeating it
    /// is harmless.
    ///
    /// # Errors
    /// [`Refusal::Failed`], also when it takes too long.
    async fn clear_erased_keys(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Drops builds of views that end before `position`, where a person was forgotten, and that nothing updates any
    /// more. False: another program still updates one, which must be looked at again. Repeating it is harmless.
    ///
    /// # Errors
    /// [`Refusal::Failed`].
    async fn drop_stale_builds(&self, _position: Position) -> Result<bool, Refusal> {
        Ok(true)
    }
}

/// A view is not built anew.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no view of this name.
    #[error("View not found")]
    NotFound,
    /// It is being built, or somebody has asked for it already.
    #[error("This view is being built already")]
    Busy,
    /// An operator has paused it.
    #[error("This view is paused")]
    Paused,
    /// The request could not be written down; for the log.
    #[error("{0}")]
    Failed(String),
}

/// In a process that does not know the projections nobody takes requests.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

#[async_trait]
impl Operations for Unknown {
    async fn rebuild(&self, _view: &str, _asked_by: AccountId) -> Result<(), Refusal> {
        Err(Refusal::Failed("this process does not know the projections".to_owned()))
    }
}
