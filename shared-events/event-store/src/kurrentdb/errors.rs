//! Maps the client's errors to the port's errors.

use kurrentdb::Error;

use crate::{AppendError, ReadError};

/// The number of the gRPC status "invalid argument".
const INVALID_ARGUMENT: i32 = 3;

/// hyper's text for a failed connect. If hyper changes it, an append to an unreachable server fails with an unknown
/// outcome, which is less helpful but still true.
const NOT_CONNECTED: &str = "(Connect)";

/// The reason why a call had no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// There was no connection, so nothing was sent.
    NotSent(String),
    /// There was no answer, or an inconclusive one: the call may have been executed or not.
    Lost(String),
    /// This node is not the leader of the cluster. It did nothing, and named the leader.
    NotLeader,
    /// The answer comes from a node that has fallen behind.
    Behind,
    /// The stream is not in the state that the append expected.
    WrongVersion,
    /// There is no such stream.
    NoStream,
    /// The server refuses this request itself.
    Refused(String),
    /// The user in the address lacks the permission.
    Forbidden,
    /// The stored data is not in this program's format.
    Corrupt(String),
}

impl Failure {
    /// Whether the same call may succeed in a moment.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(self, Self::NotSent(_) | Self::Lost(_) | Self::NotLeader | Self::Behind)
    }

    /// Whether a new client may succeed: a client never looks for another node after its own node has died.
    pub(super) const fn is_clients_end(&self) -> bool {
        matches!(self, Self::NotSent(_) | Self::Lost(_))
    }

    /// The error for the caller of an append when no attempts are left. `may_be_written` says that an earlier attempt
    /// was lost.
    pub(super) fn append_error(self, may_be_written: bool) -> AppendError {
        match self {
            Self::Lost(_) => AppendError::OutcomeUnknown(self.to_string()),
            _ if may_be_written => AppendError::OutcomeUnknown(self.to_string()),
            Self::Refused(_) => AppendError::Refused(self.to_string()),
            _ => AppendError::Unavailable(self.to_string()),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotSent(reason) | Self::Lost(reason) | Self::Refused(reason) | Self::Corrupt(reason) => {
                f.write_str(reason)
            }
            Self::NotLeader => f.write_str("the node does not lead the cluster"),
            Self::Behind => f.write_str("the node has fallen behind"),
            Self::WrongVersion => f.write_str("somebody else appended first"),
            Self::NoStream => f.write_str("there is no such stream"),
            Self::Forbidden => f.write_str(
                "the server denies access: the user in the address needs to read $all and to write streams",
            ),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let reason = error.to_string();
        match error {
            Error::ConnectionClosed | Error::GrpcConnectionError(_) | Error::InitializationError(_) => {
                Self::NotSent(reason)
            }
            Error::ServerError(_) if reason.contains(NOT_CONNECTED) => Self::NotSent(reason),
            Error::NotLeaderException(_) => Self::NotLeader,
            Error::WrongExpectedVersion { .. } => Self::WrongVersion,
            Error::ResourceNotFound => Self::NoStream,
            Error::ResourceDeleted => Self::Refused("the stream has been deleted on the server".into()),
            Error::AccessDenied => Self::Forbidden,
            Error::Grpc { code, message } if i32::from(code) == INVALID_ARGUMENT => Self::Refused(message),
            Error::UnsupportedFeature => Self::Refused(reason),
            _ => Self::Lost(reason),
        }
    }
}

impl From<Failure> for ReadError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Corrupt(reason) => Self::Corrupt(reason),
            other => Self::Unavailable(other.to_string()),
        }
    }
}
