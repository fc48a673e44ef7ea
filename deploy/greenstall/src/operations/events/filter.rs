//! The filter of events, shared by the screen and the command line.

use event_store::Categories;
use query_service::operations::EventFilter;
use shared_events::{RawEvent, Recorded};

/// The part of the filter that the event store applies.
pub(crate) fn categories(filter: &EventFilter) -> Categories {
    match filter.categories.is_empty() {
        true => Categories::All,
        false => Categories::Only(filter.categories.clone().into()),
    }
}

/// The part of the filter that is applied to each event.
pub(crate) fn matches_filter(filter: &EventFilter, event: &Recorded<RawEvent>) -> bool {
    filter.stream.as_ref().is_none_or(|wanted| *wanted == event.stream)
        && (filter.types.is_empty() || filter.types.iter().any(|wanted| *wanted == event.event.event_type))
        && filter.correlation.is_none_or(|wanted| wanted == event.correlation_id)
        && filter.causation.is_none_or(|wanted| wanted == event.causation_id)
        && filter.since.is_none_or(|since| event.recorded_at >= since)
        && filter.until.is_none_or(|until| event.recorded_at < until)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use uuid::Uuid;

    use super::{super::tests::event, *};

    #[test]
    fn an_event_must_match_the_whole_filter() {
        let event = event(41);
        let at = event.recorded_at;
        let fits = EventFilter {
            stream: Some(event.stream.clone()),
            types: vec!["OrderConfirmed".to_owned(), "OrderPlaced".to_owned()],
            correlation: Some(event.correlation_id),
            causation: Some(event.causation_id),
            since: Some(at),
            until: Some(at + TimeDelta::seconds(1)),
            ..EventFilter::default()
        };
        assert!(matches_filter(&fits, &event));
        assert!(matches_filter(&EventFilter::default(), &event));
        let other = Uuid::from_u128(8);
        for misfit in [
            EventFilter { stream: Some(shared_events::StreamId::new("order", other)), ..fits.clone() },
            EventFilter { types: vec!["OrderConfirmed".to_owned()], ..fits.clone() },
            EventFilter { correlation: Some(other), ..fits.clone() },
            EventFilter { causation: Some(other), ..fits.clone() },
            EventFilter { since: Some(at + TimeDelta::seconds(1)), ..fits.clone() },
            EventFilter { until: Some(at), ..fits.clone() },
        ] {
            assert!(!matches_filter(&misfit, &event), "{misfit:?}");
        }
    }
}
