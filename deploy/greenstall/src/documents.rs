//! The interfaces' descriptions, which need no database to be written.

use std::sync::Arc;

use command_service::App;
use event_store::{
    EventLog,
    memory::{MemoryEventStore, MemoryKeyring},
};
use service_kit::{Ids, SystemClock, SystemIds, token::Tokens};
use utoipa::openapi::OpenApi;

/// Each service's name and description.
pub(crate) fn all() -> [(&'static str, OpenApi); 1] {
    [("command", command_service::router(commands()).1)]
}

/// A command service without anything behind it.
fn commands() -> App {
    let clock = Arc::new(SystemClock);
    let ids: Arc<dyn Ids> = Arc::new(SystemIds);
    App {
        log: EventLog::new(Arc::new(MemoryEventStore::default()), Arc::new(MemoryKeyring::default())),
        tokens: Tokens::new(&ids.bytes(), clock.clone()),
        clock,
        ids,
    }
}
