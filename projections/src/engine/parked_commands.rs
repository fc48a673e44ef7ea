//! Operators' commands about parked streams.

use shared_events::StreamId;

use super::{
    Engine, ParkError, ParkedStream, SkippedEvent, StatusError, Trial, Unparked, dry_run, parked,
    requests::Action, unpark,
};

impl Engine {
    /// All parked streams, sorted by view, generation and position. Includes views that this engine does not run.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn parked(&self) -> Result<Vec<ParkedStream>, StatusError> {
        Ok(self.bounded("the parked streams", parked::all(&self.shared.pool)).await?)
    }

    /// All skipped events, sorted by view, code version and position.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn skipped(&self) -> Result<Vec<SkippedEvent>, StatusError> {
        Ok(self.bounded("the skipped events", parked::skipped(&self.shared.pool, None)).await?)
    }

    /// Retries a parked stream in every generation of the view that has parked it. Returns the outcome in the serving
    /// generation, if that is one of them.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn retry_parked(&self, view: &str, stream: &StreamId) -> Result<Unparked, ParkError> {
        self.bounded("a parked stream", unpark::unpark(&self.shared, view, stream, Action::Retry)).await
    }

    /// Reports what [`Engine::retry_parked`] would do, in the serving generation or else in the newest that has parked
    /// the stream. Applies the events to the real tables, in a transaction that is rolled back. The generation stands
    /// still meanwhile.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn try_parked(&self, view: &str, stream: &StreamId) -> Result<Trial, ParkError> {
        self.bounded("a parked stream", dry_run::try_parked(&self.shared, view, stream)).await
    }

    /// As [`Engine::retry_parked`], but skips the event that parked the stream. This version of the view's code skips
    /// that event from now on, in builds and verifications, too.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn skip_parked(&self, view: &str, stream: &StreamId) -> Result<Unparked, ParkError> {
        self.bounded("a parked stream", unpark::unpark(&self.shared, view, stream, Action::Skip)).await
    }
}
