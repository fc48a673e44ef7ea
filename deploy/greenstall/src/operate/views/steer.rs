//! Changes a view, and records in the log who does so and why.

use projections::engine::RebuildError;
use shared_events::events::{Operated, OperatorAct};

use crate::{
    Failure, Outcome,
    operate::{
        usage::usage,
        workbench::with_ports,
        written_down::{ReasonArgument, written_down},
    },
    ports::Ports,
    settings::Settings,
};

/// Runs `work` on a view, after recording who does so and why.
pub(super) async fn steer<T>(
    settings: &Settings,
    act: OperatorAct,
    view: &str,
    why: &ReasonArgument,
    work: impl AsyncFnOnce(&Ports) -> Result<T, RebuildError>,
) -> Outcome<T> {
    with_ports(settings, async |ports| {
        let known = ports.engine.names().any(|name| name == view);
        let target = known.then(|| Operated::view(view.to_owned()));
        written_down(ports, act, target, why, async { work(ports).await.map_err(readable) }).await
    })
    .await
}

/// Turns a view that does not exist into a usage error.
pub(super) fn readable(error: RebuildError) -> Failure {
    match error {
        RebuildError::Unknown { .. } => usage(error.to_string()),
        error => error.into(),
    }
}
