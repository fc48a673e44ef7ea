//! Torture test: writers pause, disconnect and expect wrong versions while readers follow the log. No reader misses an
//! event or gets one twice.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serde_json::json;
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};
use tokio::{
    task::JoinSet,
    time::{Instant, timeout},
};
use uuid::Uuid;

use super::{Fixture, event};
use crate::{
    AppendError, Appended, Categories, EventStore,
    ExpectedVersion::{self, Any, Exact},
    StreamHistory,
};

const WRITERS: u64 = 16;

/// The fewest events that all writers write together.
pub(crate) const EVENTS: u64 = 100_000;

pub(crate) async fn a_reader_misses_none_of_a_hundred_thousand_events(fixture: &impl Fixture) {
    let began = Instant::now();
    let finished = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    for categories in [Categories::All, SHARED] {
        readers.spawn(watch(fixture.another_store().await, categories, Arc::clone(&finished)));
    }
    let stores = [fixture.store(), fixture.another_store().await];
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = Arc::clone(&stores[(writer % 2) as usize]);
        writers.spawn(async move { write(&*store, writer, EVENTS / WRITERS + 1).await });
    }
    let written: Vec<WriterOutcome> = writers.join_all().await;
    finished.store(true, Ordering::Release);
    let seen = readers.join_all().await;

    let log = watch(fixture.another_store().await, Categories::All, Arc::new(AtomicBool::new(true))).await.1;
    println!("{} writers, {:.1} s: {}", WRITERS, began.elapsed().as_secs_f64(), WriterOutcome::sum(&written));
    check_acknowledged(&written, &log);
    assert!(log.len() as u64 >= EVENTS);
    for (categories, seen) in seen {
        let verdict = ReaderComparison::of(&seen, &log, &categories);
        println!("{verdict}");
        assert!(verdict.is_flawless(), "{verdict}");
    }
}

/// The category of the stream that all writers share.
const SHARED: Categories = Categories::Only(Cow::Borrowed(&["stock"]));

/// The part of an event that a reader remembers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeenEvent {
    pub(crate) position: Position,
    pub(crate) stream: StreamId,
    pub(crate) version: Version,
    pub(crate) event_id: Uuid,
}

impl From<Recorded<RawEvent>> for SeenEvent {
    fn from(event: Recorded<RawEvent>) -> Self {
        let Recorded { position, stream, version, event_id, .. } = event;
        Self { position, stream, version, event_id }
    }
}

/// Follows the log from its start until the writers have finished and all events are read.
pub(crate) async fn watch(
    store: Arc<dyn EventStore>,
    categories: Categories,
    finished: Arc<AtomicBool>,
) -> (Categories, Vec<SeenEvent>) {
    let (mut seen, mut position) = (Vec::new(), Position::START);
    loop {
        let last_round = finished.load(Ordering::Acquire);
        let page = store.read_on(position, &categories, 1_000).await.unwrap();
        seen.extend(page.events.into_iter().map(SeenEvent::from));
        if page.up_to == position {
            if last_round {
                return (categories, seen);
            }
            store.wait_beyond(position, Duration::from_millis(20)).await;
        }
        position = page.up_to;
    }
}

/// The differences between the events that a reader saw and the log.
pub(crate) struct ReaderComparison {
    pub(crate) events: usize,
    pub(crate) missed: usize,
    pub(crate) duplicated: usize,
    pub(crate) in_order: bool,
}

impl ReaderComparison {
    /// Compares with the whole log. The reader wanted only these categories.
    pub(crate) fn of(seen: &[SeenEvent], log: &[SeenEvent], categories: &Categories) -> Self {
        let wanted = || log.iter().filter(|event| categories.include(&event.stream.category));
        let ids: HashSet<Uuid> = seen.iter().map(|event| event.event_id).collect();
        let mut versions: HashMap<&StreamId, Version> = HashMap::new();
        Self {
            events: wanted().count(),
            missed: wanted().filter(|event| !ids.contains(&event.event_id)).count(),
            duplicated: seen.len() - ids.len(),
            in_order: seen.is_sorted_by(|a, b| a.position < b.position)
                && seen.iter().fold(true, |fine, event| {
                    let before = versions.insert(&event.stream, event.version).unwrap_or(0);
                    fine && before + 1 == event.version
                }),
        }
    }

    pub(crate) fn is_flawless(&self) -> bool {
        self.missed == 0 && self.duplicated == 0 && self.in_order
    }
}

impl fmt::Display for ReaderComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = if self.in_order { "in order" } else { "out of order" };
        write!(f, "{} events, missed {}, duplicated {}, {order}", self.events, self.missed, self.duplicated)
    }
}

/// The outcome of one writer.
#[derive(Default)]
pub(crate) struct WriterOutcome {
    /// The ids of events that the store has acknowledged.
    pub(crate) acknowledged: Vec<Uuid>,
    /// Appends whose future was dropped before the answer.
    pub(crate) dropped: u64,
    /// Appends with a wrong expected version.
    pub(crate) conflicts: u64,
}

impl WriterOutcome {
    pub(crate) fn sum(all: &[Self]) -> String {
        format!(
            "{} events acknowledged, {} appends dropped on their way, {} conflicts",
            all.iter().map(|one| one.acknowledged.len()).sum::<usize>(),
            all.iter().map(|one| one.dropped).sum::<u64>(),
            all.iter().map(|one| one.conflicts).sum::<u64>(),
        )
    }
}

fn check_acknowledged(written: &[WriterOutcome], log: &[SeenEvent]) {
    let stored: HashSet<Uuid> = log.iter().map(|event| event.event_id).collect();
    let lost = written.iter().flat_map(|one| &one.acknowledged).filter(|id| !stored.contains(id)).count();
    assert_eq!(lost, 0, "acknowledged events are not in the log");
}

/// Writes about `quota` events: to the writer's own stream, to one that all writers share, and to new ones.
pub(crate) async fn write(store: &dyn EventStore, writer: u64, quota: u64) -> WriterOutcome {
    let mut dice = Dice(writer * 1_000_003);
    let mut written = WriterOutcome::default();
    let own = StreamId::new("order", Uuid::from_u128(1_000_000 + u128::from(writer)));
    let shared = StreamId::new("stock", Uuid::from_u128(1));
    let (mut version, mut number) = (0, 0);
    while (written.acknowledged.len() as u64) < quota {
        let first = number + 1;
        number += 1 + dice.below(40);
        let events = |stream: &StreamId| {
            (first..=number).map(|number| small(stream, writer, number)).collect::<Vec<_>>()
        };
        if dice.below(8) == 0 {
            tokio::time::sleep(Duration::from_micros(dice.below(2_000))).await;
        }
        match dice.below(12) {
            0 => {
                let wrong = store.append(&own, Exact(version + 7), events(&own)).await;
                assert!(matches!(wrong, Err(AppendError::Conflict { .. })), "{wrong:?}");
                written.conflicts += 1;
            }
            1 => {
                let new = StreamId::new("product", Uuid::from_u128(u128::from((writer << 32) | number)));
                let history = StreamHistory { events: events(&new), stream: new };
                written.acknowledged.extend(history.events.iter().map(|event| event.event_id));
                store.import(vec![history]).await.unwrap();
            }
            kind => {
                let (stream, expected) = if kind < 4 { (&shared, Any) } else { (&own, Exact(version)) };
                let events = events(stream);
                if kind == 4 {
                    let patience = Duration::from_micros(dice.below(3_000));
                    let dropped = timeout(patience, store.append(stream, expected, events.clone())).await;
                    written.dropped += u64::from(dropped.is_err());
                }
                // Repeats the append that was dropped, if one was.
                let appended = append(store, stream, expected, &events).await;
                if kind >= 4 {
                    version += events.len() as u64;
                    assert_eq!(appended.version, version);
                }
                written.acknowledged.extend(events.iter().map(|event| event.event_id));
            }
        }
    }
    written
}

/// Repeats the append until its outcome is known.
async fn append(
    store: &dyn EventStore,
    stream: &StreamId,
    expected: ExpectedVersion,
    events: &[NewEvent],
) -> Appended {
    loop {
        match store.append(stream, expected, events.to_vec()).await {
            Ok(appended) => return appended,
            // Many writers share a stream, so one call may give up before the contention ends.
            Err(AppendError::Unavailable(_) | AppendError::OutcomeUnknown(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

fn small(stream: &StreamId, writer: u64, number: u64) -> NewEvent {
    let name = format!("{writer}/{number}");
    NewEvent {
        event_id: Uuid::new_v5(&stream.id, name.as_bytes()),
        payload: RawEvent {
            event_type: "CrateFilled".into(),
            schema_version: 1,
            data: json!({ "number": number }).into(),
        },
        ..event(stream, 1)
    }
}

/// A random number generator with the same numbers in each run (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, sides: u64) -> u64 {
        self.roll() % sides
    }
}
