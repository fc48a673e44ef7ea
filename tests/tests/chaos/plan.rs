//! Decides by a seed which processes are killed, when, and how.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

/// The number of writers, and the number of projectors.
pub(crate) const SLOTS: usize = 2;

/// The target of a kill, and how it is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Victim {
    Writer(usize),
    Projector(usize),
    /// All processes of Postgres at the same time.
    Server,
    Postmaster,
    /// One of Postgres' other processes, after which the server restarts itself.
    Backend,
}

impl Victim {
    const ALL: [Self; 7] = [
        Self::Writer(0),
        Self::Writer(1),
        Self::Projector(0),
        Self::Projector(1),
        Self::Server,
        Self::Postmaster,
        Self::Backend,
    ];

    /// The name of this kind of kill in the figures.
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::Writer(_) => "writer",
            Self::Projector(_) => "projector",
            Self::Server => "Postgres, whole",
            Self::Postmaster => "Postgres, postmaster alone",
            Self::Backend => "Postgres, one process of it",
        }
    }

    /// The killed process. No process is killed twice in a round, and Postgres counts as one.
    const fn target(self) -> (usize, usize) {
        match self {
            Self::Writer(slot) => (0, slot),
            Self::Projector(slot) => (1, slot),
            Self::Server | Self::Postmaster | Self::Backend => (2, 0),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    /// Pauses, each followed by a kill.
    pub(crate) kills: Vec<(Duration, Victim)>,
    /// How long the killed processes stay down.
    pub(crate) outage: Duration,
    /// Whether the writers and projectors are restarted before the server.
    pub(crate) processes_first: bool,
}

/// The rounds of a seed. Every target is killed at least once in seven rounds, and a round may have further kills.
pub(crate) struct Plan {
    dice: StdRng,
    turns: Vec<Victim>,
}

impl Plan {
    pub(crate) fn new(seed: u64) -> Self {
        Self { dice: StdRng::seed_from_u64(seed), turns: Vec::new() }
    }

    pub(crate) fn next_round(&mut self) -> Round {
        if self.turns.is_empty() {
            self.turns = Victim::ALL.to_vec();
            self.turns.shuffle(&mut self.dice);
        }
        let mut victims = vec![self.turns.pop().expect("there is a turn left")];
        for _ in 0..[0, 0, 0, 1, 1, 2, 3][self.dice.random_range(0..7)] {
            let another = Victim::ALL[self.dice.random_range(0..Victim::ALL.len())];
            if victims.iter().all(|one| one.target() != another.target()) {
                victims.push(another);
            }
        }
        victims.shuffle(&mut self.dice);
        let kills = victims.into_iter().map(|victim| (self.millis(0, 250), victim)).collect();
        // Some outages are longer than a store retries by itself, so that writers notice them.
        let outage =
            if self.dice.random_bool(0.15) { self.millis(3_500, 5_000) } else { self.millis(0, 100) };
        Round { kills, outage, processes_first: self.dice.random_bool(0.5) }
    }

    fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.dice.random_range(least..most))
    }

    /// The random source for choices within a round.
    pub(crate) const fn dice(&mut self) -> &mut StdRng {
        &mut self.dice
    }
}
