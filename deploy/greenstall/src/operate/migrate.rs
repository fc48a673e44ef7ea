//! `greenstall migrate`: the tables, for those who start services with lesser rights than it takes to make them.

use crate::{Outcome, database::Database, settings::Settings};

/// Makes what is missing; repeating it changes nothing.
pub(crate) async fn run(settings: &Settings) -> Outcome<()> {
    let database = Database::open_or_join(settings).await?;
    let pool = database.pool().await?;
    let outcome = event_store::postgres::migrate(&pool).await;
    pool.close().await;
    database.close().await?;
    Ok(outcome?)
}
