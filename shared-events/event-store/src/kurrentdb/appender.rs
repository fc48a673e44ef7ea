//! Appends that can be repeated exactly.
//!
//! Every append names the exact version of the stream that it follows, never "any", and gives its events their ids. A
//! repetition at the same version is found by the server, at any other version by the ids that are known of the stream.
//! So after a lost answer the same append is simply sent again.

use std::{sync::Arc, time::Duration};

use kurrentdb::{AppendToStreamOptions, Client, EventData, StreamState};
use shared_events::{NewEvent, Position, StreamId, Version};
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    connection::{ANSWER_TIMEOUT, Connection, Pauses, within},
    errors::Failure,
    known::{Found, Ids},
    reader,
};
use crate::{AppendError, Appended, ExpectedVersion};

/// How long an append without an expectation goes on while others append to the same stream.
const CONTENTION: Duration = Duration::from_secs(30);

/// See [`crate::EventStore::append`]. `events` is not empty and within the limits; `known` is that of the stream.
pub(super) async fn append(
    connection: &Connection,
    known: &Ids,
    stream: &StreamId,
    expected: ExpectedVersion,
    events: &[NewEvent],
) -> Result<Appended, AppendError> {
    let mut appending = Appending { connection, known, stream, expected, events, may_be_written: false };
    let mut pauses = Pauses::default();
    let began = Instant::now();
    // Whoever fits in anywhere waits for the others of this process, instead of conflicting with them.
    let _turn = if expected.version().is_none() { Some(known.turn.lock().await) } else { None };
    loop {
        let failure = match appending.try_once().await {
            Ok(answer) => return answer,
            Err(failure) => failure,
        };
        let again = match failure {
            Failure::WrongVersion => began.elapsed() < CONTENTION,
            _ if failure.may_pass() => {
                tracing::warn!(%failure, %stream, "an append had no answer from KurrentDB");
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
    known: &'a Ids,
    stream: &'a StreamId,
    expected: ExpectedVersion,
    events: &'a [NewEvent],
    /// A try was sent and had no answer.
    may_be_written: bool,
}

/// What the caller is told, which may be an error.
type Answer = Result<Appended, AppendError>;

impl Appending<'_> {
    /// An error of this is worth another try, if [`Failure::may_pass`], or it is `WrongVersion`.
    async fn try_once(&mut self) -> Result<Answer, Failure> {
        let after = match self.expected.version() {
            Some(version) => {
                if self.known.version() != version {
                    self.learn().await?;
                }
                version
            }
            // If there are more than are known the server will say so, and then they are read.
            None => self.known.version(),
        };
        if let Some(answer) = self.repeated().await? {
            return Ok(answer);
        }
        let actual = self.known.version();
        if actual != after {
            // The same for "any": somebody has appended in between.
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
                    // Perhaps not this try but the one before has written, and not every server says where.
                    _ => self.position_of(version).await?,
                };
                // The server finds what another process has written at this version, and does not say so.
                Ok(Ok(Appended { version, position, repeated: self.may_be_written }))
            }
        }
    }

    async fn learn(&self) -> Result<(), Failure> {
        reader::learn_ids(self.connection, self.stream, self.known).await
    }

    /// The first result, when these events have been appended before; a refusal when some of them have.
    async fn repeated(&self) -> Result<Option<Answer>, Failure> {
        match self.known.find(self.ids()) {
            Found::Nowhere => Ok(None),
            Found::InPart => Ok(Some(Err(AppendError::Refused(format!(
                "event ids of {} were used for other events",
                self.stream
            ))))),
            Found::UpTo(version) => {
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

    /// Where the last event was written, if the server says so.
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
