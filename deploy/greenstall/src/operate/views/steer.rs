//! Changes of a view, written down with who makes them and why.

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

/// Does something to a view, and writes down before who does it and why.
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

/// A view that there is not is a mistake in the command line.
pub(super) fn readable(error: RebuildError) -> Failure {
    match error {
        RebuildError::Unknown { .. } => usage(error.to_string()),
        error => error.into(),
    }
}
