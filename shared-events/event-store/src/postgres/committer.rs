//! Commits batches of appends, and finds out their outcome after a failure.

use std::{sync::Arc, time::Duration};

use postgres_kit::{confirm, confirm_if_slow, within};
use sqlx::{PgConnection, postgres::PgConnectOptions};
use tokio::time::{self, Instant};

use super::{
    connection,
    errors::Failure,
    job::Job,
    reader::Mark,
    retry::{GaveUp, RETRY_LIMIT, Retry},
    statement::{self, Outcome},
    wakeup::Signal,
};
use crate::{AppendError, Appended};

/// The time limit for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// How often an append is tried while other processes write to the same streams: in a batch, and alone.
const TRIES_TOGETHER: u32 = 3;
const TRIES_ALONE: u32 = 20;

/// Commits batches on its own connection; the writer has several committers.
pub(super) struct Committer {
    database: PgConnectOptions,
    connection: Option<PgConnection>,
    signal: Arc<Signal>,
    /// The time limit for one attempt, from sending to the answer.
    answer_timeout: Duration,
}

impl Committer {
    pub(super) const fn new(
        database: PgConnectOptions,
        signal: Arc<Signal>,
        answer_timeout: Duration,
    ) -> Self {
        Self { database, connection: None, signal, answer_timeout }
    }

    /// Commits a batch with at most one append for each stream, and answers the caller of every append.
    pub(super) async fn commit(&mut self, mut batch: Vec<Job>) {
        // Every process locks streams in the same order, so that processes do not deadlock.
        batch.sort_by(|a, b| a.stream.cmp(&b.stream));
        let began = Instant::now();
        let mut parts = vec![batch];
        let mut may_be_written = false;
        while let Some(mut part) = parts.pop() {
            let tries = match part.len() {
                0 => continue,
                1 => TRIES_ALONE,
                _ => TRIES_TOGETHER,
            };
            match self.try_to_commit(&part, Retry::new(tries, may_be_written)).await {
                Ok(outcomes) => self.answer(part, outcomes),
                Err(GaveUp {
                    failure: Failure::Contended(_) | Failure::Rejected { .. },
                    may_be_written: lost,
                }) if part.len() > 1 && began.elapsed() < RETRY_LIMIT => {
                    // One append is invalid or conflicts with another process. Halving the batch isolates it without
                    // failing the others.
                    may_be_written |= lost;
                    let second_half = part.split_off(part.len() / 2);
                    parts.extend([second_half, part]);
                }
                Err(gave_up) if matches!(gave_up.failure, Failure::Replaced) => {
                    may_be_written |= gave_up.may_be_written;
                    let (stale, rest): (Vec<_>, _) = part.into_iter().partition(|job| self.is_stale(job));
                    stale.into_iter().for_each(|job| fail(job, gave_up.append_error()));
                    parts.push(rest);
                }
                Err(gave_up) => {
                    let server_lost = matches!(gave_up.failure, Failure::NotSent(_) | Failure::Lost(_));
                    let mut bystanders = Vec::new();
                    if server_lost || began.elapsed() >= RETRY_LIMIT {
                        // The remaining appends would fail as well, and other callers are waiting behind them.
                        bystanders.extend(parts.drain(..).flatten());
                    }
                    match part.len() {
                        1 => part.into_iter().for_each(|job| fail(job, gave_up.append_error())),
                        _ => bystanders.append(&mut part),
                    }
                    bystanders.into_iter().for_each(|job| fail(job, gave_up.bystanders_error()));
                }
            }
        }
    }

    fn answer(&self, batch: Vec<Job>, outcomes: Vec<Outcome>) {
        let positions = outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Acknowledged(appended) => Some(appended.position),
            Outcome::Conflict { .. } | Outcome::IdsReused => None,
        });
        if let Some(last) = positions.max() {
            self.signal.committed(last);
        }
        for (job, outcome) in batch.into_iter().zip(outcomes) {
            let answer = answer_of(&job, outcome);
            // The caller may have stopped waiting.
            let _ = job.reply.send(answer);
        }
    }

    async fn try_to_commit(&mut self, batch: &[Job], mut retry: Retry) -> Result<Vec<Outcome>, GaveUp> {
        loop {
            match self.try_once(batch).await {
                Ok(outcomes) => return Ok(outcomes),
                Err(failure) => retry.after(failure).await?,
            }
        }
    }

    /// Connects, and records the lineage of the server's log: a new primary may lack events that callers have read.
    async fn connect(&self) -> Result<PgConnection, Failure> {
        let at_most = CONNECT_TIMEOUT.min(self.answer_timeout);
        let known = self.signal.known();
        let mut connection = connection::to_write(&self.database, at_most).await?;
        let mark = within(at_most, "the end of the log", Mark::now(&mut connection)).await;
        self.signal.saw(known, mark.map_err(Failure::unsent)?);
        Ok(connection)
    }

    /// Whether an append depends on an earlier epoch of the log.
    fn is_stale(&self, job: &Job) -> bool {
        !job.expected.allows(self.signal.epoch())
    }

    async fn try_once(&mut self, batch: &[Job]) -> Result<Vec<Outcome>, Failure> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        if batch.iter().any(|job| self.is_stale(job)) {
            self.connection = Some(connection);
            return Err(Failure::Replaced);
        }
        let result = match time::timeout(self.answer_timeout, append_durably(&mut connection, batch)).await {
            Ok(result) => result,
            Err(_) => Err(Failure::Lost(format!("no answer within {:?}", self.answer_timeout))),
        };
        // After any other result, drop the connection: it may be in the middle of a statement, or lead to a server that
        // has become read-only or no longer has our prepared statements.
        if matches!(result, Ok(_) | Err(Failure::Contended(_) | Failure::Rejected { lasting: true, .. })) {
            self.connection = Some(connection);
        }
        result
    }
}

/// Appends, and makes sure that the batch is as durable as the server's settings demand. A repeated append may have been
/// committed by a session that did not wait to the end for a standby.
async fn append_durably(connection: &mut PgConnection, batch: &[Job]) -> Result<Vec<Outcome>, Failure> {
    let began = Instant::now();
    let appending = statement::append(&mut *connection, batch).await;
    let outcomes = appending.map_err(|error| Failure::after_sending(&error))?;
    let is_repeated = |outcome: &Outcome| matches!(outcome, Outcome::Acknowledged(known) if known.repeated);
    let confirmed = match outcomes.iter().any(is_repeated) {
        true => confirm(connection).await,
        false => confirm_if_slow(began.elapsed(), connection).await,
    };
    confirmed.map_err(|error| Failure::Lost(error.to_string()))?;
    Ok(outcomes)
}

fn fail(job: Job, error: AppendError) {
    // The caller may have stopped waiting.
    let _ = job.reply.send(Err(error));
}

fn answer_of(job: &Job, outcome: Outcome) -> Result<Appended, AppendError> {
    match (outcome, job.expected.version()) {
        (Outcome::Acknowledged(appended), _) => Ok(appended),
        (Outcome::Conflict { actual }, Some(expected)) => {
            Err(AppendError::Conflict { stream: job.stream.clone(), expected, actual })
        }
        (Outcome::Conflict { .. }, None) => {
            unreachable!("an append without an expectation has no conflict")
        }
        (Outcome::IdsReused, _) => {
            Err(AppendError::Refused(format!("event ids of {} were used for other events", job.stream)))
        }
    }
}
