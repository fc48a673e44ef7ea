//! Swaps the generation that queries read: replaces the SQL views in schema `read` in one short transaction.

use std::{sync::Arc, time::Duration};

use event_store::EventLog;
use postgres_kit::{Limits, is_lock_timeout, lock_holder, within};
use sqlx::{Connection, PgConnection};

use super::{
    Failure,
    beyond_log::is_beyond,
    failure::WriteError,
    generation::{self, Generation, State},
    notify,
    pages::Pages,
    parked, review,
    session::{end_helper, set_lock_timeout, try_lease},
    tables::{run, tables_of},
    writer::{Writer, append},
};

/// Lock timeout of a swap: how long queries wait at most behind a swap that itself waits for a slow query.
pub(super) const SWAP_LOCK_TIMEOUT: &str = "100ms";
/// Lock timeout for dropping tables. No query waits for tables that are not read. It is shorter than `deadlock_timeout`, so
/// that of a retirement and a writer that wait for each other, the retirement gives up.
const DROP_LOCK_TIMEOUT: &str = "500ms";
/// How often dropping tables is retried while a session still reads them.
const MAX_DROP_ATTEMPTS: u32 = 10;
const DROP_RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The outcome of an attempt to swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// The new generation serves.
    Swapped,
    /// The serving generation is too far ahead, or a query did not end in time. Nothing has changed.
    NotNow,
}

/// Lets queries read the writer's generation in place of the serving one, which becomes the previous one.
///
/// The serving one stands still meanwhile, and the same transaction applies the events that the new one lacks, so a
/// view's position never goes back.
pub(super) async fn try_swap(writer: &mut Writer, log: &EventLog) -> Result<Attempt, Failure> {
    let speed = writer.speed_meter.speed();
    let mut transaction = writer.session.connection.begin().await?;
    set_lock_timeout(&mut *transaction, SWAP_LOCK_TIMEOUT).await?;
    let name = writer.view.name();
    let all = match generation::of_view_locked(&mut *transaction, name).await.map_err(Failure::from) {
        Err(failure) if failure.is_lock_timeout() => return Ok(Attempt::NotNow),
        all => all?,
    };
    let new = all.iter().find(|one| one.id == writer.generation.id).ok_or(Failure::Overtaken)?;
    let old = all.iter().find(|one| one.state == State::Serving);
    let mut reached = new.position;
    if let Some(old) = old {
        // A process that writes newer code's generation would build it again. Without one, an operator has gone back to
        // this program.
        let is_newer = old.code_version > new.code_version;
        if is_newer && !try_lease(&mut transaction, &writer.session.limits, old.id).await? {
            return Err(Failure::Obsolete(old.number));
        }
        // A position beyond the log's end can never be reached, and the rows there are no longer true.
        if new.position < old.position && !is_beyond(&mut transaction, log, old).await? {
            let mut pages = Pages::new(log.clone(), Arc::clone(&writer.view), new.position);
            let mut batch = pages.next().await?.batch;
            writer.aside.sift(&mut batch);
            if batch.up_to < old.position || !batch.unreadable.is_empty() {
                return Ok(Attempt::NotNow);
            }
            let step = batch.step(new.position, speed, writer.clock.now());
            match append(&mut transaction, &*writer.view, new, step, &mut batch).await {
                Ok(_) => reached = batch.up_to,
                // The next catch-up reports the refused event, or waits for the end of the pause.
                Err(WriteError::Refused(_) | WriteError::Failed(Failure::Paused)) => {
                    return Ok(Attempt::NotNow);
                }
                Err(WriteError::Failed(failure)) => return Err(failure),
            }
        }
    }
    match point_at(&mut transaction, old, new).await.map_err(Failure::from) {
        Err(failure) if failure.is_lock_timeout() => return Ok(Attempt::NotNow),
        pointed => pointed?,
    }
    transaction.commit().await?;
    writer.position = reached;
    notify::moved(&mut writer.session.connection, name).await;
    notify::rearranged(&mut writer.session.connection, name).await;
    Ok(Attempt::Swapped)
}

pub(super) async fn point_at(
    transaction: &mut PgConnection,
    old: Option<&Generation>,
    new: &Generation,
) -> Result<(), sqlx::Error> {
    if let Some(old) = old {
        let views: Vec<String> = tables_of(&mut *transaction, &old.schema())
            .await?
            .into_iter()
            .map(|table| read_name(&old.view, &table))
            .collect();
        if !views.is_empty() {
            run(transaction, format!("DROP VIEW IF EXISTS {}", views.join(", "))).await?;
        }
        generation::set_state(&mut *transaction, old.id, State::Previous).await?;
    }
    let schema = new.schema();
    for table in tables_of(&mut *transaction, &schema).await? {
        let name = read_name(&new.view, &table);
        run(transaction, format!("CREATE VIEW {name} AS SELECT * FROM {schema}.\"{table}\"")).await?;
    }
    generation::set_state(transaction, new.id, State::Serving).await
}

fn read_name(view: &str, table: &str) -> String {
    format!("read.\"{view}_{table}\"")
}

/// Drops a generation's tables. A writer that still follows it finds it retired. Waits a while for sessions that read
/// it; then fails with a lock timeout.
pub(super) async fn retire(
    connection: &mut PgConnection,
    limits: &Limits,
    retired: &Generation,
) -> Result<(), Failure> {
    within(limits.answer, "the end of a helper", end_helper(connection, retired.id)).await?;
    let mut tries = 0;
    loop {
        tries += 1;
        let dropped = within(limits.batch, "dropping a generation", try_retire(connection, retired)).await;
        match dropped {
            Err(error) if is_lock_timeout(&error) => {
                if tries == 1 {
                    let schema = retired.schema();
                    let schemas = [&*schema];
                    let holder = lock_holder(&mut *connection, &schemas);
                    let holder = within(limits.answer, "who reads a generation", holder).await?;
                    tracing::warn!(
                        "the tables of {schema} cannot be dropped while they are in use; waiting for {holder}"
                    );
                }
                if tries == MAX_DROP_ATTEMPTS {
                    return Err(error.into());
                }
                tokio::time::sleep(DROP_RETRY_INTERVAL).await;
            }
            done => return Ok(done?),
        }
    }
}

async fn try_retire(connection: &mut PgConnection, retired: &Generation) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    set_lock_timeout(&mut *transaction, DROP_LOCK_TIMEOUT).await?;
    let schema = retired.schema();
    // First of all, because the serving generation's writer needs the rows that are locked next.
    for table in tables_of(&mut *transaction, &schema).await? {
        run(&mut transaction, format!("LOCK TABLE {schema}.\"{table}\"")).await?;
    }
    let serves = generation::of_view_locked(&mut *transaction, &retired.view)
        .await?
        .iter()
        .any(|one| one.id == retired.id && one.state == State::Serving);
    if serves {
        return Ok(());
    }
    generation::set_state(&mut *transaction, retired.id, State::Retired).await?;
    review::forget(&mut *transaction, retired.id).await?;
    parked::forget(&mut *transaction, retired.id).await?;
    run(&mut transaction, format!("DROP SCHEMA IF EXISTS {schema} CASCADE")).await?;
    transaction.commit().await?;
    notify::rearranged(connection, &retired.view).await;
    Ok(())
}
