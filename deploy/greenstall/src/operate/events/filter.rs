//! Which events are wanted.

use chrono::{DateTime, NaiveDate, Utc};
use clap::Args;
use event_store::Categories;
use shared_events::{RawEvent, Recorded, events::CATEGORIES};
use uuid::Uuid;

use crate::{Outcome, operate::usage::usage};

/// Which events are wanted: those that fit all that is given.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Filter {
    /// Of streams of this category alone, such as order; may be given several times
    #[arg(long, value_name = "CATEGORY")]
    category: Vec<String>,
    /// Of this type alone, such as OrderPlaced; may be given several times
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// What one request has led to
    #[arg(long, value_name = "ID")]
    correlation: Option<Uuid>,
    /// Recorded at this time or later: 2026-11-21 or 2026-11-21T08:15:00Z (UTC)
    #[arg(long, value_name = "TIME", value_parser = moment)]
    since: Option<DateTime<Utc>>,
    /// Recorded before this time
    #[arg(long, value_name = "TIME", value_parser = moment)]
    until: Option<DateTime<Utc>>,
}

impl Filter {
    /// What is asked of the event store.
    ///
    /// # Errors
    /// When there is no such category.
    pub(crate) fn categories(&self) -> Outcome<Categories> {
        if self.category.is_empty() {
            return Ok(Categories::All);
        }
        let known = |name: &String| category(name);
        Ok(Categories::Only(self.category.iter().map(known).collect::<Outcome<Vec<_>>>()?.into()))
    }

    /// What is asked of each event that the store gives.
    pub(crate) fn wants(&self, event: &Recorded<RawEvent>) -> bool {
        (self.types.is_empty() || self.types.iter().any(|wanted| *wanted == event.event.event_type))
            && self.correlation.is_none_or(|wanted| wanted == event.correlation_id)
            && self.since.is_none_or(|since| event.recorded_at >= since)
            && self.until.is_none_or(|until| event.recorded_at < until)
    }
}

/// One of the categories that there are.
///
/// # Errors
/// When there is none of this name.
pub(super) fn category(name: &str) -> Outcome<&'static str> {
    CATEGORIES
        .iter()
        .copied()
        .find(|known| *known == name)
        .ok_or_else(|| usage(format!("there is no category {name}; there are: {}", CATEGORIES.join(", "))))
}

fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    if let Ok(at) = text.parse::<DateTime<Utc>>() {
        return Ok(at);
    }
    let day: NaiveDate = text.parse().map_err(|_| "a time is written 2026-11-21 or 2026-11-21T08:15:00Z")?;
    Ok(day.and_time(chrono::NaiveTime::MIN).and_utc())
}

#[cfg(test)]
mod tests {
    use super::{super::print::tests::event, *};

    #[test]
    fn an_event_must_fit_everything_that_is_given() {
        let event = event();
        let at = event.recorded_at;
        let fits = Filter {
            types: vec!["OrderConfirmed".to_owned(), "OrderPlaced".to_owned()],
            correlation: Some(event.correlation_id),
            since: Some(at),
            until: Some(at + chrono::TimeDelta::seconds(1)),
            ..Filter::default()
        };
        assert!(fits.wants(&event));
        assert!(Filter::default().wants(&event));
        for misfit in [
            Filter { types: vec!["OrderConfirmed".to_owned()], ..fits.clone() },
            Filter { correlation: Some(Uuid::from_u128(8)), ..fits.clone() },
            Filter { since: Some(at + chrono::TimeDelta::seconds(1)), ..fits.clone() },
            Filter { until: Some(at), ..fits.clone() },
        ] {
            assert!(!misfit.wants(&event), "{misfit:?}");
        }
    }

    #[test]
    fn a_category_is_known_or_refused_with_those_that_there_are() {
        let of = |name: &str| Filter { category: vec![name.to_owned()], ..Filter::default() };
        assert_eq!(of("order").categories().unwrap(), Categories::Only(vec!["order"].into()));
        assert!(of("ordr").categories().unwrap_err().to_string().contains("account, checkout"));
        assert_eq!(Filter::default().categories().unwrap(), Categories::All);
    }

    #[test]
    fn times_are_days_or_moments() {
        assert_eq!(moment("2026-11-21").unwrap().to_rfc3339(), "2026-11-21T00:00:00+00:00");
        assert_eq!(moment("2026-11-21T08:15:00Z").unwrap().to_rfc3339(), "2026-11-21T08:15:00+00:00");
        assert_eq!(moment("2026-11-21T08:15:00+01:00").unwrap().to_rfc3339(), "2026-11-21T07:15:00+00:00");
        assert!(moment("yesterday").is_err());
    }
}
