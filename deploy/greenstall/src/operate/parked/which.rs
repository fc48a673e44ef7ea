//! The arguments that select one parked item.

use clap::Args;
use shared_events::StreamId;

use crate::{
    Outcome,
    operate::usage::usage,
    operations::parked::{self, Item},
    ports::Ports,
};

/// Selects one parked item by its view or process manager and its stream.
#[derive(Clone, Debug, Args)]
pub(crate) struct Which {
    /// The view or process manager, such as catalog
    pub(super) owner: String,
    /// The stream, such as product-0199c0de-0000-7000-8000-000000000000
    pub(super) stream: StreamId,
}

/// All parked items: those of views first, then those of process managers.
pub(super) async fn all(ports: &Ports) -> Outcome<Vec<Item>> {
    Ok(parked::all(&ports.engine, &ports.pool).await?)
}

pub(super) async fn one(ports: &Ports, which: &Which) -> Outcome<Item> {
    parked::one(&ports.engine, &ports.pool, &which.owner, &which.stream).await?.ok_or_else(|| {
        usage(format!("{} has not parked {}; `parked list` prints what waits", which.owner, which.stream))
    })
}
