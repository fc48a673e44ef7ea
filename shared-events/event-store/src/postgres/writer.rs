//! The writer: one task collects concurrent appends, and committers commit them together.
//!
//! The next batch is collected while the previous ones are written to disk, so that any number of callers share one
//! commit. There are two committers because the server can process one batch while it flushes another. The queue is
//! bounded: callers that append faster than the disk can write have to wait.

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

/// The number of appends in the queue beyond which callers have to wait.
const QUEUE_APPENDS: usize = 1_024;

/// The number of payload bytes in the queue beyond which callers have to wait. A single append may be larger.
const QUEUE_BYTES: usize = 64_000_000;

/// The number of lanes over which streams are spread, and the appends per lane. A batch has at most one append for each
/// stream, so without lanes many appends to one stream would fill the queue, and appends to all other streams would
/// wait behind them.
const LANES: usize = 64;
const LANE_APPENDS: usize = 64;

/// The number of batches that can run at the same time, each on its own connection.
pub(super) const COMMITTERS: usize = 2;

/// A batch is full when it has this many events …
const BATCH_EVENTS: usize = 1_000;

/// … or this many bytes of payloads. A single append may exceed both limits.
const BATCH_BYTES: usize = 4_000_000;

/// The sending end of the writer task's queue. The task ends when this is dropped and the queue is empty.
pub(super) struct Writer {
    queue: mpsc::Sender<Job>,
    bytes: Semaphore,
    lanes: [Semaphore; LANES],
    hasher: RandomState,
}

impl Writer {
    pub(super) fn start(database: &PgConnectOptions, signal: &Arc<Signal>, answer_timeout: Duration) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUE_APPENDS);
        let committer = |_| Committer::new(database.clone(), Arc::clone(signal), answer_timeout);
        tokio::spawn(run(BatchGatherer::new(jobs), (0..COMMITTERS).map(committer).collect()));
        Self {
            queue,
            bytes: Semaphore::new(QUEUE_BYTES),
            lanes: std::array::from_fn(|_| Semaphore::new(LANE_APPENDS)),
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

    /// Waits for room in the queue, in order of arrival. The room is kept until the append is answered.
    async fn places(&self, stream: &StreamId, payloads: &[String]) -> [SemaphorePermit<'_>; 2] {
        let open = "nobody closes it";
        let lane = &self.lanes[self.hasher.hash_one(stream) as usize % LANES];
        let place = lane.acquire().await.expect(open);
        let bytes: usize = payloads.iter().map(String::len).sum();
        let bytes = u32::try_from(bytes).expect("an append within the limits");
        [place, self.bytes.acquire_many(bytes).await.expect(open)]
    }
}

/// A finished batch, and the committer that is free again.
struct FinishedBatch {
    committer: Committer,
    streams: HashSet<StreamId>,
}

/// Gives batches to the committers until the queue is closed and all appends are answered.
async fn run(mut gatherer: BatchGatherer, mut idle: Vec<Committer>) {
    let mut under_way = JoinSet::new();
    loop {
        tokio::select! {
            Some(done) = under_way.join_next() => {
                let FinishedBatch { committer, streams } = done.unwrap_or_else(|error| resume_unwind(error.into_panic()));
                gatherer.busy.retain(|stream| !streams.contains(stream));
                idle.push(committer);
            }
            batch = gatherer.next_batch(), if !idle.is_empty() => {
                let Some(Batch { jobs, streams, .. }) = batch else { break };
                gatherer.busy.extend(streams.iter().cloned());
                let mut committer = idle.pop().expect("one is idle");
                under_way.spawn(async move {
                    committer.commit(jobs).await;
                    FinishedBatch { committer, streams }
                });
            }
        }
    }
    under_way.join_all().await;
}

struct BatchGatherer {
    jobs: mpsc::Receiver<Job>,
    /// Jobs that did not fit into earlier batches, in order of arrival.
    waiting: VecDeque<Job>,
    /// The streams of the running batches. New jobs for these streams wait, so that two appends to one stream cannot
    /// overtake each other.
    busy: HashSet<StreamId>,
}

impl BatchGatherer {
    fn new(jobs: mpsc::Receiver<Job>) -> Self {
        Self { jobs, waiting: VecDeque::new(), busy: HashSet::new() }
    }

    /// Collects the queued appends: at least one, and at most one for each stream. Returns `None` when the queue is
    /// closed. Pending while all waiting jobs are for busy streams. Cancel-safe.
    async fn next_batch(&mut self) -> Option<Batch> {
        loop {
            // The callers of the last batch have just been answered. Yield, so that their next appends can join this
            // batch.
            tokio::task::yield_now().await;
            let batch = self.gather();
            if !batch.jobs.is_empty() {
                return Some(batch);
            }
            if self.waiting.len() >= QUEUE_APPENDS {
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

    /// Takes waiting jobs first. The `postponed` jobs count, too, so that a busy stream cannot make the backlog grow
    /// without bound.
    fn next_job(&mut self, postponed: usize) -> Option<Job> {
        self.waiting
            .pop_front()
            .or_else(|| if postponed < QUEUE_APPENDS { self.jobs.try_recv().ok() } else { None })
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
