//! A merchant's calendar: its days begin at midnight in its own time zone.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, Utc};
use places::Places;
use places::local_time::{local_time, start_of_day};
use postgres_kit::{FromRow, Pool, statements};
use shared_events::ids::AccountId;
use uuid::Uuid;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn calendar(merchant: Uuid) -> row Calendar = include_str!("calendar.sql");
}

/// The first and the last day that reports accept.
const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(1970, 1, 1).expect("a day");
const LAST_DAY: NaiveDate = NaiveDate::from_ymd_opt(9998, 12, 31).expect("a day");

/// The place that decides a merchant's time zone. An unknown place is assumed to be on the east coast.
#[derive(Clone, Debug, Default, PartialEq, FromRow)]
pub struct Calendar {
    state: String,
    zip_code: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

impl Calendar {
    /// The local time.
    pub fn local_time(&self, at: DateTime<Utc>) -> NaiveDateTime {
        let (latitude, longitude) = self.coordinates();
        local_time(at, &self.state.to_ascii_uppercase(), latitude, longitude)
    }

    /// The local day of a time.
    pub fn day_of(&self, at: DateTime<Utc>) -> NaiveDate {
        self.local_time(at).date()
    }

    /// The time at which a day begins.
    pub fn start_of(&self, day: NaiveDate) -> DateTime<Utc> {
        let (latitude, longitude) = self.coordinates();
        start_of_day(day.clamp(FIRST_DAY, LAST_DAY), &self.state.to_ascii_uppercase(), latitude, longitude)
    }

    /// The time at which a day ends and the next one begins.
    pub fn end_of(&self, day: NaiveDate) -> DateTime<Utc> {
        self.start_of(day.clamp(FIRST_DAY, LAST_DAY).checked_add_days(Days::new(1)).unwrap_or(LAST_DAY))
    }

    fn coordinates(&self) -> (f64, f64) {
        let by_zip = || Places::builtin().lookup(&self.zip_code).ok();
        let known = self.latitude.zip(self.longitude);
        known.or_else(|| by_zip().map(|place| (place.latitude, place.longitude))).unwrap_or_default()
    }
}

pub async fn calendar(pool: &Pool, merchant: AccountId) -> Result<Calendar, sqlx::Error> {
    let found: Option<Calendar> = sql::calendar(merchant.uuid()).fetch_optional(pool).await?;
    Ok(found.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_and_ends_in_the_merchants_time_zone() {
        let place = |state: &str, zip: &str| Calendar {
            state: state.to_owned(),
            zip_code: zip.to_owned(),
            ..Calendar::default()
        };
        let summer = NaiveDate::from_ymd_opt(2026, 7, 15).unwrap();
        for (calendar, start) in [
            (place("ca", "94110"), "2026-07-15T07:00:00Z"),
            (place("KY", "42101"), "2026-07-15T05:00:00Z"),
            (Calendar::default(), "2026-07-15T04:00:00Z"),
        ] {
            let start: DateTime<Utc> = start.parse().unwrap();
            assert_eq!(calendar.start_of(summer), start, "{calendar:?}");
            assert_eq!(calendar.day_of(start), summer);
            assert_eq!(calendar.end_of(summer), start + chrono::TimeDelta::days(1));
        }
        for day in [NaiveDate::MIN, NaiveDate::MAX, FIRST_DAY, LAST_DAY] {
            let calendar = place("GU", "96910");
            assert!(calendar.start_of(day) <= calendar.end_of(day), "{day}");
        }
    }
}
