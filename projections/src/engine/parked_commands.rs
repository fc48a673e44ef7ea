//! What operators do about parked streams.

use shared_events::StreamId;

use super::{
    Engine, ParkError, ParkedStream, SkippedEvent, StatusError, Trial, Unparked, dry_run, parked,
    requests::Action, unpark,
};

impl Engine {
    /// The streams that are parked, by view, generation and position; of all views that the database knows.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn parked(&self) -> Result<Vec<ParkedStream>, StatusError> {
        Ok(self.bounded("the parked streams", parked::all(&self.shared.pool)).await?)
    }

    /// The events that operators have skipped, by view, code version and position.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn skipped(&self) -> Result<Vec<SkippedEvent>, StatusError> {
        Ok(self.bounded("the skipped events", parked::skipped(&self.shared.pool, None)).await?)
    }

    /// Tries a parked stream again in every generation of the view that has parked it, and tells how it went in the
    /// one that serves, if it is one of them.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn retry_parked(&self, view: &str, stream: &StreamId) -> Result<Unparked, ParkError> {
        self.bounded("a parked stream", unpark::unpark(&self.shared, view, stream, Action::Retry)).await
    }

    /// Tells what [`Engine::retry_parked`] would do to the generation that serves, or else to the newest that has parked
    /// the stream. It is applied to the very tables, in a transaction that is rolled back: nothing changes. The
    /// generation stands still for that moment.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn try_parked(&self, view: &str, stream: &StreamId) -> Result<Trial, ParkError> {
        self.bounded("a parked stream", dry_run::try_parked(&self.shared, view, stream)).await
    }

    /// The same as [`Engine::retry_parked`], without the event that parked it: this version of the view's code passes that event from now on, in
    /// builds and verifications, too.
    ///
    /// # Errors
    /// See [`ParkError`].
    pub async fn skip_parked(&self, view: &str, stream: &StreamId) -> Result<Unparked, ParkError> {
        self.bounded("a parked stream", unpark::unpark(&self.shared, view, stream, Action::Skip)).await
    }
}
