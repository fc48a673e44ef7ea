//! Converts UTC to the local time of a place in the United States.
//!
//! The time zone follows from the state. In states with two zones, it follows from the side of the boundary on which
//! the place lies. The boundaries are approximated by degrees, which puts a few counties on the wrong side. Daylight
//! saving time follows the law since 2007: from the second Sunday of March to the first Sunday of November, at two
//! o'clock.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

/// The local time at a place, which is given by its two-letter state and its coordinates in degrees.
pub fn local_time(at: DateTime<Utc>, state: &str, latitude: f64, longitude: f64) -> NaiveDateTime {
    let standard = at.naive_utc() + TimeDelta::hours(standard_offset(state, latitude, longitude));
    standard + summer(state, standard)
}

/// The time at which a day begins at a place. In all of the United States, days begin on a whole hour of UTC.
pub fn start_of_day(day: NaiveDate, state: &str, latitude: f64, longitude: f64) -> DateTime<Utc> {
    let standard = day.and_time(NaiveTime::MIN);
    let ahead = TimeDelta::hours(standard_offset(state, latitude, longitude)) + summer(state, standard);
    (standard - ahead).and_utc()
}

/// The offset of daylight saving time, if it applies.
fn summer(state: &str, standard: NaiveDateTime) -> TimeDelta {
    let has_summer = !matches!(state, "AZ" | "HI" | "PR" | "VI" | "GU" | "AS" | "MP");
    TimeDelta::hours(i64::from(has_summer && is_summer(standard)))
}

/// The hours ahead of UTC in standard time.
fn standard_offset(state: &str, latitude: f64, longitude: f64) -> i64 {
    const ATLANTIC: i64 = -4;
    const EASTERN: i64 = -5;
    const CENTRAL: i64 = -6;
    const MOUNTAIN: i64 = -7;
    const PACIFIC: i64 = -8;
    let west_of = |line: f64, here: i64, there: i64| if longitude < line { there } else { here };
    match state {
        "PR" | "VI" => ATLANTIC,
        "AL" | "AR" | "IA" | "IL" | "LA" | "MN" | "MO" | "MS" | "OK" | "WI" => CENTRAL,
        "FL" => west_of(-85.1, EASTERN, CENTRAL),
        "TN" => west_of(-85.4, EASTERN, CENTRAL),
        "KY" => west_of(-86.0, EASTERN, CENTRAL),
        // The corners of the state near Chicago and near Evansville.
        "IN" if !(38.6..=41.0).contains(&latitude) => west_of(-86.9, EASTERN, CENTRAL),
        // The counties along the border with Wisconsin.
        "MI" if latitude < 46.6 => west_of(-87.6, EASTERN, CENTRAL),
        "ND" if latitude < 47.5 => west_of(-101.0, CENTRAL, MOUNTAIN),
        "SD" => west_of(-100.6, CENTRAL, MOUNTAIN),
        "NE" => west_of(-101.0, CENTRAL, MOUNTAIN),
        "KS" if latitude > 37.7 => west_of(-101.5, CENTRAL, MOUNTAIN),
        "TX" => west_of(-105.0, CENTRAL, MOUNTAIN),
        "ND" | "KS" => CENTRAL,
        "AZ" | "CO" | "MT" | "NM" | "UT" | "WY" => MOUNTAIN,
        "ID" => {
            if latitude > 45.5 {
                PACIFIC
            } else {
                MOUNTAIN
            }
        }
        // The county at the Idaho border.
        "OR" if latitude < 44.5 => west_of(-118.2, MOUNTAIN, PACIFIC),
        "CA" | "NV" | "OR" | "WA" => PACIFIC,
        "AK" => -9,
        "HI" => -10,
        "AS" => -11,
        "GU" | "MP" => 10,
        _ => EASTERN,
    }
}

/// Whether daylight saving time applies at this standard time.
fn is_summer(standard: NaiveDateTime) -> bool {
    let two = NaiveTime::from_hms_opt(2, 0, 0).expect("two o'clock is a time");
    let one = NaiveTime::from_hms_opt(1, 0, 0).expect("one o'clock is a time");
    let (Some(march), Some(november)) = (sunday(standard.year(), 3, 2), sunday(standard.year(), 11, 1))
    else {
        return false;
    };
    // Daylight saving time ends at two o'clock daylight time, which is one o'clock standard time.
    (march.and_time(two)..november.and_time(one)).contains(&standard)
}

/// The Sunday of a month with this number: 1 is the first one.
fn sunday(year: i32, month: u32, which: u64) -> Option<NaiveDate> {
    let first = NaiveDate::from_ymd_opt(year, month, 1)?;
    let until_sunday = (7 - u64::from(first.weekday().num_days_from_sunday())) % 7;
    first.checked_add_days(Days::new(until_sunday + 7 * (which - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Places;

    fn at(utc: &str, zip: &str) -> String {
        let place = Places::builtin().lookup(zip).unwrap();
        let utc: DateTime<Utc> = utc.parse().unwrap();
        local_time(utc, place.state, place.latitude, place.longitude).format("%d %H:%M").to_string()
    }

    #[test]
    fn every_zone_in_winter_and_in_summer() {
        for (zip, winter, summer) in [
            ("10001", "15 15:30", "15 16:30"), // New York
            ("60601", "15 14:30", "15 15:30"), // Chicago
            ("80202", "15 13:30", "15 14:30"), // Denver
            ("85001", "15 13:30", "15 13:30"), // Phoenix
            ("94110", "15 12:30", "15 13:30"), // San Francisco
            ("99501", "15 11:30", "15 12:30"), // Anchorage
            ("96813", "15 10:30", "15 10:30"), // Honolulu
            ("20500", "15 15:30", "15 16:30"), // Washington, DC
            ("00901", "15 16:30", "15 16:30"), // San Juan
            ("00802", "15 16:30", "15 16:30"), // St Thomas
            ("96799", "15 09:30", "15 09:30"), // Pago Pago
            ("96910", "16 06:30", "16 06:30"), // Guam
            ("96950", "16 06:30", "16 06:30"), // Saipan
        ] {
            assert_eq!(at("2026-01-15T20:30:00Z", zip), winter, "{zip}");
            assert_eq!(at("2026-07-15T20:30:00Z", zip), summer, "{zip}");
        }
    }

    #[test]
    fn divided_states_have_two_times() {
        for (zip, hour) in [
            ("32399", 10), // Tallahassee
            ("32501", 9),  // Pensacola
            ("37402", 10), // Chattanooga
            ("37203", 9),  // Nashville
            ("40202", 10), // Louisville
            ("42101", 9),  // Bowling Green
            ("46204", 10), // Indianapolis
            ("46402", 9),  // Gary
            ("47708", 9),  // Evansville
            ("47807", 10), // Terre Haute
            ("48226", 10), // Detroit
            ("49855", 10), // Marquette
            ("49801", 9),  // Iron Mountain
            ("58501", 9),  // Bismarck
            ("58601", 8),  // Dickinson
            ("57501", 9),  // Pierre
            ("57701", 8),  // Rapid City
            ("68102", 9),  // Omaha
            ("69361", 8),  // Scottsbluff
            ("67202", 9),  // Wichita
            ("67735", 8),  // Goodland
            ("77002", 9),  // Houston
            ("79901", 8),  // El Paso
            ("83702", 8),  // Boise
            ("83814", 7),  // Coeur d'Alene
            ("97201", 7),  // Portland
            ("97914", 8),  // Ontario
        ] {
            assert_eq!(at("2026-01-15T15:00:00Z", zip), format!("15 {hour:02}:00"), "{zip}");
        }
    }

    #[test]
    fn clocks_are_changed_on_two_sundays() {
        // 8 March and 1 November 2026, in New York.
        for (utc, local) in [
            ("2026-03-08T06:59:00Z", "08 01:59"),
            ("2026-03-08T07:00:00Z", "08 03:00"),
            ("2026-11-01T05:59:00Z", "01 01:59"),
            ("2026-11-01T06:00:00Z", "01 01:00"),
        ] {
            assert_eq!(at(utc, "10001"), local, "{utc}");
        }
        // A first of the month that is a Sunday: 1 November 2026 and 1 March 2026.
        assert_eq!(sunday(2026, 11, 1), NaiveDate::from_ymd_opt(2026, 11, 1));
        assert_eq!(sunday(2026, 3, 2), NaiveDate::from_ymd_opt(2026, 3, 8));
        assert_eq!(sunday(2027, 3, 2), NaiveDate::from_ymd_opt(2027, 3, 14));
    }

    #[test]
    fn days_begin_at_midnight_all_the_year_round() {
        let first = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
        for zip in ["10001", "60601", "80202", "85001", "94110", "99501", "96813", "00901", "96799", "96910"]
        {
            let place = Places::builtin().lookup(zip).unwrap();
            for day in first.iter_days().take(730) {
                let start = start_of_day(day, place.state, place.latitude, place.longitude);
                let shown = |at| local_time(at, place.state, place.latitude, place.longitude);
                assert_eq!(shown(start), day.and_time(NaiveTime::MIN), "{zip}");
                assert_eq!(shown(start - TimeDelta::seconds(1)).date(), day.pred_opt().unwrap(), "{zip}");
            }
        }
    }
}
