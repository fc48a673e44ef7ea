//! An in-memory event store that fails at a chosen append, for crash tests.

use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use async_trait::async_trait;
use event_store::{
    AppendError, Appended, Categories, EventLog, EventStore, ExpectedVersion, Page, ReadError,
    memory::{MemoryEventStore, MemoryKeyring},
};
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};
use tokio::sync::Notify;

/// The fault at the chosen append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The process dies, and nothing was written.
    DiesBefore,
    /// The process dies after the events were written.
    DiesAfter,
    /// The store reports that it is unavailable, and nothing was written.
    Unavailable,
    /// The response is lost after the events were written.
    AnswerLost,
    /// The response is lost, and nothing was written.
    RequestLost,
    /// The response is lost after the events were written, and nothing more can be written before the restart.
    Outage,
    /// The append waits until the test resumes it.
    Waits,
}

impl Fault {
    /// The variants that are failures.
    pub(crate) const ALL: [Self; 5] =
        [Self::DiesBefore, Self::DiesAfter, Self::Unavailable, Self::AnswerLost, Self::RequestLost];
}

#[derive(Default)]
pub(crate) struct FaultyStore {
    inner: MemoryEventStore,
    plan: std::sync::Mutex<Option<Fault>>,
    /// Number of appends before the fault.
    left: AtomicUsize,
    /// Whether the process is dead: then its appends have no effect.
    dead: AtomicBool,
    death: Notify,
    /// Whether appends fail until the restart.
    down: AtomicBool,
    waits: Notify,
    resumed: Notify,
    /// Whether other work goes on before an append is written.
    is_slow: AtomicBool,
    /// Number of stream reads that will fail.
    failing_reads: AtomicUsize,
    /// The end position of each append.
    ends: std::sync::Mutex<Vec<Position>>,
}

impl FaultyStore {
    pub(crate) fn log(self: &Arc<Self>) -> EventLog {
        EventLog::new(self.clone(), Arc::new(MemoryKeyring::default()))
    }

    /// Fails at the n-th append from now, counted from 0.
    pub(crate) fn fail(&self, nth: usize, fault: Fault) {
        *self.plan.lock().unwrap() = Some(fault);
        self.left.store(nth, SeqCst);
    }

    /// Lets other work go on before each append is written.
    pub(crate) fn slow_down(&self) {
        self.is_slow.store(true, SeqCst);
    }

    /// Another server takes over, whose log lacks this many of the newest appends.
    pub(crate) fn lose(&self, newest: usize) {
        let mut ends = self.ends.lock().unwrap();
        let left = ends.len() - newest;
        ends.truncate(left);
        self.inner.put_back(ends.last().copied().unwrap_or_default());
    }

    /// Number of appends so far.
    pub(crate) fn appends(&self) -> usize {
        self.ends.lock().unwrap().len()
    }

    async fn write(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        if self.is_slow.load(SeqCst) {
            tokio::task::yield_now().await;
        }
        let appended = self.inner.append(stream, expected, events).await?;
        if !appended.repeated {
            self.ends.lock().unwrap().push(appended.position);
        }
        Ok(appended)
    }

    /// Makes the next `count` reads of streams fail.
    pub(crate) fn fail_reads(&self, count: usize) {
        self.failing_reads.store(count, SeqCst);
    }

    fn read(&self) -> Result<(), ReadError> {
        let failing = self.failing_reads.load(SeqCst);
        self.failing_reads.store(failing.saturating_sub(1), SeqCst);
        if failing > 0 { Err(ReadError::Unavailable("down".to_owned())) } else { Ok(()) }
    }

    /// Lets a new process take over. Returns whether the fault has happened.
    pub(crate) fn restart(&self) -> bool {
        self.dead.store(false, SeqCst);
        self.down.store(false, SeqCst);
        self.plan.lock().unwrap().take().is_none()
    }

    /// Returns when the process dies.
    pub(crate) async fn death(&self) {
        self.death.notified().await;
    }

    /// Returns when an append waits.
    pub(crate) async fn waiting(&self) {
        self.waits.notified().await;
    }

    /// Lets the waiting append continue.
    pub(crate) fn resume(&self) {
        self.resumed.notify_one();
    }

    fn fault(&self) -> Option<Fault> {
        let mut plan = self.plan.lock().unwrap();
        (*plan)?;
        let left = self.left.load(SeqCst);
        self.left.store(left.saturating_sub(1), SeqCst);
        if left == 0 { plan.take() } else { None }
    }

    async fn die(&self) -> ! {
        self.dead.store(true, SeqCst);
        self.death.notify_one();
        pending().await
    }
}

#[async_trait]
impl EventStore for FaultyStore {
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        if self.dead.load(SeqCst) {
            return pending().await;
        }
        if self.down.load(SeqCst) {
            return Err(AppendError::Unavailable("down".to_owned()));
        }
        match self.fault() {
            None => self.write(stream, expected, events).await,
            Some(Fault::DiesBefore) => self.die().await,
            Some(Fault::DiesAfter) => {
                self.write(stream, expected, events).await?;
                self.die().await
            }
            Some(Fault::Unavailable) => Err(AppendError::Unavailable("down".to_owned())),
            Some(Fault::AnswerLost) => {
                self.write(stream, expected, events).await?;
                Err(AppendError::OutcomeUnknown("cut".to_owned()))
            }
            Some(Fault::Outage) => {
                self.write(stream, expected, events).await?;
                self.down.store(true, SeqCst);
                Err(AppendError::OutcomeUnknown("cut".to_owned()))
            }
            Some(Fault::Waits) => {
                self.waits.notify_one();
                self.resumed.notified().await;
                self.write(stream, expected, events).await
            }
            Some(Fault::RequestLost) => Err(AppendError::OutcomeUnknown("cut".to_owned())),
        }
    }

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        self.read()?;
        self.inner.read_stream(stream, after, limit).await
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        self.read()?;
        self.inner.read_last(stream).await
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        self.inner.read_all(after, categories, limit).await
    }

    fn epoch(&self) -> u64 {
        self.inner.epoch()
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        self.inner.wait_beyond(after, at_most).await;
    }
}
