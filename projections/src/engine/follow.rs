//! Follows the live log with one generation.

use std::{sync::Arc, time::Duration};

use event_store::EventLog;
use tokio::time::{Instant, sleep, sleep_until};

use super::{
    Failure, Shared, View,
    generation::{self, Generation, State},
    notify,
    pages::Next,
    pause,
    runner::{LOOK_AGAIN, Signals},
    session::Session,
    writer::{WhenRefused, Writer},
};

/// Batches of a live log follow each other no faster, so that many commits in a short time become one transaction here.
const PACE: Duration = Duration::from_millis(15);

/// Writes what comes, with a session that holds the lease, until told to stop or the generation is retired.
pub(super) async fn follow(
    shared: &Shared,
    view: Arc<dyn View>,
    session: Session,
    generation: &Generation,
    signals: &mut Signals,
) -> Result<(), Failure> {
    let clock = Arc::clone(&shared.clock);
    let mut writer = Writer::begin(session, view, clock, generation, WhenRefused::Park).await?;
    let followed = follow_until(&mut writer, &shared.log, signals).await;
    writer.session.close().await;
    match followed {
        Err(Failure::Overtaken)
            if generation::by_id(&shared.pool, generation.id).await?.state == State::Retired =>
        {
            Ok(())
        }
        followed => followed,
    }
}

/// Writes what comes until told to stop.
async fn follow_until(writer: &mut Writer, log: &EventLog, signals: &mut Signals) -> Result<(), Failure> {
    let mut pages = writer.pages(log);
    let mut has_written = false;
    writer.try_all(log).await?;
    loop {
        if signals.have_news() {
            writer.answer_requests(log).await?;
        }
        writer.try_due(log).await?;
        let Next { batch, end } = tokio::select! {
            biased;
            () = signals.stop.cancelled() => return Ok(()),
            next = pages.next() => next?,
        };
        let began = Instant::now();
        // The first transaction shows that all is well again, also when there is nothing new to write.
        if batch.up_to == writer.position && has_written {
            let due = writer.until_next_try();
            tokio::select! {
                () = signals.stop.cancelled() => return Ok(()),
                () = signals.news() => {}
                () = sleep(due) => {}
                () = pages.news() => {}
            }
            continue;
        }
        let state = match writer.write(batch).await {
            Err(Failure::Paused) => {
                stand_still(writer, log, signals).await?;
                pages = writer.pages(log);
                continue;
            }
            written => written?,
        };
        has_written = true;
        if state == State::Serving {
            notify::moved(&mut writer.session.connection, writer.view.name(), writer.position).await?;
        }
        if end {
            sleep_until(began + PACE).await;
        }
    }
}

/// Until the view is paused no more. Operators may unpark streams meanwhile.
async fn stand_still(writer: &mut Writer, log: &EventLog, signals: &mut Signals) -> Result<(), Failure> {
    while !signals.stop.is_cancelled()
        && pause::is_paused(&mut writer.session.connection, writer.view.name()).await?
    {
        signals.have_news();
        writer.answer_requests(log).await?;
        tokio::select! {
            () = signals.stop.cancelled() => {}
            () = signals.news() => {}
            () = sleep(LOOK_AGAIN) => {}
        }
    }
    Ok(())
}
