//! The writer: executes a command by loading the aggregate, deciding and appending.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use domain::{Aggregate, Command};
use event_store::{EventLog, Provenance};
use shared_events::{Actor, Event, Position, events::EmailEvent};
use traces::{Kind, Span};
use uuid::Uuid;

use super::{
    failure::Failure,
    known_state::{Executed, KnownState},
    run::Run,
    turns::Turns,
};
use crate::{
    account_limits::{AccountLimits, size_in_log},
    snapshots::Snapshots,
};

/// Executes commands: loads the aggregate, decides, appends. Cloning is cheap; clones share turns and snapshots.
#[derive(Clone)]
pub struct Writer {
    /// The event log.
    pub log: EventLog,
    /// The turn to write to a stream.
    pub turns: Turns,
    /// Snapshots of long streams.
    pub snapshots: Snapshots,
    /// Counts what accounts write.
    pub account_limits: Arc<AccountLimits>,
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
        let decide = |state: &C::Aggregate| command.decide(state);
        self.run(command_span::<C>(), provenance, command.stream(), None, decide, Clone::clone).await
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
        let decide = |state: &C::Aggregate| command.decide(state);
        self.run(command_span::<C>(), provenance, command.stream(), known, decide, Clone::clone).await
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
        let decide = |state: &C::Aggregate| command.decide(state);
        let span = command_span::<C>();
        let done = self.run(span, provenance, command.stream(), None, decide, nothing).await;
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
        let span = if traces::is_on() {
            Span::child(Kind::Internal, format!("read {}", short_name::<A>()))
        } else {
            Span::default()
        };
        self.run(span, provenance, id, None, unchanged, A::clone).await.map(KnownState::from)
    }

    async fn run<A: Aggregate, R, S>(
        &self,
        span: Span,
        provenance: &Provenance,
        id: Uuid,
        known: Option<KnownState<A>>,
        decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
        keep: impl Fn(&A) -> S,
    ) -> Result<Executed<S>, Failure<R>> {
        let Self { log, turns, snapshots, account_limits } = self;
        span.set("greenstall.stream.category", A::Event::CATEGORY);
        // The id of an address' stream follows from the address.
        if A::Event::CATEGORY != EmailEvent::CATEGORY {
            span.set_with("greenstall.stream.id", || id.to_string());
        }
        span.set_with("greenstall.command_id", || provenance.command_id.to_string());
        let size = AtomicUsize::new(0);
        let is_counted = matches!(provenance.actor, Actor::Account { .. });
        let decide = |state: &A| {
            decide(state).inspect(|events| {
                if is_counted {
                    size.store(size_in_log(events), Ordering::Relaxed);
                }
            })
        };
        let running = async {
            let turn = turns.take::<A>(id).await;
            let epoch = provenance.epoch.unwrap_or_else(|| log.epoch());
            Run { log, turns, snapshots, provenance, id, epoch }.run(turn, known, decide, keep).await
        };
        let executed = span.clone().around(running).await;
        match &executed {
            Ok(executed) => {
                account_limits.note_written(&provenance.actor, size.into_inner(), provenance.at);
                span.set("greenstall.position", executed.position.0);
            }
            // A refusal is an answer. Its text may name people.
            Err(Failure::Refused(_)) => span.set("greenstall.outcome", "refused"),
            Err(Failure::Unavailable(_)) => span.fail("unavailable"),
            Err(_) => span.fail("failed"),
        }
        executed
    }
}

fn command_span<C>() -> Span {
    Span::child(Kind::Internal, short_name::<C>())
}

/// The name of a type without its module and its parameters.
fn short_name<T>() -> &'static str {
    let name = std::any::type_name::<T>();
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}
