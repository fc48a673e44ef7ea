//! The operations at which admins ask and act.

use std::sync::Arc;

use event_store::EventLog;
use postgres_kit::Pool;
use projections::engine::Engine;
use service_kit::Clock;

/// The engine behind a operations, and the database in which everything is.
#[derive(Clone)]
pub(crate) struct EngineOperations {
    pub(super) engine: Engine,
    pub(super) pool: Pool,
    pub(super) log: EventLog,
    pub(super) clock: Arc<dyn Clock>,
}

impl EngineOperations {
    /// A operations for both services.
    pub(crate) fn new(engine: Engine, pool: Pool, log: EventLog, clock: Arc<dyn Clock>) -> Self {
        Self { engine, pool, log, clock }
    }
}
