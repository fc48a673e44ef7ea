//! Idempotent appends to KurrentDB.
//!
//! Every append names the exact stream version that it follows, never "any", and gives its events their ids. The server
//! recognizes a repeated append at that version. At any other version, this process recognizes it by the stream's known
//! event ids. So after a lost answer the same append is simply sent again.

use std::{sync::Arc, time::Duration};

use kurrentdb::{AppendToStreamOptions, Client, EventData, StreamState};
use shared_events::{NewEvent, Position, StreamId, Version};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    connection::{ANSWER_TIMEOUT, Connection, Pauses, within},
    errors::Failure,
    known_streams::{IdsFound, StreamEventIds},
    reader,
};
use crate::{AppendError, Appended, ExpectedVersion};

/// How long an append without an expected version is retried while other writers append to the same stream.
const CONTENTION_LIMIT: Duration = Duration::from_secs(30);

/// See [`crate::EventStore::append`]. `events` is not empty and within the limits; `known` belongs to the stream.
pub(super) async fn append(
    connection: &Connection,
    known: &StreamEventIds,
    stream: &StreamId,
    expected: ExpectedVersion,
    events: &[NewEvent],
) -> Result<Appended, AppendError> {
    let mut appending = Appending { connection, known, stream, expected, events, may_be_written: false };
    let mut pauses = Pauses::default();
    let began = Instant::now();
    // Appends without an expected version take turns in this process, so that they do not conflict with each other.
    let _turn = if expected.version().is_none() { Some(known.turn.lock().await) } else { None };
    loop {
        let failure = match appending.try_once().await {
            Ok(answer) => return answer,
            Err(failure) => failure,
        };
        let again = match failure {
            Failure::WrongVersion => began.elapsed() < CONTENTION_LIMIT,
            _ if failure.may_pass() => {
                tracing::warn!(%failure, %stream, "no answer from KurrentDB to an append");
                pauses.pause().await
            }
            _ => false,
        };
        if !again {
            return Err(failure.append_error(appending.may_be_written));
        }
    }
}

struct Appending<'a> {
    connection: &'a Connection,
    known: &'a StreamEventIds,
    stream: &'a StreamId,
    expected: ExpectedVersion,
    events: &'a [NewEvent],
    /// Whether an earlier attempt was sent and not answered.
    may_be_written: bool,
}

/// The result for the caller, which may be an error.
type Answer = Result<Appended, AppendError>;

impl Appending<'_> {
    /// Makes one attempt. Another attempt may succeed after an error for which [`Failure::may_pass`] is true, and after
    /// `WrongVersion`.
    async fn try_once(&mut self) -> Result<Answer, Failure> {
        let after = match self.expected.version() {
            Some(version) => {
                if self.known.version() != version {
                    self.learn().await?;
                }
                version
            }
            // If the stream has more events than are known, the server refuses the append, and the missing ids are then
            // read.
            None => self.known.version(),
        };
        if let Some(answer) = self.repeated().await? {
            return Ok(answer);
        }
        let actual = self.known.version();
        if actual != after {
            // The caller expects "any" version, and another writer has appended in between.
            return self.conflict(actual);
        }
        match self.send(after).await {
            Err(Failure::WrongVersion) => {
                self.learn().await?;
                match self.repeated().await? {
                    Some(answer) => Ok(answer),
                    None => self.conflict(self.known.version()),
                }
            }
            Err(failure) => {
                self.may_be_written |= matches!(failure, Failure::Lost(_));
                Err(failure)
            }
            Ok(position) => {
                let version = after + self.events.len() as Version;
                self.known.learn((after + 1..).zip(self.ids()));
                let position = match position {
                    Some(position) if !self.may_be_written => position,
                    // The attempt before this one may have written the events, and not every server then returns their
                    // position.
                    _ => self.position_of(version).await?,
                };
                // When another process wrote the same events at this version, the server recognizes them but does not
                // say so.
                Ok(Ok(Appended { version, position, repeated: self.may_be_written }))
            }
        }
    }

    async fn learn(&self) -> Result<(), Failure> {
        reader::learn_ids(self.connection, self.stream, self.known).await
    }

    /// Returns the first result if these events have been appended before, or a refusal if only some of them have been.
    async fn repeated(&self) -> Result<Option<Answer>, Failure> {
        match self.known.find(self.ids()) {
            IdsFound::Nowhere => Ok(None),
            IdsFound::InPart => Ok(Some(Err(AppendError::Refused(format!(
                "event ids of {} were used for other events",
                self.stream
            ))))),
            IdsFound::UpTo(version) => {
                let position = self.position_of(version).await?;
                Ok(Some(Ok(Appended { version, position, repeated: true })))
            }
        }
    }

    fn conflict(&self, actual: Version) -> Result<Answer, Failure> {
        match self.expected.version() {
            Some(expected) if expected != actual => {
                Ok(Err(AppendError::Conflict { stream: self.stream.clone(), expected, actual }))
            }
            _ => Err(Failure::WrongVersion),
        }
    }

    /// Returns the position of the last event, if the server reports it.
    async fn send(&self, after: Version) -> Result<Option<Position>, Failure> {
        let events: Vec<EventData> =
            self.events.iter().map(super::codec::to_store).collect::<Result<_, _>>()?;
        let state = after.checked_sub(1).map_or(StreamState::NoStream, StreamState::StreamRevision);
        let options = AppendToStreamOptions::default().stream_state(state).requires_leader(true);
        let stream = self.stream.to_string();
        let send = |client: Arc<Client>| async move {
            within(ANSWER_TIMEOUT, client.append_to_stream(stream, &options, events)).await
        };
        let written = self.connection.call(send).await?.position.commit;
        Ok((written != 0 && written != u64::MAX).then_some(Position(written)))
    }

    async fn position_of(&self, version: Version) -> Result<Position, Failure> {
        reader::position_in_stream(self.connection, self.stream, version).await
    }

    fn ids(&self) -> impl Iterator<Item = Uuid> + Clone {
        self.events.iter().map(|event| event.event_id)
    }
}
