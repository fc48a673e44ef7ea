//! How a journey ends: well, or why not.

use std::{fmt, io};

/// Whether there was something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    Yes,
    /// Nothing waited for the person, such as a merchant without a new order. The journey does not count.
    Nothing,
}

/// The reason of a failed journey.
#[derive(Debug)]
pub(crate) enum Fault {
    /// An answer with a status of 500 or more.
    Server(u16, String),
    /// An answer that refuses what should have been accepted.
    Refused(u16, String),
    /// The connection broke, or could not be made.
    Connection(io::Error),
    /// There was no answer in time.
    TimeOut(String),
    /// Too many journeys of the kind were unfinished when this one should have begun.
    Overload,
    /// The shop has broken a promise: what it acknowledged is not there, or not as it was acknowledged.
    Broken(String),
}

impl Fault {
    /// The word for the table of errors.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Server(..) => "5xx",
            Self::Refused(..) => "refused",
            Self::Connection(_) => "connection",
            Self::TimeOut(_) => "timeout",
            Self::Overload => "overload",
            Self::Broken(_) => "broken promise",
        }
    }

    /// Whether one such fault makes the whole run a failure.
    pub(crate) const fn fails_the_run(&self) -> bool {
        matches!(self, Self::Server(..) | Self::Broken(_))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server(status, text) | Self::Refused(status, text) => write!(to, "{status}: {text}"),
            Self::Connection(error) => write!(to, "{error}"),
            Self::TimeOut(text) | Self::Broken(text) => write!(to, "{text}"),
            Self::Overload => write!(to, "too many unfinished journeys"),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Connection(error)
    }
}
