//! The writer of a generation: applies each event of the log exactly once.

use std::sync::Arc;

use event_store::EventLog;
use postgres_kit::within;
use service_kit::clock::Clock;
use shared_events::Position;
use sqlx::{Connection, PgConnection};
use traces::{Kind, Span};

use super::{
    Failure, View,
    aside::Aside,
    batch::Batch,
    checkpoint::{self, Step},
    failure::WriteError,
    generation::{Generation, State},
    pages::Pages,
    parked::{self, Parked},
    pause,
    progress::SpeedMeter,
    refusal::{Culprit, Refusal, culprit},
    session::Session,
};

/// When more streams than this are parked, the fault is the view's, not the events'.
const MAX_PARKED_STREAMS: usize = 1_000;

/// How to treat an event that the view cannot apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenRefused {
    /// Park the stream: leave it out from this event on.
    Park,
    /// Write nothing after the event, and report it.
    Stop,
    /// Write nothing after the event, unless this generation has parked its stream.
    StopUnlessParkedBy(i32),
}

/// The single writer of a generation, as long as it holds the lease.
pub(super) struct Writer {
    pub(super) session: Session,
    pub(super) view: Arc<dyn View>,
    pub(super) clock: Arc<dyn Clock>,
    /// The generation as it was when the writer began; only its position changes.
    pub(super) generation: Generation,
    /// The checkpoint.
    pub(super) position: Position,
    pub(super) aside: Aside,
    when_refused: WhenRefused,
    pub(super) speed_meter: SpeedMeter,
}

impl Writer {
    /// Begins to write. The session holds the lease.
    pub(super) async fn begin(
        mut session: Session,
        view: Arc<dyn View>,
        clock: Arc<dyn Clock>,
        generation: &Generation,
        when_refused: WhenRefused,
    ) -> Result<Self, sqlx::Error> {
        let parks = when_refused != WhenRefused::Stop;
        let loading = Aside::load(&mut session.connection, generation, parks);
        let aside = within(session.limits.answer, "what a view leaves out", loading).await?;
        let (generation, position) = (generation.clone(), generation.position);
        Ok(Self {
            session,
            view,
            clock,
            generation,
            position,
            aside,
            when_refused,
            speed_meter: SpeedMeter::new(),
        })
    }

    /// Pages of the log from the checkpoint on.
    pub(super) fn pages(&self, log: &EventLog) -> Pages {
        Pages::new(log.clone(), Arc::clone(&self.view), self.position)
    }

    /// Writes a batch and moves the checkpoint over it, normally in one transaction. Returns the generation's state.
    ///
    /// Finds an event that the view refuses by splitting the batch into ever smaller parts, each a transaction.
    /// Everything before that event is written.
    pub(super) async fn write(&mut self, batch: Batch) -> Result<State, Failure> {
        let span = self.span(&batch);
        let written = span.clone().around(self.write_parts(batch)).await;
        if written.is_err() {
            span.fail("not written");
        }
        written
    }

    /// The span of a batch, with links to the events in it. A build applies the whole log and has none, nor has a batch
    /// without events, of which there are many.
    fn span(&self, batch: &Batch) -> Span {
        if self.when_refused != WhenRefused::Park || batch.events.is_empty() {
            return Span::default();
        }
        let events = batch.events.iter().map(|event| (event.event_id, event.correlation_id));
        let span = Span::of_events(Kind::Consumer, "view batch", events);
        span.set("greenstall.view", self.view.name());
        span.set("greenstall.events", batch.events.len());
        span.set("greenstall.position.from", self.position.0);
        span.set("greenstall.position", batch.up_to.0);
        span
    }

    async fn write_parts(&mut self, batch: Batch) -> Result<State, Failure> {
        let mut rest = vec![batch];
        let limits = self.session.limits;
        let what = format!("a batch of {}", self.view.name());
        loop {
            let mut batch = rest.pop().expect("there is a part left until the last one is written");
            let refused = match within(limits.batch, &what, self.write_part(&mut batch)).await {
                Ok(state) if rest.is_empty() => return Ok(state),
                Ok(_) => continue,
                Err(WriteError::Failed(failure)) => return Err(failure),
                Err(WriteError::Refused(Culprit::AmongThem)) => {
                    let middle = batch.events[batch.events.len() / 2].position;
                    let second = batch.split_off(self.position, middle);
                    rest.extend([second, batch]);
                    continue;
                }
                Err(WriteError::Refused(Culprit::Event(refusal))) => refusal,
            };
            if within(limits.answer, &what, self.may_leave_out(&refused)).await? {
                rest.push(batch);
            } else {
                let at = refused.position;
                let behind = batch.split_off(self.position, at);
                if batch.up_to == self.position {
                    return Err(within(limits.answer, &what, self.stopped_by(refused)).await?);
                }
                rest.extend([behind, batch]);
            }
        }
    }

    async fn write_part(&mut self, batch: &mut Batch) -> Result<State, WriteError> {
        self.aside.sift(batch);
        if let Some(first) = batch.unreadable.first() {
            return Err(WriteError::Refused(Culprit::Event(first.into())));
        }
        let step = batch.step(self.position, self.speed_meter.speed(), self.clock.now());
        let nothing_to_write =
            batch.events.is_empty() && batch.waiting.is_empty() && self.aside.fresh().next().is_none();
        let state = if nothing_to_write {
            // Most batches of most views: the log has grown by events that the view does not read.
            move_checkpoint(&mut self.session.connection, &self.generation, step).await?
        } else {
            self.write_in_transaction(batch, step).await?
        };
        self.speed_meter.add(batch.events.len(), batch.up_to.0 - self.position.0);
        self.position = batch.up_to;
        self.aside.settle();
        Ok(state)
    }

    async fn write_in_transaction(&mut self, batch: &mut Batch, step: Step) -> Result<State, WriteError> {
        let id = self.generation.id;
        let mut transaction = self.session.connection.begin().await?;
        let written = async {
            let state = append(&mut transaction, &*self.view, &self.generation, step, batch).await?;
            for parked in self.aside.fresh() {
                parked::park(&mut *transaction, id, parked).await?;
            }
            parked::count_waiting(&mut *transaction, id, &batch.waiting).await?;
            Ok(state)
        };
        let written = written.await;
        match &written {
            Ok(_) => transaction.commit().await?,
            Err(_) => transaction.rollback().await?,
        }
        written
    }

    /// Whether the event may be left out. If so, the caller retries the batch without it.
    async fn may_leave_out(&mut self, refused: &Refusal) -> Result<bool, Failure> {
        // An operator may have skipped it for this version of the code since this writer began.
        let connection = &mut self.session.connection;
        for event in parked::skipped(&mut *connection, Some(&self.generation)).await? {
            self.aside.skip(event.stream, event.version);
        }
        if self.aside.skipped().contains(&refused.stream, refused.version) {
            return Ok(true);
        }
        match self.when_refused {
            WhenRefused::Stop => return Ok(false),
            WhenRefused::StopUnlessParkedBy(other) => {
                let all = parked::of_generation(connection, other).await?;
                let same = |one: &Parked| {
                    one.refusal.stream == refused.stream && one.refusal.version == refused.version
                };
                if !all.iter().any(same) {
                    return Ok(false);
                }
            }
            WhenRefused::Park if self.aside.count() >= MAX_PARKED_STREAMS => {
                let refused = Box::new(refused.clone());
                return Err(Failure::TooManyParked { parked: self.aside.count(), refused });
            }
            WhenRefused::Park => {
                let (view, generation) = (self.view.name(), self.generation.number);
                tracing::error!(view, generation, %refused, "stream parked");
            }
        }
        self.aside.park(refused.clone(), self.clock.now());
        Ok(true)
    }

    /// Records the event at which a build stops, so that an operator can skip it.
    async fn stopped_by(&mut self, refused: Refusal) -> Result<Failure, Failure> {
        if self.when_refused == WhenRefused::Stop {
            let connection = &mut self.session.connection;
            let before = parked::of_generation(&mut *connection, self.generation.id).await?;
            let mut shown = Parked::new(refused.clone(), self.clock.now());
            if let Some(same) = before.iter().find(|one| one.refusal.position == refused.position) {
                shown.attempts = same.attempts.saturating_add(1);
            }
            // In one transaction: an operator who acts meanwhile finds the event.
            let mut transaction = connection.begin().await?;
            parked::forget(&mut *transaction, self.generation.id).await?;
            parked::park(&mut *transaction, self.generation.id, &shown).await?;
            transaction.commit().await?;
        }
        Ok(Failure::Refused(Box::new(refused)))
    }

    /// Returns when the view is not paused.
    pub(super) async fn wait_while_paused(&mut self) -> Result<(), sqlx::Error> {
        while self.is_paused().await? {
            tokio::time::sleep(pause::PAUSE_POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Whether the view is paused.
    pub(super) async fn is_paused(&mut self) -> Result<bool, sqlx::Error> {
        let asked = pause::is_paused(&mut self.session.connection, &self.generation.view);
        within(self.session.limits.answer, "whether a view is paused", asked).await
    }
}

/// Writes the rest of a sifted batch, within a transaction that the caller commits.
pub(super) async fn append(
    transaction: &mut PgConnection,
    view: &dyn View,
    generation: &Generation,
    step: Step,
    batch: &mut Batch,
) -> Result<State, WriteError> {
    let state = move_checkpoint(&mut *transaction, generation, step).await?;
    if !batch.events.is_empty() {
        let written = match batch.take_folded(view) {
            Ok(folded) => folded.write(transaction).await,
            Err(error) => Err(error),
        };
        written.map_err(|error| match culprit(error, &batch.events) {
            Ok(culprit) => WriteError::Refused(culprit),
            Err(error) => WriteError::Failed(error.into()),
        })?;
    }
    Ok(state)
}

async fn move_checkpoint(
    connection: &mut PgConnection,
    generation: &Generation,
    step: Step,
) -> Result<State, WriteError> {
    if let Some(state) = checkpoint::advance(&mut *connection, generation.id, step).await? {
        return Ok(state);
    }
    let paused = pause::is_paused(connection, &generation.view).await?;
    Err(WriteError::Failed(if paused { Failure::Paused } else { Failure::Overtaken }))
}
