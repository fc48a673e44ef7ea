//! What commands need from outside, handed in once.

use std::sync::Arc;

use axum::extract::FromRef;
use event_store::{EventLog, Provenance};
use service_kit::{Clock, Ids, token::Tokens};
use shared_events::Actor;

/// The command service's ports. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// All history.
    pub log: EventLog,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub ids: Arc<dyn Ids>,
    /// Signs and checks access tokens.
    pub tokens: Tokens,
}

impl App {
    /// The provenance of a new command by this actor, now.
    pub fn command_by(&self, actor: Actor) -> Provenance {
        Provenance::of_command(self.ids.uuid(), actor, self.clock.now())
    }
}

impl FromRef<App> for Tokens {
    fn from_ref(app: &App) -> Self {
        app.tokens.clone()
    }
}
