//! Maps the database's errors to the port's errors.

use crate::{AppendError, ReadError};

/// The reason why a batch was not acknowledged.
#[derive(Debug)]
pub(super) enum Failure {
    /// There was no connection, so nothing was sent.
    NotSent(String),
    /// The connection broke after the batch was sent, so the batch may be durable or not.
    Lost(String),
    /// Some appends of the batch depend on an earlier epoch of the log. Nothing was sent.
    Replaced,
    /// Another process wrote to one of the streams at the same time. Nothing was written; another attempt may succeed.
    Contended(String),
    /// The database rejected the batch. Nothing was written.
    Rejected {
        /// The database's message.
        reason: String,
        /// Whether the data is at fault and not the state of the server, so that the database would reject the batch
        /// again.
        lasting: bool,
    },
}

impl Failure {
    /// Classifies an error that came after the batch was sent.
    pub(super) fn after_sending(error: &sqlx::Error) -> Self {
        let reason = error.to_string();
        match error {
            sqlx::Error::Database(database) => {
                let code = database.code().unwrap_or_default();
                match &*code {
                    // unique_violation, deadlock_detected, serialization_failure
                    "23505" | "40P01" | "40001" => Self::Contended(reason),
                    // query_canceled: the statement was rolled back
                    "57014" => Self::Rejected { reason, lasting: false },
                    // The server is shutting down, or closes the connection. It may report this after the commit and
                    // before the acknowledgement.
                    code if code.starts_with("57") || code.starts_with("08") => Self::Lost(reason),
                    // data exceptions, constraints, limits
                    code => Self::Rejected {
                        reason,
                        lasting: ["22", "23", "54"].iter().any(|class| code.starts_with(class)),
                    },
                }
            }
            // The arguments could not be encoded, so the server got nothing that it could execute.
            sqlx::Error::Encode(_) => Self::Rejected { reason, lasting: true },
            _ => Self::Lost(reason),
        }
    }

    /// Classifies an error that came before any statement that writes to the log was sent.
    #[expect(clippy::needless_pass_by_value, reason = "has the shape that map_err takes")]
    pub(super) fn unsent(error: sqlx::Error) -> Self {
        match Self::after_sending(&error) {
            Self::Lost(reason) => Self::NotSent(reason),
            other => other,
        }
    }

    /// The error for the caller of an append when no attempts are left. `may_be_written` says that an earlier attempt
    /// was lost.
    pub(super) fn append_error(&self, may_be_written: bool) -> AppendError {
        let (Self::NotSent(reason)
        | Self::Lost(reason)
        | Self::Contended(reason)
        | Self::Rejected { reason, .. }) = self
        else {
            let replaced = AppendError::Replaced;
            return if may_be_written { AppendError::OutcomeUnknown(replaced.to_string()) } else { replaced };
        };
        let reason = reason.clone();
        match self {
            Self::Lost(_) => AppendError::OutcomeUnknown(reason),
            _ if may_be_written => AppendError::OutcomeUnknown(reason),
            Self::Rejected { lasting: true, .. } => AppendError::Refused(reason),
            _ => AppendError::Unavailable(reason),
        }
    }
}

/// Classifies an error of a read.
#[expect(clippy::needless_pass_by_value, reason = "has the shape that map_err takes")]
pub(super) fn while_reading(error: sqlx::Error) -> ReadError {
    match error {
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => ReadError::Corrupt(error.to_string()),
        _ => ReadError::Unavailable(error.to_string()),
    }
}
