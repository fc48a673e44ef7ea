//! Operators' reports on the views, the process managers and parked items. A query service does not know how far a
//! view is behind the log, so this is a port, which the program that runs the views implements.

mod events;
mod managers;
mod overview;
mod parked;
mod person;
mod review;
mod story;
mod views;
mod why;

use async_trait::async_trait;
use shared_events::{Position, StreamId, ids::AccountId};
use uuid::Uuid;

pub use self::{
    events::{
        Correlation, EventActor, EventDetail, EventFilter, EventHead, EventLinks, EventPage, EventSpan,
        StreamPage, StreamStep,
    },
    managers::{ManagerList, ManagerReport, ManagerState, Money, MoneyKind, Subject},
    overview::{
        BackupFigures, Lease, LeaseKind, ManagerFigures, Overview, ParkedFigures, RefundFigures, ViewFigures,
    },
    parked::{DryRun, DryRunOutcome, ParkedBy, ParkedGroup, ParkedGroups, ParkedItem, ParkedStream},
    person::{PersonCount, PersonPage},
    review::{BuildReview, ChangeKind, FieldChange, RowChange, TableReview},
    story::{Story, StoryEvent, StoryManager, StoryManagerState, StoryOf, StoryView, StoryWanted},
    views::{Generation, GenerationState, Rebuild, ViewReport, ViewState},
    why::{FieldSet, Reason, Why, WhyKind},
};

/// The reason why a report failed, for the log.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Reports on the views, the process managers and the log.
#[async_trait]
pub trait Operations: Send + Sync {
    /// The state of the whole shop, in one sentence and in figures.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    async fn overview(&self) -> Result<Overview, Failure>;

    /// All views, in the program's order.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    async fn views(&self) -> Result<Vec<ViewReport>, Failure>;

    /// The parked streams of a view, in order of position; `None` when there is no such view.
    ///
    /// # Errors
    /// When the database cannot be read.
    async fn parked(&self, view: &str) -> Result<Option<Vec<ParkedStream>>, Failure>;

    /// Everything that is parked, grouped by error.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    async fn all_parked(&self) -> Result<ParkedGroups, Failure>;

    /// Reports what a retry of a parked item would do, without changing anything; `None` when no view or process
    /// manager of this name has parked it.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    async fn try_parked(&self, owner: &str, stream: &StreamId) -> Result<Option<DryRun>, Failure>;

    /// The differences between a held build and the serving generation; `None` when there is no such view, or none of
    /// its builds is held.
    ///
    /// # Errors
    /// When the database cannot be read.
    async fn review(&self, view: &str) -> Result<Option<BuildReview>, Failure>;

    /// All process managers with their backlogs.
    ///
    /// # Errors
    /// When the database or the log cannot be read.
    async fn managers(&self) -> Result<ManagerList, Failure>;

    /// The newest matching events in a part of the log, as far as one request can scan it.
    ///
    /// # Errors
    /// When the log cannot be read.
    async fn events(&self, filter: &EventFilter, span: EventSpan) -> Result<EventPage, Failure>;

    /// The event at a position; `None` when there is none.
    ///
    /// # Errors
    /// When the log cannot be read.
    async fn event(&self, position: u64) -> Result<Option<EventDetail>, Failure>;

    /// At most `limit` events of a stream after a version, oldest first; `None` when the stream has no events.
    ///
    /// # Errors
    /// When the log cannot be read.
    async fn stream(
        &self,
        stream: &StreamId,
        after: u64,
        limit: usize,
    ) -> Result<Option<StreamPage>, Failure>;

    /// The events that led to the present state of an order or a product; `None` when it does not exist.
    ///
    /// # Errors
    /// When the log cannot be read.
    async fn why(&self, kind: WhyKind, id: Uuid) -> Result<Option<Why>, Failure>;

    /// The log's events about a person after a position, as far as they can be read in a second; `None` without an
    /// account.
    ///
    /// # Errors
    /// When the log cannot be read.
    async fn person(&self, id: AccountId, after: Position) -> Result<Option<PersonPage>, Failure>;

    /// All events that a request has caused; `None` when none was found.
    ///
    /// # Errors
    /// When the log or the database cannot be read.
    async fn story(&self, wanted: StoryWanted) -> Result<Option<Story>, Failure>;
}

/// The implementation for a process that does not run the projections. Every report fails.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

const UNKNOWN: &str = "this process does not know the projections";

#[async_trait]
impl Operations for Unknown {
    async fn overview(&self) -> Result<Overview, Failure> {
        Err(UNKNOWN.into())
    }

    async fn views(&self) -> Result<Vec<ViewReport>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn parked(&self, _view: &str) -> Result<Option<Vec<ParkedStream>>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn all_parked(&self) -> Result<ParkedGroups, Failure> {
        Err(UNKNOWN.into())
    }

    async fn try_parked(&self, _owner: &str, _stream: &StreamId) -> Result<Option<DryRun>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn review(&self, _view: &str) -> Result<Option<BuildReview>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn managers(&self) -> Result<ManagerList, Failure> {
        Err(UNKNOWN.into())
    }

    async fn events(&self, _filter: &EventFilter, _span: EventSpan) -> Result<EventPage, Failure> {
        Err(UNKNOWN.into())
    }

    async fn event(&self, _position: u64) -> Result<Option<EventDetail>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn stream(
        &self,
        _stream: &StreamId,
        _after: u64,
        _limit: usize,
    ) -> Result<Option<StreamPage>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn why(&self, _kind: WhyKind, _id: Uuid) -> Result<Option<Why>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn person(&self, _id: AccountId, _after: Position) -> Result<Option<PersonPage>, Failure> {
        Err(UNKNOWN.into())
    }

    async fn story(&self, _wanted: StoryWanted) -> Result<Option<Story>, Failure> {
        Err(UNKNOWN.into())
    }
}
