//! The writer: executes a command by loading the aggregate, deciding and appending.

use domain::{Aggregate, Command};
use event_store::{EventLog, Provenance};
use shared_events::Position;
use uuid::Uuid;

use super::{
    failure::Failure,
    known_state::{Executed, KnownState},
    run::Run,
    turns::Turns,
};
use crate::snapshots::Snapshots;

/// Executes commands: loads the aggregate, decides, appends. Cloning is cheap; clones share turns and snapshots.
#[derive(Clone)]
pub struct Writer {
    /// The event log.
    pub log: EventLog,
    /// The turn to write to a stream.
    pub turns: Turns,
    /// Snapshots of long streams.
    pub snapshots: Snapshots,
}

impl Writer {
    /// Decides on the current state of a stream and appends the events; decides again if another process
    /// appended first. A decision without events succeeds and appends nothing. A command whose events are
    /// already in the stream is not decided again: its earlier result is returned.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn execute<C: Command>(
        &self,
        provenance: &Provenance,
        command: &C,
    ) -> Result<Executed<C::Aggregate>, Failure<C::Refusal>> {
        self.run(provenance, command.stream(), None, |state| command.decide(state), Clone::clone).await
    }

    /// [`Self::execute`] for callers that know the state because they just read, wrote or created the stream.
    /// The decision is made on it at once; if the append shows that it is outdated, the stream is read.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn execute_on<C: Command>(
        &self,
        provenance: &Provenance,
        state: impl Into<KnownState<C::Aggregate>>,
        command: &C,
    ) -> Result<Executed<C::Aggregate>, Failure<C::Refusal>> {
        let known = Some(state.into());
        self.run(provenance, command.stream(), known, |state| command.decide(state), Clone::clone).await
    }

    /// [`Self::execute`] for callers that do not need the resulting state, which may be large: returns only the
    /// position.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn execute_for_position<C: Command>(
        &self,
        provenance: &Provenance,
        command: &C,
    ) -> Result<Position, Failure<C::Refusal>> {
        let nothing = |_: &C::Aggregate| ();
        let done = self.run(provenance, command.stream(), None, |state| command.decide(state), nothing).await;
        done.map(|executed| executed.position)
    }

    /// The current state of a stream. Only the events after the state in memory, or after a snapshot, are read.
    ///
    /// # Errors
    /// Never [`Failure::Refused`].
    pub async fn current_state<A: Aggregate, R>(
        &self,
        provenance: &Provenance,
        id: Uuid,
    ) -> Result<KnownState<A>, Failure<R>> {
        let unchanged = |_: &A| Ok(Vec::new());
        self.run(provenance, id, None, unchanged, A::clone).await.map(KnownState::from)
    }

    async fn run<A: Aggregate, R, S>(
        &self,
        provenance: &Provenance,
        id: Uuid,
        known: Option<KnownState<A>>,
        decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
        keep: impl Fn(&A) -> S,
    ) -> Result<Executed<S>, Failure<R>> {
        let Self { log, turns, snapshots } = self;
        let turn = turns.take::<A>(id).await;
        let epoch = provenance.epoch.unwrap_or_else(|| log.epoch());
        Run { log, turns, snapshots, provenance, id, epoch }.run(turn, known, decide, keep).await
    }
}
