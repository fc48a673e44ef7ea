//! Watches whether a session holds the high-water mark back for longer than any append takes: an append that its client
//! has left open, or whose commit waits for a standby. Nobody reads the events above the mark meanwhile.

use std::time::{Duration, Instant};

use postgres_kit::{Limits, OtherSession, Pool, statements, within};
use tokio::{sync::watch, time::sleep};

use super::reader::Mark;
use crate::HeldBack;

statements! {
    #[cfg(test)]
    tested_with crate::postgres::testing::check_statements;

    fn holder() -> row OtherSession = include_str!("sql/mark_holder.sql");
}

/// How long the mark may stand below the end of the log before it is reported.
pub(super) const REPORT_AFTER: Duration = Duration::from_secs(10);

/// How often a session that still holds the mark back is logged.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Watches without end. `held_back` has what is reported.
pub(super) async fn watch(
    pool: Pool,
    limits: Limits,
    report_after: Duration,
    held_back: watch::Sender<Option<HeldBack>>,
) {
    let mut stands: Option<(Mark, Instant)> = None;
    let mut logged_at: Option<Instant> = None;
    loop {
        sleep(report_after / 2).await;
        // Other parts of the program report a database that does not answer.
        let Ok(mark) = within(limits.answer, "where the log ends", look(&pool)).await else { continue };
        let since = match stands {
            Some((before, since)) if before.position == mark.position && mark.position < mark.highest => {
                since
            }
            _ => Instant::now(),
        };
        stands = Some((mark, since));
        if mark.position == mark.highest || since.elapsed() < report_after {
            if held_back.send_replace(None).is_some() {
                tracing::info!(position = %mark.highest, "no session holds back the event log any more");
                logged_at = None;
            }
            continue;
        }
        let asked = sql::holder().fetch_optional(&pool);
        let Ok(Some(session)) = within(limits.answer, "who holds back the log", asked).await else {
            continue;
        };
        let (position, highest) = (mark.position, mark.highest);
        let found = HeldBack { position, highest, lasts: since.elapsed(), session: session.to_string() };
        if logged_at.is_none_or(|logged_at| logged_at.elapsed() >= LOG_INTERVAL) {
            tracing::warn!("{found}");
            logged_at = Some(Instant::now());
        }
        held_back.send_replace(Some(found));
    }
}

async fn look(pool: &Pool) -> Result<Mark, sqlx::Error> {
    Mark::now(&mut *pool.acquire().await?).await
}
