//! Writes pages of the log into one generation, each exactly once.

use std::sync::Arc;

use event_store::Page;
use service_kit::clock::Clock;
use shared_events::{Position, RawEvent, Recorded};
use sqlx::{Connection, PgConnection};

use super::{
    ApplyError, Failure, View,
    failure::is_about_rows,
    generation::{self, State},
    pages::Pages,
    session::Session,
};

/// The one writer of a generation, as long as it holds the lease.
pub(super) struct Writer {
    pub(super) session: Session,
    pub(super) view: Arc<dyn View>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) id: i32,
    /// The checkpoint.
    pub(super) position: Position,
}

impl Writer {
    /// Writes a page and moves the checkpoint behind it. Answers what the generation is for; `None` when the page could
    /// not be written as a whole and `pages` will come again with less of it, so that everything before an event that
    /// the view cannot apply is written, and the error names that event.
    pub(super) async fn write(&mut self, page: &Page, pages: &mut Pages) -> Result<Option<State>, Failure> {
        let mut transaction = self.session.connection.begin().await?;
        let written = append(&mut transaction, &*self.view, self.id, self.position, page, &*self.clock).await;
        match written {
            Ok(state) => {
                transaction.commit().await?;
                self.position = page.up_to;
                Ok(Some(state))
            }
            Err(failure) => {
                let rolled_back = transaction.rollback().await;
                match smaller_page(&failure, &page.events) {
                    Some(smaller) if rolled_back.is_ok() => pages.restart(self.position, smaller),
                    _ => return Err(failure),
                }
                Ok(None)
            }
        }
    }
}

/// Writes a page within a transaction that is the caller's to commit.
pub(super) async fn append(
    transaction: &mut PgConnection,
    view: &dyn View,
    id: i32,
    from: Position,
    page: &Page,
    clock: &dyn Clock,
) -> Result<State, Failure> {
    let state = generation::advance(&mut *transaction, id, from, page.up_to, clock.now())
        .await?
        .ok_or(Failure::Overtaken)?;
    if !page.events.is_empty() {
        view.apply(transaction, &page.events).await.map_err(|error| naming_the_event(error, &page.events))?;
    }
    Ok(state)
}

/// How many of the events to try next, when there is a chance that fewer can be written.
fn smaller_page(failure: &Failure, events: &[Recorded<RawEvent>]) -> Option<usize> {
    let Failure::Apply(error) = failure else { return None };
    let size = match error {
        ApplyError::Event { position, .. } => events.partition_point(|event| event.position < *position),
        ApplyError::Database(error) if is_about_rows(error) => events.len() / 2,
        ApplyError::Database(_) => 0,
    };
    (size > 0 && size < events.len()).then_some(size)
}

/// What the database refuses of a single event is an error of that event.
fn naming_the_event(error: ApplyError, events: &[Recorded<RawEvent>]) -> ApplyError {
    match (error, events) {
        (ApplyError::Database(error), [event]) if is_about_rows(&error) => ApplyError::Event {
            position: event.position,
            stream: event.stream.to_string(),
            reason: format!("{}: {error}", event.event.event_type),
        },
        (error, _) => error,
    }
}
