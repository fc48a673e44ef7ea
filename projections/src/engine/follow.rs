//! Follows the live log with one generation.

use std::{sync::Arc, time::Duration};

use event_store::EventLog;
use postgres_kit::within;
use shared_events::Position;
use tokio::time::{Instant, sleep, sleep_until};

use super::{
    Failure, View,
    generation::{self, Generation, State},
    pages::NextPage,
    session::Session,
    shared::Shared,
    signals::{SIGNAL_POLL_INTERVAL, Signals},
    writer::{WhenRefused, Writer},
};

/// Minimum interval between batches of a live log, so that several commits of the log become one transaction here.
const MIN_BATCH_INTERVAL: Duration = Duration::from_millis(15);
/// Minimum interval while the log is busy. A transaction costs a view about the same for ten events as for a hundred,
/// and the commands that make the log busy need the database, too.
const BUSY_BATCH_INTERVAL: Duration = Duration::from_millis(45);
/// The log is busy when a batch covers at least this many positions. Five hundred commands per second stay below it.
const BUSY_BATCH_POSITIONS: u64 = 24;

/// Applies new events, with a session that holds the lease, until stopped or until the generation is retired.
pub(super) async fn follow(
    shared: &Shared,
    view: Arc<dyn View>,
    session: Session,
    generation: &Generation,
    signals: &mut Signals,
) -> Result<(), Failure> {
    let clock = Arc::clone(&shared.clock);
    let mut writer = Writer::begin(session, view, clock, generation, WhenRefused::Park).await?;
    let followed = follow_until(&mut writer, shared, signals).await;
    writer.session.close().await;
    match followed {
        Err(Failure::Overtaken) if is_retired(shared, generation).await? => Ok(()),
        followed => followed,
    }
}

async fn is_retired(shared: &Shared, generation: &Generation) -> Result<bool, sqlx::Error> {
    let now = generation::by_id(&shared.pool, generation.id);
    Ok(within(shared.limits.answer, "the state of a generation", now).await?.state == State::Retired)
}

/// Applies new events until stopped.
async fn follow_until(writer: &mut Writer, shared: &Shared, signals: &mut Signals) -> Result<(), Failure> {
    let log = &shared.log;
    let mut pages = writer.pages(log);
    let mut has_written = false;
    let limits = writer.session.limits;
    let mut said_at = Instant::now();
    writer.try_all(log).await?;
    loop {
        if signals.have_news() {
            writer.answer_requests(log).await?;
        }
        writer.try_due(log).await?;
        let NextPage { batch, end } = tokio::select! {
            biased;
            () = signals.stop.cancelled() => return Ok(()),
            next = pages.next() => next?,
        };
        let began = Instant::now();
        // The first transaction clears a recorded failure, so it runs even when there is nothing new.
        if batch.up_to == writer.position && has_written {
            let due = writer.until_next_try();
            tokio::select! {
                () = signals.stop.cancelled() => return Ok(()),
                () = signals.news() => {}
                () = sleep(due) => {}
                () = pages.news() => {}
            }
            if said_at.elapsed() >= limits.heartbeat() {
                writer.session.renew_lease().await?;
                said_at = Instant::now();
            }
            continue;
        }
        let interval = batch_interval(writer.position, batch.up_to);
        match writer.write(batch).await {
            Err(Failure::Paused) => {
                stand_still(writer, log, signals).await?;
                pages = writer.pages(log);
                continue;
            }
            Ok(State::Serving) => shared.moves.add(writer.view.name()),
            written => drop(written?),
        }
        has_written = true;
        said_at = Instant::now();
        if end {
            sleep_until(began + interval).await;
        }
    }
}

/// The interval after a batch that covers the log from one position to another.
fn batch_interval(from: Position, to: Position) -> Duration {
    if to.0.saturating_sub(from.0) >= BUSY_BATCH_POSITIONS { BUSY_BATCH_INTERVAL } else { MIN_BATCH_INTERVAL }
}

/// Waits while the view is paused. Still serves operators' requests about parked streams.
async fn stand_still(writer: &mut Writer, log: &EventLog, signals: &mut Signals) -> Result<(), Failure> {
    while !signals.stop.is_cancelled() && writer.is_paused().await? {
        signals.have_news();
        writer.answer_requests(log).await?;
        tokio::select! {
            () = signals.stop.cancelled() => {}
            () = signals.news() => {}
            () = sleep(SIGNAL_POLL_INTERVAL) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_write_less_often_while_the_log_is_busy() {
        let after = |positions: u64| batch_interval(Position(7), Position(7 + positions));
        assert_eq!([0, 1, 23].map(after), [MIN_BATCH_INTERVAL; 3]);
        assert_eq!([24, 1_000].map(after), [BUSY_BATCH_INTERVAL; 2]);
    }
}
