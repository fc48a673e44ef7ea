//! The leases: they say which process writes which view, and which one runs the process managers.

use command_service::automation;
use postgres_kit::Pool;
use projections::engine::Engine;
use query_service::operations::{Lease, LeaseKind};

/// The lease of the process that runs the process managers.
pub(crate) async fn of_managers(pool: &Pool) -> Result<Option<Lease>, sqlx::Error> {
    let holder = automation::lease_holder(pool).await?;
    Ok(holder.map(|holder| Lease {
        kind: LeaseKind::Managers,
        name: "process managers".to_owned(),
        generation: None,
        process: holder.process,
        host: holder.host,
        address: holder.address,
        since: holder.since,
    }))
}

/// All leases: first the process managers', then the views' by name and generation.
pub(crate) async fn all(engine: &Engine, pool: &Pool) -> Result<Vec<Lease>, sqlx::Error> {
    let views = engine.leases().await?.into_iter().map(|lease| Lease {
        kind: LeaseKind::View,
        name: lease.view,
        generation: Some(lease.generation),
        process: lease.process,
        host: lease.host,
        address: lease.address,
        since: lease.since,
    });
    Ok(of_managers(pool).await?.into_iter().chain(views).collect())
}
