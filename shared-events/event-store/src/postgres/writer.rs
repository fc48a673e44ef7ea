//! The writer: one task that collects concurrent appends, and committers that commit them together.
//!
//! While batches are on their way to the disk the next one gathers, so that any number of writers pay for one commit.
//! There is more than one committer because the server can work on one batch while it flushes another. The queue is
//! bounded: who appends faster than the disk can take waits.

use std::{
    collections::{HashSet, VecDeque},
    future::pending,
    hash::{BuildHasher, RandomState},
    panic::resume_unwind,
    sync::Arc,
    time::Duration,
};

use shared_events::{NewEvent, StreamId};
use sqlx::postgres::PgConnectOptions;
use tokio::{
    sync::{Semaphore, SemaphorePermit, mpsc, oneshot},
    task::JoinSet,
};

use super::{committer::Committer, job::Job, wakeup::Signal};
use crate::{AppendError, Appended, ExpectedVersion};

/// Appends that wait for the writer before callers have to wait for a place in the queue.
const QUEUE: usize = 1_024;

/// Payloads that wait for the writer, in bytes, before callers have to wait. More than one append may have.
const QUEUE_BYTES: usize = 64_000_000;

/// Streams are spread over so many lanes, and each lane has room for so many appends. A stream can have one append in
/// each batch: without lanes, a crowd at one stream would fill the queue, and all others would wait behind it.
const LANES: usize = 64;
const LANE: usize = 64;

/// Batches that can be under way at the same time, each on a connection of its own.
pub(super) const COMMITTERS: usize = 2;

/// A batch is full when it has this many events …
const BATCH_EVENTS: usize = 1_000;

/// … or this many bytes of payloads. A single append may be larger than both.
const BATCH_BYTES: usize = 4_000_000;

/// The way to the writer task, which ends when this is dropped and its queue is empty.
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
    bytes: Semaphore,
    lanes: [Semaphore; LANES],
    hasher: RandomState,
}

impl Writer {
    pub(super) fn start(database: &PgConnectOptions, signal: &Arc<Signal>, answer_timeout: Duration) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let committer = |_| Committer::new(database.clone(), Arc::clone(signal), answer_timeout);
        tokio::spawn(run(Gatherer::new(jobs), (0..COMMITTERS).map(committer).collect()));
        Self {
            queue,
            bytes: Semaphore::new(QUEUE_BYTES),
            lanes: std::array::from_fn(|_| Semaphore::new(LANE)),
            hasher: RandomState::new(),
        }
    }

    pub(super) async fn append(
        &self,
        stream: StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
        payloads: Vec<String>,
    ) -> Result<Appended, AppendError> {
        let _places = self.places(&stream, &payloads).await;
        let (reply, answer) = oneshot::channel();
        let job = Job { stream, expected, events, payloads, reply };
        let stopped = || "the writer has stopped".to_owned();
        self.queue.send(job).await.map_err(|_| AppendError::Unavailable(stopped()))?;
        answer.await.unwrap_or_else(|_| Err(AppendError::OutcomeUnknown(stopped())))
    }

    /// Waits for room; who comes first is first. The room is held until the append is answered.
    async fn places(&self, stream: &StreamId, payloads: &[String]) -> [SemaphorePermit<'_>; 2] {
        let open = "nobody closes it";
        let lane = &self.lanes[self.hasher.hash_one(stream) as usize % LANES];
        let place = lane.acquire().await.expect(open);
        let bytes: usize = payloads.iter().map(String::len).sum();
        let bytes = u32::try_from(bytes).expect("an append within the limits");
        [place, self.bytes.acquire_many(bytes).await.expect(open)]
    }
}

/// A batch that was committed or not, and who can take the next one.
struct Done {
    committer: Committer,
    streams: HashSet<StreamId>,
}

/// Hands batches to the committers until there will be no more, and all have been answered.
async fn run(mut gatherer: Gatherer, mut idle: Vec<Committer>) {
    let mut under_way = JoinSet::new();
    loop {
        tokio::select! {
            Some(done) = under_way.join_next() => {
                let Done { committer, streams } = done.unwrap_or_else(|error| resume_unwind(error.into_panic()));
                gatherer.busy.retain(|stream| !streams.contains(stream));
                idle.push(committer);
            }
            batch = gatherer.next_batch(), if !idle.is_empty() => {
                let Some(Batch { jobs, streams, .. }) = batch else { break };
                gatherer.busy.extend(streams.iter().cloned());
                let mut committer = idle.pop().expect("one is idle");
                under_way.spawn(async move {
                    committer.commit(jobs).await;
                    Done { committer, streams }
                });
            }
        }
    }
    under_way.join_all().await;
}

struct Gatherer {
    jobs: mpsc::Receiver<Job>,
    /// Jobs that did not fit into the batch before, in the order of their arrival.
    waiting: VecDeque<Job>,
    /// The streams of batches that are under way: what comes for them waits, lest two appends of one stream overtake
    /// each other.
    busy: HashSet<StreamId>,
}

impl Gatherer {
    fn new(jobs: mpsc::Receiver<Job>) -> Self {
        Self { jobs, waiting: VecDeque::new(), busy: HashSet::new() }
    }

    /// The appends that are there, at most one for each stream, at least one. `None` when there will be no more. Pending
    /// while all that wait are for busy streams. Cancel-safe.
    async fn next_batch(&mut self) -> Option<Batch> {
        loop {
            // The callers of the batch before have just been answered: let them put their next append into this one.
            tokio::task::yield_now().await;
            let batch = self.gather();
            if !batch.jobs.is_empty() {
                return Some(batch);
            }
            if self.waiting.len() >= QUEUE {
                return pending().await;
            }
            match self.jobs.recv().await {
                Some(job) => self.waiting.push_back(job),
                None if self.waiting.is_empty() => return None,
                None => return pending().await,
            }
        }
    }

    fn gather(&mut self) -> Batch {
        let mut batch = Batch::default();
        let mut postponed = VecDeque::new();
        while let Some(job) = self.next_job(postponed.len()) {
            if batch.is_full_for(&job) {
                postponed.push_back(job);
                break;
            }
            if self.busy.contains(&job.stream) || batch.streams.contains(&job.stream) {
                postponed.push_back(job);
            } else if !job.reply.is_closed() {
                batch.add(job);
            }
        }
        postponed.append(&mut self.waiting);
        self.waiting = postponed;
        batch
    }

    /// Those that wait come first. `postponed` ones count, lest one busy stream lets the backlog grow without bound.
    fn next_job(&mut self, postponed: usize) -> Option<Job> {
        self.waiting.pop_front().or_else(|| if postponed < QUEUE { self.jobs.try_recv().ok() } else { None })
    }
}

#[derive(Default)]
struct Batch {
    jobs: Vec<Job>,
    streams: HashSet<StreamId>,
    events: usize,
    bytes: usize,
}

impl Batch {
    fn is_full_for(&self, job: &Job) -> bool {
        let events = self.events + job.events.len();
        let bytes = self.bytes + job.bytes();
        !self.jobs.is_empty() && (events > BATCH_EVENTS || bytes > BATCH_BYTES)
    }

    fn add(&mut self, job: Job) {
        self.events += job.events.len();
        self.bytes += job.bytes();
        self.streams.insert(job.stream.clone());
        self.jobs.push(job);
    }
}
