//! The open loop: journeys begin when they are due, whether or not earlier ones have ended. The timer wakes up to a
//! millisecond late, and that counts as latency, too.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rand::{SeedableRng, rngs::StdRng};
use tokio::{
    task::JoinSet,
    time::{sleep, sleep_until},
};

use crate::{
    arrivals::Arrivals,
    fault::{Done, Fault},
    journeys,
    profile::{PROFILE, Row},
    world::World,
};

const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Begins journeys of every kind from `start` on for this time, and then waits for the unfinished ones and for the
/// events that they expect on streams. Returns how many have not ended within `patience`.
pub(crate) async fn drive(
    world: &Arc<World>,
    start: Instant,
    time: Duration,
    factor: f64,
    seed: u64,
    patience: Duration,
) -> usize {
    let mut all = JoinSet::new();
    let mut counters = Vec::new();
    for (number, row) in (0..).zip(&PROFILE) {
        let unfinished = Arc::new(AtomicUsize::new(0));
        counters.push(Arc::clone(&unfinished));
        let arrivals = Arrivals::new(seed, number, row.per_second * factor);
        let kind = OfAKind { world: Arc::clone(world), row, seed: seed ^ number << 48, unfinished };
        all.spawn(kind.begin(start, arrivals, time, row.most_unfinished(factor)));
    }
    all.join_all().await;
    let unfinished = || {
        let journeys = counters.iter().map(|counter| counter.load(Ordering::Relaxed));
        journeys.sum::<usize>() + world.expected.load(Ordering::Relaxed)
    };
    let deadline = Instant::now() + patience;
    while unfinished() > 0 && Instant::now() < deadline {
        sleep(POLL_INTERVAL).await;
    }
    unfinished()
}

/// The journeys of one kind.
struct OfAKind {
    world: Arc<World>,
    row: &'static Row,
    seed: u64,
    unfinished: Arc<AtomicUsize>,
}

impl OfAKind {
    async fn begin(self, start: Instant, arrivals: Arrivals, time: Duration, most_unfinished: usize) {
        for (number, after) in arrivals.take_while(|after| *after < time).enumerate() {
            let due = start + after;
            sleep_until(due.into()).await;
            if self.unfinished.load(Ordering::Relaxed) >= most_unfinished {
                self.world.book.fault(self.row.kind, due, &Fault::Overload);
                continue;
            }
            self.unfinished.fetch_add(1, Ordering::Relaxed);
            let (world, kind, unfinished) =
                (Arc::clone(&self.world), self.row.kind, Arc::clone(&self.unfinished));
            let mut dice = StdRng::seed_from_u64(self.seed.wrapping_add(number as u64));
            tokio::spawn(async move {
                match journeys::make(kind, number, &world, &mut dice).await {
                    Ok(Done::Yes) => world.book.record(kind, due, due.elapsed()),
                    Ok(Done::Nothing) => {}
                    Err(fault) => world.book.fault(kind, due, &fault),
                }
                unfinished.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }
}
