//! Applies the waiting events of a parked stream, in the transaction that unparks it.

use std::time::Duration;

use event_store::EventLog;
use parked_work::{StreamPage, read_page};
use postgres_kit::within;
use shared_events::{Position, RawEvent, Recorded, StreamId, Version};
use sqlx::{Connection, PgConnection};

use super::{
    Failure, View,
    aside::Aside,
    checkpoint,
    parked::{self, Parked},
    refusal::{Culprit, Refusal, culprit},
    requests::{self, Action, Request},
    writer::Writer,
};

/// How many events of a stream are read at a time.
const STREAM_PAGE_EVENTS: usize = 1_000;

impl Writer {
    /// Carries out the requests of operators to the writer of this generation.
    pub(super) async fn answer_requests(&mut self, log: &EventLog) -> Result<(), Failure> {
        let open = requests::open(&mut self.session.connection, self.generation.id);
        for request in within(self.session.limits.answer, "what operators ask for", open).await? {
            self.try_stream(log, &request.stream, request.action, Some(&request)).await?;
        }
        Ok(())
    }

    /// Retries every parked stream once, because this program's code may be newer than the previous holder's.
    pub(super) async fn try_all(&mut self, log: &EventLog) -> Result<(), Failure> {
        for stream in self.aside.streams() {
            self.try_stream(log, &stream, Action::Retry, None).await?;
        }
        Ok(())
    }

    /// How long until the next stream is due; the maximum if none is.
    pub(super) fn until_next_try(&self) -> Duration {
        let Some((due, _)) = self.aside.next_try() else { return Duration::MAX };
        (due - self.clock.now()).to_std().unwrap_or_default()
    }

    /// Retries the streams that are due.
    pub(super) async fn try_due(&mut self, log: &EventLog) -> Result<(), Failure> {
        while let Some((due, stream)) = self.aside.next_try() {
            if due > self.clock.now() {
                break;
            }
            self.try_stream(log, &stream, Action::Retry, None).await?;
        }
        Ok(())
    }

    /// Applies a parked stream's events up to the checkpoint, until the view refuses one. With [`Action::Skip`] the
    /// event that parked the stream is left out, here and in every later build by this version of the code.
    pub(super) async fn try_stream(
        &mut self,
        log: &EventLog,
        stream: &StreamId,
        action: Action,
        request: Option<&Request>,
    ) -> Result<(), Failure> {
        let what = format!("a parked stream of {}", self.view.name());
        within(self.session.limits.batch, &what, self.try_stream_now(log, stream, action, request)).await
    }

    async fn try_stream_now(
        &mut self,
        log: &EventLog,
        stream: &StreamId,
        action: Action,
        request: Option<&Request>,
    ) -> Result<(), Failure> {
        let now = self.clock.now();
        let Some(parked) = self.aside.parked(stream).cloned() else {
            return Ok(requests::answer(&mut self.session.connection, request, 0).await?);
        };
        let (id, before) = (self.generation.id, &parked.refusal);
        let mut transaction = self.session.connection.begin().await?;
        if action == Action::Skip {
            parked::skip(&mut *transaction, self.view.name(), self.generation.code_version, before, now)
                .await?;
            self.aside.skip(stream.clone(), before.version);
        }
        let waiting = Waiting { stream, from: before.version, up_to: self.position };
        let (applied, refused) =
            apply_waiting(&mut transaction, &*self.view, log, waiting, &self.aside).await?;
        let left = refused.map(|refusal| {
            let again = refusal.version == before.version;
            Parked {
                refusal,
                tried_at: now,
                attempts: if again { parked.attempts.saturating_add(1) } else { 1 },
            }
        });
        match &left {
            Some(left) => parked::park(&mut *transaction, id, left).await?,
            None => drop(parked::unpark(&mut *transaction, id, stream).await?),
        }
        requests::answer(&mut *transaction, request, applied).await?;
        // Comes last, so that the serving generation is not locked while the log is read.
        if !checkpoint::hold(&mut *transaction, id, self.position, applied).await? {
            return Err(Failure::Overtaken);
        }
        transaction.commit().await?;
        tracing::info!(view = self.view.name(), %stream, applied, parked = left.is_some(), "parked stream retried");
        self.aside.came_to(stream, left);
        Ok(())
    }
}

/// The waiting part of a parked stream: from the event that parked it, up to a position.
#[derive(Clone, Copy)]
pub(super) struct Waiting<'a> {
    pub(super) stream: &'a StreamId,
    pub(super) from: Version,
    pub(super) up_to: Position,
}

/// Applies the waiting events until the view refuses one. Returns how many were applied, and the refusal.
pub(super) async fn apply_waiting(
    transaction: &mut PgConnection,
    view: &dyn View,
    log: &EventLog,
    waiting: Waiting<'_>,
    aside: &Aside,
) -> Result<(u64, Option<Refusal>), Failure> {
    let Waiting { stream, from, up_to } = waiting;
    let mut applied = 0;
    let mut refused = None;
    let mut after = from - 1;
    while refused.is_none() {
        let page = read_page(log, stream, after, STREAM_PAGE_EVENTS, aside.skipped()).await?;
        let Some(StreamPage { mut events, unreadable, last }) = page else { break };
        after = last;
        events.retain(|one| one.position <= up_to);
        refused = unreadable.iter().find(|one| one.position <= up_to).map(Refusal::from);
        if let Some(refused) = &refused {
            events.retain(|one| one.version < refused.version);
        }
        if let Some(earlier) = apply(&mut *transaction, view, &events, &mut applied).await? {
            refused = Some(earlier);
        }
    }
    Ok((applied, refused))
}

/// Applies events in order until the view refuses one, and returns the refusal. The events before it stay applied.
async fn apply(
    transaction: &mut PgConnection,
    view: &dyn View,
    mut events: &[Recorded<RawEvent>],
    applied: &mut u64,
) -> Result<Option<Refusal>, Failure> {
    let mut size = events.len();
    while !events.is_empty() {
        let (part, rest) = events.split_at(size.clamp(1, events.len()));
        let mut savepoint = transaction.begin().await?;
        let written = match view.fold(part) {
            Ok(folded) => folded.write(&mut savepoint).await,
            Err(error) => Err(error),
        };
        let error = match written {
            Ok(()) => {
                savepoint.commit().await?;
                *applied += part.len() as u64;
                events = rest;
                continue;
            }
            Err(error) => error,
        };
        savepoint.rollback().await?;
        match culprit(error, part).map_err(Failure::from)? {
            Culprit::AmongThem => size = part.len() / 2,
            Culprit::Event(refusal) if refusal.version == part[0].version => return Ok(Some(refusal)),
            Culprit::Event(refusal) => size = part.partition_point(|one| one.version < refusal.version),
        }
    }
    Ok(None)
}
