//! The injected clock: no other code in the project reads the system time.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, TimeDelta, Utc};

/// A source of the current time.
pub trait Clock: Send + Sync {
    /// The current time (UTC), in microseconds as in Postgres.
    fn now(&self) -> DateTime<Utc>;
}

/// The clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the system")]
    fn now(&self) -> DateTime<Utc> {
        to_micros(Utc::now().timestamp_micros())
    }
}

/// A clock that only moves when it is set: for tests, and for generating a market whose orders lie in the past.
#[derive(Clone, Debug)]
pub struct ManualClock {
    micros: Arc<AtomicI64>,
}

impl ManualClock {
    /// A clock that shows this time.
    pub fn at(moment: DateTime<Utc>) -> Self {
        Self { micros: Arc::new(AtomicI64::new(moment.timestamp_micros())) }
    }

    /// Sets the clock to this time, forwards or backwards. It applies to all clones.
    pub fn set(&self, moment: DateTime<Utc>) {
        self.micros.store(moment.timestamp_micros(), Ordering::SeqCst);
    }

    /// Moves the clock forwards.
    pub fn advance(&self, by: TimeDelta) {
        self.micros
            .fetch_add(by.num_microseconds().expect("tests advance by less than an age"), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        to_micros(self.micros.load(Ordering::SeqCst))
    }
}

fn to_micros(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).expect("a moment that came from a DateTime is one")
}
