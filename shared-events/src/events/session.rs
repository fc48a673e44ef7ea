//! The events of a session, from log-in to log-out: `session-<session id>`. Each session has its own stream, so that
//! the credential's stream does not grow with every log-in.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, SessionId},
};

/// An event of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum SessionEvent {
    /// A person logged in.
    SessionOpened {
        /// The account.
        account_id: AccountId,
        /// The session's id, which its token contains.
        session_id: SessionId,
        /// How often all sessions of the account had been ended when the password was checked. A session whose
        /// generation is older than its credential's has ended, even if it was opened later.
        generation: u32,
        /// The browser and system of the log-in.
        agent: UserAgent,
    },
    /// The person logged out, or ended this session from another one.
    SessionEnded {
        /// The account.
        account_id: AccountId,
        /// The session.
        session_id: SessionId,
    },
}

impl Event for SessionEvent {
    const CATEGORY: &'static str = "session";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}

/// The user agent of a log-in: enough for people to tell their devices apart, but too common to identify a person. It
/// has no version and no model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserAgent {
    /// The browser; `None` if it is another one or not stated.
    pub browser: Option<Browser>,
    /// The operating system; `None` if it is another one or not stated.
    pub system: Option<System>,
}

/// A browser that many people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is the browser's name")]
pub enum Browser {
    Chrome,
    Edge,
    Firefox,
    Opera,
    Safari,
    SamsungInternet,
}

impl Browser {
    /// The name that users see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chrome => "Chrome",
            Self::Edge => "Edge",
            Self::Firefox => "Firefox",
            Self::Opera => "Opera",
            Self::Safari => "Safari",
            Self::SamsungInternet => "Samsung Internet",
        }
    }
}

/// An operating system that many people use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is the system's name")]
pub enum System {
    Android,
    ChromeOs,
    Ios,
    Linux,
    MacOs,
    Windows,
}

impl System {
    /// The name that users see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Android => "Android",
            Self::ChromeOs => "ChromeOS",
            Self::Ios => "iOS",
            Self::Linux => "Linux",
            Self::MacOs => "macOS",
            Self::Windows => "Windows",
        }
    }
}
