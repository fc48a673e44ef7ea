//! The time by the clock of Postgres. All processes of an instance share it, whatever the clocks of their machines say.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use postgres_kit::{Limits, Pool, statements, within};
use service_kit::Clock;
use tokio::{sync::watch, time::sleep};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn time() -> value DateTime<Utc> = "SELECT clock_timestamp()";
}

/// How often the difference between the two clocks is measured.
const MEASURE_INTERVAL: Duration = Duration::from_secs(60);

/// A measurement that takes longer is not exact enough.
const LONGEST_MEASUREMENT: TimeDelta = TimeDelta::milliseconds(500);

/// From this difference on, the machine's clock is reported.
const REPORTED_SKEW: TimeDelta = TimeDelta::seconds(2);

/// From this difference on, the process leads no process managers: its clock may jump at any time.
const LEADERS_SKEW: TimeDelta = TimeDelta::seconds(30);

/// How far the machine's clock is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Reported,
    Unfit,
}

/// The machine's clock, corrected by its difference from the database's.
pub(crate) struct DatabaseClock {
    machine: Arc<dyn Clock>,
    /// How many microseconds the database's clock is ahead of the machine's.
    ahead: AtomicI64,
    verdict: watch::Sender<Verdict>,
}

impl Clock for DatabaseClock {
    fn now(&self) -> DateTime<Utc> {
        self.machine.now() + TimeDelta::microseconds(self.ahead.load(Ordering::Relaxed))
    }
}

impl DatabaseClock {
    pub(crate) fn new(machine: Arc<dyn Clock>) -> Self {
        Self { machine, ahead: AtomicI64::new(0), verdict: watch::Sender::new(Verdict::Right) }
    }

    /// Measures the difference between the clocks.
    pub(crate) async fn measure(&self, pool: &Pool, limits: &Limits) -> Result<(), sqlx::Error> {
        // Without the time to open a connection.
        let mut connection = within(limits.answer, "a connection", pool.acquire()).await?;
        let before = self.machine.now();
        let asked = sql::time().fetch_one(&mut *connection);
        let database = within(limits.answer, "the time", asked).await?;
        let took = self.machine.now() - before;
        if took > LONGEST_MEASUREMENT || took < TimeDelta::zero() {
            return Ok(());
        }
        let ahead = database - (before + took / 2);
        // A difference within the error of the measurement is none.
        let ahead = if ahead.abs() <= took { TimeDelta::zero() } else { ahead };
        self.ahead.store(ahead.num_microseconds().unwrap_or_default(), Ordering::Relaxed);
        self.judge(ahead);
        Ok(())
    }

    fn judge(&self, ahead: TimeDelta) {
        let verdict = match ahead.abs() {
            skew if skew >= LEADERS_SKEW => Verdict::Unfit,
            skew if skew >= REPORTED_SKEW => Verdict::Reported,
            _ => Verdict::Right,
        };
        if self.verdict.send_replace(verdict) == verdict {
            return;
        }
        let seconds = ahead.as_seconds_f64().abs();
        let direction = if ahead < TimeDelta::zero() { "ahead of" } else { "behind" };
        let what = format!("the clock of this machine is {seconds:.1} s {direction} Postgres's");
        match verdict {
            Verdict::Right => tracing::info!("the clock of this machine agrees with Postgres's again"),
            Verdict::Reported => tracing::warn!("{what}; the process goes by Postgres's clock"),
            Verdict::Unfit => {
                tracing::warn!("{what}; the process goes by Postgres's clock, and leads no process managers");
            }
        }
    }

    /// How many seconds the machine's clock is ahead of the database's.
    pub(crate) fn skew_seconds(&self) -> f64 {
        -TimeDelta::microseconds(self.ahead.load(Ordering::Relaxed)).as_seconds_f64()
    }

    /// Measures the difference periodically, without end.
    pub(crate) async fn follow(&self, pool: &Pool, limits: &Limits) {
        loop {
            sleep(MEASURE_INTERVAL).await;
            if let Err(error) = self.measure(pool, limits).await {
                tracing::warn!(%error, "cannot compare the clock of this machine with Postgres's");
            }
        }
    }

    /// Returns when the process may lead the process managers.
    pub(crate) async fn becomes_fit(&self) {
        self.until(|verdict| *verdict != Verdict::Unfit).await;
    }

    /// Returns when the process must no longer lead the process managers.
    pub(crate) async fn becomes_unfit(&self) {
        self.until(|verdict| *verdict == Verdict::Unfit).await;
    }

    async fn until(&self, is: impl FnMut(&Verdict) -> bool) {
        self.verdict.subscribe().wait_for(is).await.expect("the sender is in this clock");
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use service_kit::{ManualClock, SystemClock};
    use test_support::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn a_machine_whose_clock_is_off_goes_by_the_clock_of_postgres() {
        let database = TestDatabase::create("clock", async |_: &str| Ok::<_, sqlx::Error>(())).await;
        let (pool, limits) = (database.pool().await, Limits::default());
        for (ahead, is_fit) in [(0, true), (20, true), (40, false), (-1_200, false), (1, true)] {
            let machine = ManualClock::at(SystemClock.now() + TimeDelta::seconds(ahead));
            let clock = DatabaseClock::new(Arc::new(machine));
            clock.measure(&pool, &limits).await.unwrap();
            let error = clock.now() - SystemClock.now();
            assert!(error.abs() < TimeDelta::seconds(5), "{ahead}: {error}");
            assert_eq!(clock.becomes_fit().now_or_never().is_some(), is_fit, "{ahead}");
            assert_eq!(clock.becomes_unfit().now_or_never().is_some(), !is_fit, "{ahead}");
        }
    }

    #[tokio::test]
    async fn a_clock_that_is_put_right_is_fit_again() {
        let database = TestDatabase::create("clock", async |_: &str| Ok::<_, sqlx::Error>(())).await;
        let (pool, limits) = (database.pool().await, Limits::default());
        let machine = ManualClock::at(SystemClock.now() - TimeDelta::hours(1));
        let clock = DatabaseClock::new(Arc::new(machine.clone()));
        clock.measure(&pool, &limits).await.unwrap();
        assert!(clock.becomes_fit().now_or_never().is_none());
        machine.set(SystemClock.now());
        clock.measure(&pool, &limits).await.unwrap();
        assert!(clock.becomes_fit().now_or_never().is_some());
    }
}
