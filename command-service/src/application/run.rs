//! One command on its way to the log: it waits for its turn at the stream, decides, and appends. Repeats this when
//! another process has appended first.

#[cfg(test)]
mod tests;

use std::time::Duration;

use domain::Aggregate;
use event_store::{AppendError, AppendFailed, EventLog, ExpectedVersion, Provenance, log};
use shared_events::{Event, Recorded, StreamId, Version, encode};
use tokio::time::timeout;
use uuid::Uuid;

use super::{
    append::append,
    failure::Failure,
    group::{Group, Outcome, Waiter},
    known_state::{Executed, KnownState},
    turns::{Turn, Turns},
};
use crate::snapshots::{Resumed, Snapshots};

/// After this number of conflicts with other processes, the caller is told to retry.
const MAX_ATTEMPTS: usize = 32;
/// A group that was handed on and is not appended within this time may have no owner any more: the commands that waited
/// for the turn may have been cancelled.
const HANDED_ON_FOR: Duration = Duration::from_millis(100);

/// A command's way to the log.
pub(super) struct Run<'a> {
    pub(super) log: &'a EventLog,
    pub(super) turns: &'a Turns,
    pub(super) snapshots: &'a Snapshots,
    pub(super) provenance: &'a Provenance,
    /// Id of the stream.
    pub(super) id: Uuid,
    /// The epoch of the log when the command had its first turn.
    pub(super) epoch: u64,
}

/// A command that has the turn.
struct AtTurn<A: Aggregate> {
    turn: Turn,
    /// Commands that were decided before; `known` is the state after them.
    group: Option<Group<A>>,
    known: KnownState<A>,
    basis: Basis,
    /// Whether the stream may have the command's events already, at any place.
    may_be_done: bool,
    /// Whether its events may be appended together with those of other commands.
    joins: bool,
    /// Why the last attempt failed.
    cause: String,
}

/// Where the known state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basis {
    /// From memory. A decision to append is as good as on the stream, because the append verifies the version; a
    /// refusal is not.
    Memory,
    /// The events after it must be read first.
    Outdated,
    /// From the stream, in this turn.
    Stream,
}

impl Run<'_> {
    /// Decides on the current state of the stream, or on `known`, and appends the events. `keep` takes from the state
    /// after the command what the caller needs.
    pub(super) async fn run<A: Aggregate, R, S>(
        &self,
        turn: Turn,
        known: Option<KnownState<A>>,
        decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
        keep: impl Fn(&A) -> S,
    ) -> Result<Executed<S>, Failure<R>> {
        let mut at_turn = self.begin(turn).await;
        if let Some(known) = known.filter(|_| at_turn.basis == Basis::Outdated && !at_turn.may_be_done) {
            at_turn = AtTurn { known, basis: Basis::Memory, ..at_turn };
        }
        for _ in 0..MAX_ATTEMPTS {
            if self.log.epoch() != self.epoch {
                return Err(Failure::Unavailable(AppendError::Replaced.to_string()));
            }
            if at_turn.basis == Basis::Outdated
                && let Some(done) = self.read(&mut at_turn, &decide).await?
            {
                at_turn.turn.keep(self.epoch, at_turn.known);
                return Ok(executed(&done, &keep));
            }
            let events = match decide(&at_turn.known.state) {
                Ok(events) if !events.is_empty() => events,
                // Another process may have appended events that allow the command.
                _ if at_turn.basis == Basis::Memory => {
                    at_turn.basis = Basis::Outdated;
                    self.append_group(&mut at_turn).await;
                    continue;
                }
                decided => {
                    let answered = decided.map(|_| executed(&at_turn.known, &keep));
                    at_turn.turn.keep(self.epoch, at_turn.known);
                    return answered.map_err(Failure::Refused);
                }
            };
            let together = at_turn.group.is_some() || (at_turn.joins && at_turn.turn.is_awaited());
            let next = if together {
                self.append_with_others(at_turn, events, &keep).await
            } else {
                self.append_alone(at_turn, events, &keep).await
            };
            at_turn = match next? {
                Next::Done(executed) => return Ok(executed),
                Next::Again(again) => again,
            };
        }
        Err(Failure::Unavailable(format!("gave up after {MAX_ATTEMPTS} attempts: {}", at_turn.cause)))
    }

    /// Takes what the previous command has left.
    async fn begin<A: Aggregate>(&self, mut turn: Turn) -> AtTurn<A> {
        let (known, group) = (turn.known::<A>(self.epoch), turn.group::<A>());
        // The events of a repeated command may lie before the known state.
        let repetition = self.provenance.repetition;
        let mut at_turn = AtTurn {
            turn,
            group,
            basis: if known.is_some() { Basis::Memory } else { Basis::Outdated },
            known: known.unwrap_or_default(),
            may_be_done: repetition,
            joins: A::STAYS_IN_MEMORY && !repetition,
            cause: String::new(),
        };
        if repetition || at_turn.basis == Basis::Outdated {
            self.append_group(&mut at_turn).await;
            at_turn = AtTurn { known: KnownState::default(), basis: Basis::Outdated, ..at_turn };
        }
        at_turn
    }

    /// Reads the events after the known state. Returns the state after the command if it is done already.
    async fn read<A: Aggregate, R>(
        &self,
        at_turn: &mut AtTurn<A>,
        decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
    ) -> Result<Option<KnownState<A>>, Failure<R>> {
        let known = std::mem::take(&mut at_turn.known);
        // The command's events may also be older than a snapshot.
        let resumed = match known.version == 0 && !at_turn.may_be_done {
            true => self.snapshots.resume::<A>(self.log, self.id).await,
            false => None,
        };
        let (known, tail) = if let Some(Resumed { state, version, position, tail }) = resumed {
            (KnownState { state, version, position }, tail)
        } else if A::LAST_EVENT_HOLDS_STATE && !at_turn.may_be_done {
            (known, self.log.last(self.id).await?.into_iter().collect())
        } else {
            let tail = self.log.load_after(self.id, known.version).await?;
            (known, tail)
        };
        let done = self.done_before(&known.state, &tail, decide);
        let before = known.version;
        at_turn.known = caught_up(known, &tail);
        at_turn.basis = Basis::Stream;
        if let Some(last) = tail.last().filter(|_| done.is_none()) {
            let place = (last.version, last.event_id, last.position);
            self.snapshots.keep(self.id, before, place, &at_turn.known.state);
        }
        Ok(done)
    }

    /// Appends the events of a command alone.
    async fn append_alone<A: Aggregate, R, S>(
        &self,
        at_turn: AtTurn<A>,
        events: Vec<A::Event>,
        keep: impl Fn(&A) -> S,
    ) -> Result<Next<A, S>, Failure<R>> {
        let before = at_turn.known.version;
        let expected = ExpectedVersion::ExactIn { version: before, epoch: self.epoch };
        let commands = [(self.provenance.clone(), events)];
        let appended = match append(self.log, self.id, expected, &commands).await {
            Ok(appended) => appended,
            Err(AppendFailed::Store(error @ AppendError::Conflict { .. })) => {
                let cause = error.to_string();
                return Ok(Next::Again(AtTurn { basis: Basis::Outdated, cause, ..at_turn }));
            }
            Err(error) => return Err(error.into()),
        };
        let [(_, events)] = commands;
        if appended.repeated && appended.version != before + events.len() as Version {
            // These events are elsewhere in the stream, so the decision was not made on the state before them.
            let cause = "the same command was done before".to_owned();
            let known = KnownState::default();
            return Ok(Next::Again(AtTurn {
                known,
                basis: Basis::Outdated,
                may_be_done: true,
                joins: false,
                cause,
                ..at_turn
            }));
        }
        let known = KnownState { position: appended.position, ..after(at_turn.known, &events) };
        if let Some(last) = self.ids_of(&events).last() {
            self.snapshots.keep(self.id, before, (known.version, last, known.position), &known.state);
        }
        let executed = executed(&known, keep);
        at_turn.turn.keep(self.epoch, known);
        Ok(Next::Done(executed))
    }

    /// Leaves the events in a group, and hands it on to the next command, or appends it if nobody waits.
    async fn append_with_others<A: Aggregate, R, S>(
        &self,
        mut at_turn: AtTurn<A>,
        events: Vec<A::Event>,
        keep: impl Fn(&A) -> S,
    ) -> Result<Next<A, S>, Failure<R>> {
        let (mut group, is_new) = match at_turn.group.take() {
            Some(group) => (group, false),
            None => (Group::begin(at_turn.known.clone(), self.epoch), true),
        };
        let known = after(at_turn.known, &events);
        let executed = executed(&known, keep);
        group.add(self.provenance, events);
        if at_turn.turn.is_awaited() && !group.is_full() {
            let mut waiter = group.waiter();
            if is_new {
                self.guard::<A>(group.waiter());
            }
            at_turn.turn.hand_on(self.epoch, known, group);
            return match waiter.outcome().await {
                Outcome::Appended(position) => Ok(Next::Done(Executed { position, ..executed })),
                Outcome::Unavailable(cause) => Err(Failure::Unavailable(cause)),
                Outcome::Conflict(cause) => {
                    let again = self.begin(self.turns.take::<A>(self.id).await).await;
                    Ok(Next::Again(AtTurn { cause, ..again }))
                }
                Outcome::Refused(cause) => {
                    let mut again = self.begin(self.turns.take::<A>(self.id).await).await;
                    self.append_group(&mut again).await;
                    Ok(Next::Again(AtTurn { cause, joins: false, ..again }))
                }
            };
        }
        let Ended { outcome, known } = end(self.log, self.snapshots, self.id, group, known).await;
        match outcome {
            Outcome::Appended(position) => {
                at_turn.turn.keep(self.epoch, known);
                Ok(Next::Done(Executed { position, ..executed }))
            }
            Outcome::Unavailable(cause) => Err(Failure::Unavailable(cause)),
            Outcome::Conflict(cause) => {
                Ok(Next::Again(AtTurn { known, basis: Basis::Outdated, cause, ..at_turn }))
            }
            Outcome::Refused(cause) => {
                Ok(Next::Again(AtTurn { known, basis: Basis::Outdated, joins: false, cause, ..at_turn }))
            }
        }
    }

    /// Appends the group of the commands before this one, if there is one.
    async fn append_group<A: Aggregate>(&self, at_turn: &mut AtTurn<A>) {
        let Some(group) = at_turn.group.take() else { return };
        let known = std::mem::take(&mut at_turn.known);
        let ended = end(self.log, self.snapshots, self.id, group, known).await;
        at_turn.known = ended.known;
        at_turn.basis = match ended.outcome {
            Outcome::Appended(_) => Basis::Stream,
            Outcome::Conflict(_) | Outcome::Unavailable(_) | Outcome::Refused(_) => Basis::Outdated,
        };
    }

    /// Makes sure that a group that is handed on gets appended: the commands that wait for the turn may be cancelled.
    fn guard<A: Aggregate>(&self, mut waiter: Waiter) {
        let (log, turns, snapshots) = (self.log.clone(), self.turns.clone(), self.snapshots.clone());
        let (id, epoch) = (self.id, self.epoch);
        tokio::spawn(async move {
            if timeout(HANDED_ON_FOR, waiter.outcome()).await.is_ok() {
                return;
            }
            tokio::select! {
                biased;
                _ = waiter.outcome() => {}
                mut turn = turns.take_unseen::<A>(id) => {
                    let Some(group) = turn.group::<A>() else { return };
                    let known = turn.known::<A>(epoch).unwrap_or_default();
                    let Ended { outcome, known } = end(&log, &snapshots, id, group, known).await;
                    if let Outcome::Appended(_) = outcome {
                        turn.keep(epoch, known);
                    }
                }
            }
        });
    }

    /// The state after this command's events, if they are in the stream. Event ids derive from the command: the events
    /// are found where a decision on the state before them produces the same ids.
    fn done_before<A: Aggregate, R>(
        &self,
        before: &A,
        tail: &[Recorded<A::Event>],
        decide: impl Fn(&A) -> Result<Vec<A::Event>, R>,
    ) -> Option<KnownState<A>> {
        let mine = |recorded: &Recorded<A::Event>| recorded.correlation_id == self.provenance.correlation_id;
        let last = tail.iter().rposition(mine)?;
        let mut state = before.clone();
        for (index, recorded) in tail.iter().enumerate().take(last + 1) {
            if mine(recorded)
                && let Ok(events) = decide(&state)
                && let Some(end) = events.len().checked_sub(1)
                && let Some(found) = tail.get(index..=index + end)
                && self.ids_of(&events).eq(found.iter().map(|recorded| recorded.event_id))
            {
                let state = found.iter().fold(state, |state, recorded| state.evolve(&recorded.event));
                return Some(KnownState {
                    state,
                    version: found[end].version,
                    position: found[end].position,
                });
            }
            state = state.evolve(&recorded.event);
        }
        None
    }

    fn ids_of<E: Event>(&self, events: &[E]) -> impl Iterator<Item = Uuid> {
        let stream = StreamId::new(E::CATEGORY, self.id);
        let encoded = events.iter().map(encode).enumerate();
        encoded.map(move |(index, event)| log::event_id(self.provenance, &stream, index, &event.event_type))
    }
}

/// What follows from an attempt to append.
enum Next<A: Aggregate, S> {
    Done(Executed<S>),
    Again(AtTurn<A>),
}

/// A group after its append.
struct Ended<A> {
    outcome: Outcome,
    /// The state after the group; if it was not appended, the one before it, which may be outdated.
    known: KnownState<A>,
}

/// Appends a group, after which the state is `known`.
async fn end<A: Aggregate>(
    log: &EventLog,
    snapshots: &Snapshots,
    id: Uuid,
    group: Group<A>,
    known: KnownState<A>,
) -> Ended<A> {
    let last = group.last_event(id);
    let (outcome, base) = group.append(log.clone(), id).await;
    let known = match outcome {
        Outcome::Appended(position) => {
            let known = KnownState { position, ..known };
            if let Some(last) = last {
                snapshots.keep(id, base.version, (known.version, last, position), &known.state);
            }
            known
        }
        Outcome::Conflict(_) | Outcome::Unavailable(_) | Outcome::Refused(_) => base,
    };
    Ended { outcome, known }
}

fn executed<A, S>(known: &KnownState<A>, keep: impl Fn(&A) -> S) -> Executed<S> {
    Executed { state: keep(&known.state), version: known.version, position: known.position }
}

/// The state after these events, whose position is not known yet.
fn after<A: Aggregate>(known: KnownState<A>, events: &[A::Event]) -> KnownState<A> {
    let version = known.version + events.len() as Version;
    KnownState { state: events.iter().fold(known.state, A::evolve), version, position: known.position }
}

fn caught_up<A: Aggregate>(known: KnownState<A>, tail: &[Recorded<A::Event>]) -> KnownState<A> {
    let Some(last) = tail.last() else { return known };
    let state = tail.iter().fold(known.state, |state, recorded| state.evolve(&recorded.event));
    KnownState { state, version: last.version, position: last.position }
}
