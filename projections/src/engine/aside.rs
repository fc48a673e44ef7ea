//! The events that the writer of a generation leaves out: parked streams, and events that an operator has skipped.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use parked_work::SkippedEvents;
use shared_events::{Position, StreamId, Version};
use sqlx::PgConnection;

use super::{
    batch::Batch,
    generation::Generation,
    parked::{self, Parked},
    refusal::Refusal,
};

/// The event that tells views to drop a person's data. It is applied even when earlier events of its stream are
/// parked, and again in its turn when they are applied later.
const ERASURE_EVENT_TYPE: &str = "AccountErased";

/// Only the holder of the generation's lease changes its parked streams, so this copy of them in memory stays valid.
#[derive(Debug, Default)]
pub(super) struct Aside {
    parked: HashMap<StreamId, Parked>,
    /// Parked streams that are not yet in the database.
    fresh: BTreeSet<StreamId>,
    skipped: SkippedEvents,
    /// Erasures in parked streams that the view could not apply ahead of their turn.
    refused_erasures: BTreeSet<Position>,
}

/// How the writer treats an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Applied,
    /// The event waits behind the event that parked its stream.
    Behind,
    /// The event parked its stream, or an operator has skipped it.
    Out,
}

impl Aside {
    /// Loads the state from the database. A generation being built parks nothing: it stops.
    pub(super) async fn load(
        connection: &mut PgConnection,
        generation: &Generation,
        parks: bool,
    ) -> Result<Self, sqlx::Error> {
        let mut aside = Self::default();
        if parks {
            let all = parked::of_generation(&mut *connection, generation.id).await?;
            aside.parked = all.into_iter().map(|one| (one.refusal.stream.clone(), one)).collect();
        }
        for event in parked::skipped(connection, Some(generation)).await? {
            aside.skip(event.stream, event.version);
        }
        Ok(aside)
    }

    pub(super) fn skip(&mut self, stream: StreamId, version: Version) {
        self.skipped.insert(stream, version);
    }

    pub(super) const fn skipped(&self) -> &SkippedEvents {
        &self.skipped
    }

    pub(super) fn parked(&self, stream: &StreamId) -> Option<&Parked> {
        self.parked.get(stream)
    }

    pub(super) fn streams(&self) -> Vec<StreamId> {
        self.parked.keys().cloned().collect()
    }

    pub(super) fn count(&self) -> usize {
        self.parked.len()
    }

    /// Leaves the stream out from this event on. The caller writes that to the database together with the checkpoint.
    pub(super) fn park(&mut self, refusal: Refusal, now: DateTime<Utc>) {
        if self.place(&refusal.stream, refusal.version) == Place::Behind {
            self.refused_erasures.insert(refusal.position);
            return;
        }
        self.fresh.insert(refusal.stream.clone());
        self.parked.insert(refusal.stream.clone(), Parked::new(refusal, now));
    }

    /// The parked streams that the caller has yet to write to the database.
    pub(super) fn fresh(&self) -> impl Iterator<Item = &Parked> {
        self.fresh.iter().filter_map(|stream| self.parked.get(stream))
    }

    /// Marks all parked streams as written.
    pub(super) fn settle(&mut self) {
        self.fresh.clear();
    }

    /// Updates a stream after a retry: it is parked by a later event now, or (`None`) no longer parked.
    pub(super) fn came_to(&mut self, stream: &StreamId, parked: Option<Parked>) {
        match parked {
            Some(parked) => self.parked.insert(stream.clone(), parked),
            None => self.parked.remove(stream),
        };
    }

    /// The first stream that is due for an automatic retry, and when.
    pub(super) fn next_try(&self) -> Option<(DateTime<Utc>, StreamId)> {
        self.parked.iter().filter_map(|(stream, parked)| Some((parked.next_try()?, stream.clone()))).min()
    }

    fn place(&self, stream: &StreamId, version: Version) -> Place {
        match self.parked.get(stream) {
            Some(parked) if version > parked.refusal.version => Place::Behind,
            Some(parked) if version == parked.refusal.version => Place::Out,
            _ if self.skipped.contains(stream, version) => Place::Out,
            _ => Place::Applied,
        }
    }

    /// Removes the events that must not be applied from a batch.
    pub(super) fn sift(&self, batch: &mut Batch) {
        if self.parked.is_empty() && self.skipped.is_empty() {
            return;
        }
        let erasures: BTreeSet<Position> = batch
            .events
            .iter()
            .filter(|event| event.event.event_type == ERASURE_EVENT_TYPE)
            .map(|event| event.position)
            .filter(|position| !self.refused_erasures.contains(position))
            .collect();
        let mut waiting = Vec::new();
        batch.retain(|stream, version, position| {
            let place = self.place(stream, version);
            if place == Place::Behind {
                waiting.push((position, stream.clone()));
            }
            place == Place::Applied || (place == Place::Behind && erasures.contains(&position))
        });
        batch.waiting.append(&mut waiting);
        batch.waiting.sort_unstable();
        // The erasure also stays in the batch, so a batch that is sifted again lists it twice.
        batch.waiting.dedup();
    }
}
