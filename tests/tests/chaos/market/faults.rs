//! Chooses the faults of each round by a seed.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Fault {
    KillCommandService,
    KillProgram,
    LeaseConnectionEnded,
    SilentBothWays,
    SilentRequests,
    SilentAnswers,
    NetworkHangs,
    NetworkReset,
    KillPostgres,
    /// A session that reads every table stays open, also while processes start.
    DumpIsOpen,
    /// A session of another program holds an advisory lock of the log's writers.
    WritersLockTaken,
    /// Postgres takes no notifications.
    NotificationsRefused,
    /// The processes start again with clocks that are off by seconds and by minutes.
    ClocksDiffer,
    SynchronousFailover,
    /// A failover to a standby that lacks the last events.
    LossyFailover,
    KillKurrentDb,
    KurrentDbCut,
    KurrentDbAnswersLost,
    KurrentDbHangs,
    KurrentDbLosesTheLead,
    KurrentDbBehind,
}

/// The part of the system that a fault hits. The faults of a round have different targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Processes,
    Lease,
    Network,
    Postgres,
    Sessions,
    Log,
}

impl Fault {
    const OF_ANY: [Self; 13] = [
        Self::KillCommandService,
        Self::KillProgram,
        Self::LeaseConnectionEnded,
        Self::SilentBothWays,
        Self::SilentRequests,
        Self::SilentAnswers,
        Self::NetworkHangs,
        Self::NetworkReset,
        Self::KillPostgres,
        Self::DumpIsOpen,
        Self::WritersLockTaken,
        Self::NotificationsRefused,
        Self::ClocksDiffer,
    ];
    const OF_POSTGRES: [Self; 2] = [Self::SynchronousFailover, Self::LossyFailover];
    const OF_KURRENTDB: [Self; 6] = [
        Self::KillKurrentDb,
        Self::KurrentDbCut,
        Self::KurrentDbAnswersLost,
        Self::KurrentDbHangs,
        Self::KurrentDbLosesTheLead,
        Self::KurrentDbBehind,
    ];

    /// The name of the fault in the report.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::KillCommandService => "kill -9 of a command service",
            Self::KillProgram => "kill -9 of the whole program",
            Self::LeaseConnectionEnded => "the lease's connection terminated",
            Self::SilentBothWays => "connections silent in both directions",
            Self::SilentRequests => "connections silent towards Postgres",
            Self::SilentAnswers => "connections silent towards the program",
            Self::NetworkHangs => "network silent, new connections too",
            Self::NetworkReset => "connections reset",
            Self::KillPostgres => "kill -9 of Postgres",
            Self::DumpIsOpen => "a dump is open",
            Self::WritersLockTaken => "a writer's lock held by another program",
            Self::NotificationsRefused => "notifications refused",
            Self::ClocksDiffer => "clocks differ by 20 s and 20 min",
            Self::SynchronousFailover => "failover to a synchronous standby",
            Self::LossyFailover => "failover to a standby with a shorter log",
            Self::KillKurrentDb => "kill -9 of KurrentDB",
            Self::KurrentDbCut => "all connections to KurrentDB cut",
            Self::KurrentDbAnswersLost => "KurrentDB's answers to appends lost",
            Self::KurrentDbHangs => "appends to KurrentDB hang",
            Self::KurrentDbLosesTheLead => "KurrentDB's node not the leader",
            Self::KurrentDbBehind => "KurrentDB's reads behind or broken off",
        }
    }

    const fn target(self) -> Target {
        match self {
            Self::KillCommandService | Self::KillProgram | Self::ClocksDiffer => Target::Processes,
            Self::DumpIsOpen | Self::WritersLockTaken | Self::NotificationsRefused => Target::Sessions,
            Self::LeaseConnectionEnded => Target::Lease,
            Self::SilentBothWays
            | Self::SilentRequests
            | Self::SilentAnswers
            | Self::NetworkHangs
            | Self::NetworkReset => Target::Network,
            Self::KillPostgres | Self::SynchronousFailover | Self::LossyFailover => Target::Postgres,
            Self::KillKurrentDb
            | Self::KurrentDbCut
            | Self::KurrentDbAnswersLost
            | Self::KurrentDbHangs
            | Self::KurrentDbLosesTheLead
            | Self::KurrentDbBehind => Target::Log,
        }
    }

    pub(crate) fn takes_postgres_down(self) -> bool {
        self.target() == Target::Postgres
    }

    /// Whether the fault is a session of another program.
    pub(crate) fn is_foreign_session(self) -> bool {
        self.target() == Target::Sessions
    }

    /// Whether the fault may lose the record that a mail was sent, so that the mail is sent again.
    pub(crate) fn may_repeat_mails(self) -> bool {
        !matches!(self.target(), Target::Lease | Target::Sessions | Target::Log)
    }
}

/// The event store of a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Store {
    Postgres,
    KurrentDb,
}

/// A round: pauses, each followed by a fault, and then a time until lasting faults are repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) faults: Vec<(Duration, Fault)>,
    pub(crate) outage: Duration,
}

/// The rounds of a seed. Every fault happens once before any happens a second time.
pub(crate) struct FaultSchedule {
    store: Store,
    dice: StdRng,
    cards: Vec<Fault>,
}

impl FaultSchedule {
    pub(crate) fn new(store: Store, seed: u64) -> Self {
        Self { store, dice: StdRng::seed_from_u64(seed), cards: Vec::new() }
    }

    /// Whether all faults have happened equally often.
    pub(crate) const fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    pub(crate) fn next_round(&mut self) -> Round {
        if self.cards.is_empty() {
            self.cards.extend(Fault::OF_ANY);
            self.cards.extend(match self.store {
                Store::Postgres => &Fault::OF_POSTGRES[..],
                Store::KurrentDb => &Fault::OF_KURRENTDB[..],
            });
            self.cards.shuffle(&mut self.dice);
        }
        let first = self.cards.pop().expect("the deck was filled");
        let mut faults = vec![first];
        // A failover to a shorter log is a round of its own, because its losses are accounted for separately.
        if first != Fault::LossyFailover && self.dice.random_bool(0.6) {
            let other = self
                .cards
                .iter()
                .rposition(|card| *card != Fault::LossyFailover && card.target() != first.target());
            faults.extend(other.map(|place| self.cards.remove(place)));
        }
        let faults = faults.into_iter().map(|fault| (self.millis(0, 400), fault)).collect();
        Round { faults, outage: self.millis(100, 3_000) }
    }

    fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.dice.random_range(least..most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_happens_once_and_the_order_depends_only_on_the_seed() {
        for (store, size) in [(Store::Postgres, 15), (Store::KurrentDb, 19)] {
            for seed in 0..20 {
                let (mut deck, mut same) = (FaultSchedule::new(store, seed), FaultSchedule::new(store, seed));
                let mut seen = Vec::new();
                loop {
                    let round = deck.next_round();
                    assert_eq!(round, same.next_round());
                    seen.extend(round.faults.into_iter().map(|(_, fault)| fault));
                    if deck.is_empty() {
                        break;
                    }
                }
                seen.sort();
                let count = seen.len();
                seen.dedup();
                assert_eq!((count, seen.len()), (size, size));
            }
        }
    }
}
