//! The view `sessions`: open and ended sessions, and the API keys that work. The query service checks it before it answers a request.

mod fold;
#[cfg(test)]
mod tests;
mod write;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ApiKeyEvent, CredentialEvent, SessionEvent},
};

use crate::engine::{ApplyError, Folded, View};

/// The view `sessions`.
#[derive(Clone, Copy, Debug)]
pub struct Sessions;

impl View for Sessions {
    fn name(&self) -> &'static str {
        "sessions"
    }

    fn version(&self) -> i32 {
        3
    }

    fn categories(&self) -> &'static [&'static str] {
        &[AccountEvent::CATEGORY, ApiKeyEvent::CATEGORY, CredentialEvent::CATEGORY, SessionEvent::CATEGORY]
    }

    fn tables(&self) -> &'static str {
        include_str!("tables.sql")
    }

    fn indexes(&self) -> &'static str {
        include_str!("indexes.sql")
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(fold::fold(events)?))
    }
}
