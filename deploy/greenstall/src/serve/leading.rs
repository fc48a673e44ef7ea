//! Runs the process managers while the clock of this machine is fit for it.

use std::sync::Arc;

use command_service::{App, automation};
use postgres_kit::{Limits, Pool};
use tokio_util::sync::CancellationToken;

use crate::database_clock::DatabaseClock;

/// Runs the process managers until stopped. While the clock is off, it gives the lease to other processes.
pub(super) async fn lead(
    app: App,
    pool: Pool,
    limits: Limits,
    clock: Arc<DatabaseClock>,
    stop: CancellationToken,
) {
    while stop.run_until_cancelled(clock.becomes_fit()).await.is_some() {
        let unfit = stop.child_token();
        let watching = async {
            clock.becomes_unfit().await;
            unfit.cancel();
            std::future::pending().await
        };
        tokio::select! {
            () = automation::run(app.clone(), pool.clone(), limits, unfit.clone()) => {}
            () = watching => {}
        }
    }
}
