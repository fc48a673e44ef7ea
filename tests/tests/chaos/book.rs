//! Collects the ledgers of all writers over all their lives: the appends they requested, and the answers they got.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
};

use shared_events::Position;

use crate::{
    checker::{Outcome, Try},
    ledger::{self, EventIdOnly, LedgerLine, LedgerReader},
    plan::SLOTS,
};

/// Counts of the answers to all writers, by outcome.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Answers {
    pub(crate) acknowledged: u64,
    pub(crate) events: u64,
    pub(crate) conflicts: u64,
    pub(crate) unavailable: u64,
    pub(crate) unknown: u64,
}

/// The ledger of one life, and the indices of its tries in the book.
struct WriterLife {
    reader: LedgerReader,
    tries: HashMap<u64, usize>,
}

pub(crate) struct Book {
    folder: PathBuf,
    /// The ledgers by slot and life.
    lives: BTreeMap<(usize, u32), WriterLife>,
    tries: Vec<Try>,
    /// Acknowledged tries that have not been compared with the log yet.
    unchecked: Vec<usize>,
    answers: Answers,
    /// The number of acknowledged appends of each slot.
    acknowledged: [u64; SLOTS],
}

impl Book {
    pub(crate) fn new(folder: PathBuf) -> Self {
        let (lives, tries, unchecked) = (BTreeMap::new(), Vec::new(), Vec::new());
        Self { folder, lives, tries, unchecked, answers: Answers::default(), acknowledged: [0; SLOTS] }
    }

    /// Begins another life of a writer, and drops the ledger of the life before the last, which is no longer needed.
    pub(crate) fn begin(&mut self, slot: usize, life: u32) {
        self.read();
        if let Some(old) = life.checked_sub(2).filter(|old| self.lives.remove(&(slot, *old)).is_some()) {
            // A writer that was killed at once has no ledger.
            let _ = std::fs::remove_file(ledger::path(&self.folder, slot, old));
        }
        let reader = LedgerReader::new(ledger::path(&self.folder, slot, life));
        self.lives.insert((slot, life), WriterLife { reader, tries: HashMap::new() });
    }

    /// Reads the new lines of all ledgers.
    pub(crate) fn read(&mut self) {
        for ((slot, _), life) in &mut self.lives {
            for line in life.reader.read::<EventIdOnly>() {
                let (number, outcome) = match line {
                    LedgerLine::Try { number, stream, expected, import, events } => {
                        let stream = stream.parse().expect("the ledger names streams");
                        let ids = events.into_iter().map(|event| event.id).collect();
                        life.tries.insert(number, self.tries.len());
                        self.tries.push(Try { stream, expected, import, ids, outcome: None });
                        continue;
                    }
                    LedgerLine::Acknowledged { number, version, position } => {
                        (number, Outcome::Acknowledged(version, Position(position)))
                    }
                    LedgerLine::Unknown { number } => {
                        self.answers.unknown += 1;
                        (number, Outcome::Unknown)
                    }
                    LedgerLine::Conflict { number } => {
                        self.answers.conflicts += 1;
                        (number, Outcome::Nothing)
                    }
                    LedgerLine::Unavailable { number } => {
                        self.answers.unavailable += 1;
                        (number, Outcome::Nothing)
                    }
                };
                let index = life.tries.remove(&number).expect("an answer follows its try");
                self.tries[index].outcome = Some(outcome);
                if matches!(outcome, Outcome::Acknowledged(..)) {
                    self.unchecked.push(index);
                    self.acknowledged[*slot] += 1;
                    self.answers.acknowledged += 1;
                    self.answers.events += self.tries[index].ids.len() as u64;
                }
            }
        }
    }

    /// Acknowledged tries up to this position that have not been compared with the log yet.
    pub(crate) fn unchecked_up_to(&mut self, end: Position) -> Vec<Try> {
        let position = |index: &usize| match self.tries[*index].outcome {
            Some(Outcome::Acknowledged(_, position)) => position,
            _ => unreachable!("only acknowledged appends are noted"),
        };
        let (now, later) =
            std::mem::take(&mut self.unchecked).into_iter().partition(|index| position(index) <= end);
        self.unchecked = later;
        let now: Vec<usize> = now;
        now.into_iter().map(|index| self.tries[index].clone()).collect()
    }

    pub(crate) fn tries(&self) -> &[Try] {
        &self.tries
    }

    /// The number of tries whose writer died before the answer.
    pub(crate) fn unanswered(&self) -> usize {
        self.tries.iter().filter(|one| one.outcome.is_none()).count()
    }

    pub(crate) const fn answers(&self) -> Answers {
        self.answers
    }

    /// The number of acknowledged appends of each slot, over all its lives.
    pub(crate) const fn acknowledged(&self) -> [u64; SLOTS] {
        self.acknowledged
    }
}
