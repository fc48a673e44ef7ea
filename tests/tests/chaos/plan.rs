//! Who is killed, when and how: a seed decides.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};

/// Writers, and as many projectors.
pub(crate) const SLOTS: usize = 2;

/// Whom a kill hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Victim {
    Writer(usize),
    Projector(usize),
    /// All of Postgres at once.
    Server,
    /// Its first process alone.
    Postmaster,
    /// One of its other processes; it then restarts itself.
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

    /// What the figures count it as.
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::Writer(_) => "writer",
            Self::Projector(_) => "projector",
            Self::Server => "Postgres, whole",
            Self::Postmaster => "Postgres, postmaster alone",
            Self::Backend => "Postgres, one process of it",
        }
    }

    /// Postgres cannot be killed twice in a round.
    const fn target(self) -> (usize, usize) {
        match self {
            Self::Writer(slot) => (0, slot),
            Self::Projector(slot) => (1, slot),
            Self::Server | Self::Postmaster | Self::Backend => (2, 0),
        }
    }
}

/// One round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    /// Pauses, each with the kill after it.
    pub(crate) kills: Vec<(Duration, Victim)>,
    /// How long the dead stay dead.
    pub(crate) outage: Duration,
    /// Whether processes are started before the server is.
    pub(crate) processes_first: bool,
}

/// The rounds that a seed makes. Every victim's turn comes once in seven rounds; others may fall with it.
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
        // Now and then longer than a store tries by itself, so that writers hear of it.
        let outage =
            if self.dice.random_bool(0.15) { self.millis(3_500, 5_000) } else { self.millis(0, 100) };
        Round { kills, outage, processes_first: self.dice.random_bool(0.5) }
    }

    fn millis(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(self.dice.random_range(least..most))
    }

    /// For what happens within a round.
    pub(crate) const fn dice(&mut self) -> &mut StdRng {
        &mut self.dice
    }
}
