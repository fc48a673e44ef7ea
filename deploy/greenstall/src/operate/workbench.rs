//! Where an operator's command works: beside a running instance, or alone.

use crate::{Outcome, database::Database, ports::Ports, settings::Settings};

/// Opens the instance's database for the time of `work`, and closes it whatever came of that.
pub(crate) async fn with_ports<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    on(Database::open_or_join(settings).await?, settings, work).await
}

/// The same for work that a running instance would disturb: refused while there is one in this data folder.
pub(crate) async fn alone_with_ports<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    on(Database::open(settings).await?, settings, work).await
}

async fn on<T>(
    database: Database,
    settings: &Settings,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    let outcome = async {
        let ports = Ports::open(settings, &database).await?;
        let outcome = work(&ports).await;
        ports.close().await;
        outcome
    };
    let outcome = outcome.await;
    let closed = database.close().await;
    let value = outcome?;
    closed.map(|()| value)
}
