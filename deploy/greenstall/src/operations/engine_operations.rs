//! Implements the `Operations` ports of both services on the engine, the agenda and the log.

use std::sync::Arc;

use event_store::EventLog;
use postgres_kit::Pool;
use projections::engine::Engine;
use service_kit::Clock;

#[derive(Clone)]
pub(crate) struct EngineOperations {
    pub(super) engine: Engine,
    pub(super) pool: Pool,
    pub(super) log: EventLog,
    pub(super) clock: Arc<dyn Clock>,
}

impl EngineOperations {
    pub(crate) fn new(engine: Engine, pool: Pool, log: EventLog, clock: Arc<dyn Clock>) -> Self {
        Self { engine, pool, log, clock }
    }
}
