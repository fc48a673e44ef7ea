//! Groups of commands to one stream whose events are appended together, so that a busy stream does not wait for the
//! disk once for each command.
//!
//! A command that has the turn while others wait leaves its events in the group and hands the turn on. The next one
//! decides on the state after them. When nobody waits any more, the events of all are appended. When another process
//! has appended first, each command of the group decides again.

use std::convert::Infallible;

use domain::Aggregate;
use event_store::{AppendError, AppendFailed, EventLog, ExpectedVersion, Provenance, log};
use shared_events::{Event, Position, StreamId, Version, encode};
use tokio::sync::watch;
use uuid::Uuid;

use super::{append::append, failure::Failure, known_state::KnownState};

/// The most commands and events of a group.
const MAX_COMMANDS: usize = 100;
const MAX_EVENTS: usize = 500;

/// Decided commands to a stream, whose events are not appended yet.
pub(super) struct Group<A: Aggregate> {
    /// The state on which the first command was decided.
    base: KnownState<A>,
    /// The epoch of the log that it was read from.
    epoch: u64,
    commands: Vec<(Provenance, Vec<A::Event>)>,
    outcome: watch::Sender<Option<Outcome>>,
}

/// What has become of a group.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// All its events are in the log; this is the position of the last one.
    Appended(Position),
    /// Another process appended first, or the group was dropped. Nothing was written.
    Conflict(String),
    /// The log is unavailable.
    Unavailable(String),
    /// The log refused the group, for example because it has the events of one of its commands already; or the append
    /// was interrupted. Each command is then appended alone.
    Refused(String),
}

/// Waits for the outcome of a group.
pub(super) struct Waiter(watch::Receiver<Option<Outcome>>);

impl Waiter {
    pub(super) async fn outcome(&mut self) -> Outcome {
        let known = self.0.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone());
        known.unwrap_or_else(|| Outcome::Conflict("the group was dropped".to_owned()))
    }
}

impl<A: Aggregate> Group<A> {
    /// An empty group, whose first command is decided on this state.
    pub(super) fn begin(base: KnownState<A>, epoch: u64) -> Self {
        Self { base, epoch, commands: Vec::new(), outcome: watch::Sender::new(None) }
    }

    pub(super) fn is_full(&self) -> bool {
        let events = self.commands.iter().map(|(_, events)| events.len()).sum::<usize>();
        self.commands.len() >= MAX_COMMANDS || events >= MAX_EVENTS
    }

    /// Waits for the outcome.
    pub(super) fn waiter(&self) -> Waiter {
        Waiter(self.outcome.subscribe())
    }

    /// Adds a command, which was decided on the state after the previous ones.
    pub(super) fn add(&mut self, provenance: &Provenance, events: Vec<A::Event>) {
        self.commands.push((provenance.clone(), events));
    }

    /// Id of the last event.
    pub(super) fn last_event(&self, id: Uuid) -> Option<Uuid> {
        let (provenance, events) = self.commands.last()?;
        let (index, event) = events.iter().enumerate().next_back()?;
        let stream = StreamId::new(A::Event::CATEGORY, id);
        Some(log::event_id(provenance, &stream, index, &encode(event).event_type))
    }

    /// Appends the events and tells everybody who waits. The append continues if the caller is cancelled. Also returns
    /// the state on which the first command was decided.
    pub(super) async fn append(self, log: EventLog, id: Uuid) -> (Outcome, KnownState<A>) {
        // Keeps the channel open, so that nobody is told of a dropped group when the append panics.
        let outcomes = self.outcome.clone();
        let appending = tokio::spawn(traces::current().around(async move {
            let Self { base, epoch, commands, outcome: outcomes } = self;
            let expected = ExpectedVersion::ExactIn { version: base.version, epoch };
            let events = commands.iter().map(|(_, events)| events.len()).sum::<usize>();
            let outcome = match append(&log, id, expected, &commands).await {
                // Not a repetition of an earlier command, but of this append after its answer was lost.
                Ok(appended) if appended.version == base.version + events as Version => {
                    Outcome::Appended(appended.position)
                }
                Ok(_) => Outcome::Refused("a command of the group was done before".to_owned()),
                Err(error) => Outcome::of(error),
            };
            outcomes.send_replace(Some(outcome.clone()));
            (outcome, base)
        }));
        appending.await.unwrap_or_else(|_| {
            let outcome = Outcome::Refused("the append was interrupted".to_owned());
            outcomes.send_replace(Some(outcome.clone()));
            (outcome, KnownState::default())
        })
    }
}

impl Outcome {
    fn of(error: AppendFailed) -> Self {
        if let AppendFailed::Store(AppendError::Conflict { .. }) = error {
            return Self::Conflict(error.to_string());
        }
        match Failure::<Infallible>::from(error) {
            Failure::Unavailable(cause) => Self::Unavailable(cause),
            other => Self::Refused(other.to_string()),
        }
    }
}
