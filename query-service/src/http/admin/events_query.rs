//! The query string of `GET /admin/events`.

use serde::Deserialize;
use service_kit::Problem;
use shared_events::{StreamId, events::CATEGORIES};
use utoipa::IntoParams;
use uuid::Uuid;

use super::audit_query::{DayOrMoment, span};
use crate::{
    http::{lenient::NumberOrText, page_query::given},
    operations::{EventFilter, EventSpan},
};

/// Page size when the request gives no `limit`.
const DEFAULT_PAGE_SIZE: usize = 50;
/// The largest page.
const MAX_PAGE_SIZE: usize = 100;

/// All parameters are optional. An invalid value is refused, because ignoring it would give wrong results.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// The stream, such as `order-0199c0de-0000-7000-8000-000000000000`.
    stream: Option<String>,
    /// The category of the streams, such as `order`.
    category: Option<String>,
    /// The event types, separated by commas, such as `OrderPlaced`.
    r#type: Option<String>,
    /// The id of a request: all events that it has caused.
    correlation: Option<String>,
    /// The id of a command or an event: the events that it has caused directly.
    causation: Option<String>,
    /// The earliest day (UTC) or time of recording.
    #[param(value_type = Option<DayOrMoment>, inline)]
    from: Option<String>,
    /// The latest day (UTC) or time of recording.
    #[param(value_type = Option<DayOrMoment>, inline)]
    to: Option<String>,
    /// Events after this position. With the `head` of an earlier answer: the events since then.
    #[param(value_type = Option<NumberOrText>, inline)]
    after: Option<String>,
    /// Events before this position. With the `scannedTo` of an earlier answer: its continuation.
    #[param(value_type = Option<NumberOrText>, inline)]
    before: Option<String>,
    /// The largest number of events: 1 to 100, 50 by default.
    #[param(value_type = Option<NumberOrText>, inline)]
    limit: Option<String>,
}

impl EventsQuery {
    pub(super) fn filter(&self) -> Result<EventFilter, Problem> {
        let types = given(&self.r#type).unwrap_or_default().split(',').map(str::trim);
        Ok(EventFilter {
            stream: given(&self.stream).map(stream).transpose()?,
            categories: given(&self.category).map(category).transpose()?.into_iter().collect(),
            types: types.filter(|one| !one.is_empty()).map(str::to_owned).collect(),
            correlation: id("correlation", &self.correlation)?,
            causation: id("causation", &self.causation)?,
            since: span("from", &self.from)?.map(|span| span.from),
            until: span("to", &self.to)?.map(|span| span.until),
        })
    }

    pub(super) fn span(&self) -> Result<EventSpan, Problem> {
        let limit = number("limit", &self.limit)?.map_or(DEFAULT_PAGE_SIZE, |limit| {
            usize::try_from(limit).unwrap_or(MAX_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE)
        });
        let after = number("after", &self.after)?.unwrap_or(0);
        Ok(EventSpan { after, before: number("before", &self.before)?, limit })
    }
}

/// Parses the name of a stream in a known category.
pub(super) fn stream(name: &str) -> Result<StreamId, Problem> {
    let stream: Option<StreamId> = name.parse().ok();
    let known = stream.filter(|stream| CATEGORIES.contains(&stream.category.as_ref()));
    known.ok_or_else(|| {
        Problem::field("stream", "stream must be like order-0199c0de-0000-7000-8000-000000000000")
    })
}

fn category(name: &str) -> Result<&'static str, Problem> {
    let known = CATEGORIES.iter().copied().find(|known| *known == name);
    known.ok_or_else(|| {
        Problem::field("category", format!("category must be one of {}", CATEGORIES.join(", ")))
    })
}

/// Parses an id.
pub(super) fn id(name: &str, text: &Option<String>) -> Result<Option<Uuid>, Problem> {
    let parse = |text: &str| text.parse().map_err(|_| Problem::field(name, format!("{name} must be an id")));
    given(text).map(parse).transpose()
}

/// Parses a number, from 0. A number beyond `u64::MAX` counts as `u64::MAX`.
pub(super) fn number(name: &str, text: &Option<String>) -> Result<Option<u64>, Problem> {
    let parse = |text: &str| match text.bytes().all(|one| one.is_ascii_digit()) {
        true => Ok(text.parse().unwrap_or(u64::MAX)),
        false => Err(Problem::field(name, format!("{name} must be a number"))),
    };
    given(text).map(parse).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn the_query_becomes_a_filter_and_a_span() {
        let id = "0199c0de-0000-7000-8000-000000000000";
        let query = EventsQuery {
            stream: text(&format!("order-{id}")),
            category: text(" order "),
            r#type: text("OrderPlaced, OrderConfirmed,"),
            correlation: text(id),
            from: text("2026-11-20"),
            to: text("2026-11-20"),
            after: text("7"),
            limit: text("1000"),
            ..EventsQuery::default()
        };
        let filter = query.filter().unwrap();
        assert_eq!(filter.stream.unwrap().to_string(), format!("order-{id}"));
        assert_eq!(
            (filter.categories, filter.types),
            (vec!["order"], vec!["OrderPlaced".to_owned(), "OrderConfirmed".to_owned()])
        );
        assert_eq!((filter.correlation, filter.causation), (id.parse().ok(), None));
        assert_eq!((filter.until.unwrap() - filter.since.unwrap()).num_hours(), 24);
        assert_eq!(query.span().unwrap(), EventSpan { after: 7, before: None, limit: 100 });
        let usual = EventsQuery { before: text("99999999999999999999999"), ..EventsQuery::default() };
        assert_eq!(usual.span().unwrap(), EventSpan { after: 0, before: Some(u64::MAX), limit: 50 });
    }

    #[test]
    fn invalid_values_are_refused_with_the_parameters_name() {
        for query in [
            EventsQuery { stream: text("order"), ..EventsQuery::default() },
            EventsQuery {
                stream: text("ordr-0199c0de-0000-7000-8000-000000000000"),
                ..EventsQuery::default()
            },
            EventsQuery { category: text("ordr"), ..EventsQuery::default() },
            EventsQuery { correlation: text("7"), ..EventsQuery::default() },
            EventsQuery { causation: text("x"), ..EventsQuery::default() },
            EventsQuery { from: text("yesterday"), ..EventsQuery::default() },
        ] {
            assert!(query.filter().is_err(), "{query:?}");
        }
        for (after, before, limit) in [("-1", "", ""), ("", "1e3", ""), ("", "", "all")] {
            let query = EventsQuery {
                after: text(after),
                before: text(before),
                limit: text(limit),
                ..EventsQuery::default()
            };
            assert!(query.span().is_err(), "{query:?}");
        }
    }
}
